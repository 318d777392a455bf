package fakezk

import (
	"lockstep/sim"
	"lockstep/zk"
)

// Session is a process's side of its client library: a zk.Client whose calls block the
// calling task. It can set persistent watches.
type Session struct {
	rt                 *sim.Runtime
	lost, disconnected source

	creates slot[zk.CreateRequest]
	deletes slot[zk.DeleteRequest]
	exists  slot[zk.ExistsRequest]
	lists   slot[zk.GetChildrenRequest]
}

var _ zk.PersistentWatcher = (*Session)(nil)

// source makes the world's sources into those of package zk, and carries a watch's event.
type source struct{ *sim.Source }

func (s source) sim() *sim.Source { return s.Source }

type watch struct{ source }

func (w watch) Event() zk.Event {
	if e, ok := w.Value().(*eventAnswer); ok {
		return zk.Event(*e)
	}
	return zk.Event{}
}

// connect connects a process's code to its library.
func (s *Session) connect(rt *sim.Runtime) {
	s.rt = rt
	s.lost = source{rt.NewSource(sim.Latch, "").Named("the end of the session")}
	s.disconnected = source{rt.NewSource(sim.Level, "").Named("the connection to break")}
	rt.Call(&sourcesRequest{s.lost.ID(), s.disconnected.ID()})
}

// asked is a request, its body, and room for the answer, in one piece.
type asked[T any] struct {
	serverRequest
	body  T
	reply replyMsg
}

// slot is where one request of a kind at a time can be, where neither a history nor a clone of
// the world can hold on to it.
type slot[T any] struct {
	asked[T]
	taken bool
}

// ask sends a request, whose watch, if it leaves one, fires a source; and waits for the reply.
func ask[T any, P interface {
	*T
	zk.Request
}](s *Session, slot *slot[T], body T, watch uint32) (zk.Reply, error) {
	a := &slot.asked
	if slot.taken {
		a = new(asked[T])
	}
	slot.taken = true
	a.body = body
	a.serverRequest = serverRequest{requestMsg{req: P(&a.body)}, watch}
	if !s.rt.Remembered() {
		a.requestMsg.reply = &a.reply
	}
	m := s.rt.Call(&a.serverRequest).(*replyMsg)
	reply, err := m.body, m.hdr.Err
	if m == &slot.reply {
		// It was answered, so nothing of it is under way any more. A list may be large.
		slot.taken, slot.reply = false, replyMsg{}
	}
	if err != zk.OK {
		return nil, err
	}
	return reply, nil
}

// askOnce is ask for requests that are too rare for a slot.
func askOnce[T any, P interface {
	*T
	zk.Request
}](s *Session, body T, watch uint32) (zk.Reply, error) {
	return ask[T, P](s, new(slot[T]), body, watch)
}

func (s *Session) newWatch(path string) watch {
	return watch{source{s.rt.NewSource(sim.Latch, path)}}
}

func (s *Session) Create(path string, data []byte, mode zk.Mode, opts ...zk.CreateOption) (string, error) {
	r := zk.MakeCreate(path, data, mode, nil, 0)
	if len(opts) > 0 {
		r = refined(r, opts)
	}
	b, err := ask(s, &s.creates, r, 0)
	if err != nil {
		return "", err
	}
	return b.(*zk.CreateReply).Path, nil
}

// refined applies the options. It stands apart because what they are handed must be on the heap.
func refined(r zk.CreateRequest, opts []zk.CreateOption) zk.CreateRequest {
	for _, opt := range opts {
		opt(&r)
	}
	return r
}

func (s *Session) Delete(path string, version int32) error {
	_, err := ask(s, &s.deletes, zk.DeleteRequest{Path: path, Version: version}, 0)
	return err
}

func (s *Session) Exists(path string) (zk.Stat, bool, error) {
	return existence(ask(s, &s.exists, zk.ExistsRequest{Path: path}, 0))
}

func (s *Session) ExistsW(path string) (zk.Stat, bool, zk.Watch, error) {
	w := s.newWatch(path)
	stat, ok, err := existence(ask(s, &s.exists, zk.ExistsRequest{Path: path, Watch: true}, w.ID()))
	return stat, ok, w, err
}

func existence(b zk.Reply, err error) (zk.Stat, bool, error) {
	switch err {
	case nil:
		return b.(*zk.StatReply).Stat, true, nil
	case zk.ErrNoNode:
		return zk.Stat{}, false, nil
	}
	return zk.Stat{}, false, err
}

func (s *Session) Get(path string) ([]byte, zk.Stat, error) {
	return data(askOnce(s, zk.GetDataRequest{Path: path}, 0))
}

func (s *Session) GetW(path string) ([]byte, zk.Stat, zk.Watch, error) {
	w := s.newWatch(path)
	b, stat, err := data(askOnce(s, zk.GetDataRequest{Path: path, Watch: true}, w.ID()))
	return b, stat, w, err
}

func data(b zk.Reply, err error) ([]byte, zk.Stat, error) {
	if err != nil {
		return nil, zk.Stat{}, err
	}
	r := b.(*zk.DataReply)
	return r.Data, r.Stat, nil
}

func (s *Session) Set(path string, data []byte, version int32) (zk.Stat, error) {
	return stat(askOnce(s, zk.SetDataRequest{Path: path, Data: data, Version: version}, 0))
}

func stat(b zk.Reply, err error) (zk.Stat, error) {
	if err != nil {
		return zk.Stat{}, err
	}
	return b.(*zk.StatReply).Stat, nil
}

func (s *Session) Children(path string) ([]string, error) {
	return names(ask(s, &s.lists, zk.GetChildrenRequest{Path: path}, 0))
}

func (s *Session) ChildrenW(path string) ([]string, zk.Watch, error) {
	w := s.newWatch(path)
	children, err := names(ask(s, &s.lists, zk.GetChildrenRequest{Path: path, Watch: true}, w.ID()))
	return children, w, err
}

func names(b zk.Reply, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	return b.(*zk.ChildrenReply).Children, nil
}

func (s *Session) GetACL(path string) ([]zk.ACL, zk.Stat, error) {
	b, err := askOnce(s, zk.GetACLRequest{Path: path}, 0)
	if err != nil {
		return nil, zk.Stat{}, err
	}
	r := b.(*zk.ACLReply)
	return r.ACL, r.Stat, nil
}

func (s *Session) SetACL(path string, acl []zk.ACL, version int32) (zk.Stat, error) {
	return stat(askOnce(s, zk.SetACLRequest{Path: path, ACL: acl, Version: version}, 0))
}

func (s *Session) AddAuth(scheme string, auth []byte) error {
	_, err := askOnce(s, zk.AuthRequest{Scheme: scheme, Auth: auth}, 0)
	return err
}

func (s *Session) Multi(ops ...zk.Request) ([]zk.Result, error) {
	b, err := askOnce(s, zk.MultiRequest{Ops: ops}, 0)
	if err != nil {
		return nil, err
	}
	return zk.MultiOutcome(b.(*zk.MultiReply))
}

func (s *Session) Sync(path string) error {
	_, err := askOnce(s, zk.SyncRequest{Path: path}, 0)
	return err
}

func (s *Session) AddWatch(path string, mode zk.AddWatchMode) (zk.Watch, error) {
	w := watch{source{s.rt.NewSource(sim.Token, path)}}
	_, err := askOnce(s, zk.AddWatchRequest{Path: path, Mode: mode}, w.ID())
	return w, err
}

func (s *Session) RemoveWatches(path string, kind zk.WatcherType) error {
	_, err := askOnce(s, zk.RemoveWatchesRequest{Path: path, Type: kind}, 0)
	return err
}

func (s *Session) Session() int64 { return s.rt.Call(&stateRequest{}).(*stateAnswer).session }

func (s *Session) State() zk.State { return s.rt.Call(&stateRequest{}).(*stateAnswer).state }

func (s *Session) Lost() zk.Source { return s.lost }

func (s *Session) Disconnected() zk.Source { return s.disconnected }

func (s *Session) Close() error {
	_, err := askOnce(s, zk.CloseRequest{}, 0)
	return err
}
