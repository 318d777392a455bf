package fakezk

import (
	"fmt"
	"slices"
	"time"

	"lockstep/fault"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/zktrace"
)

// The times of go-zookeeper.
const (
	connectTimeout = time.Second // for a connection to be made
	retryPause     = time.Second // once every server has been tried
)

// Reconnect is how long a client may take to find a server that can be reached again.
const Reconnect = connectTimeout + retryPause

// Kinds of timers.
const (
	timerPing    int32 = iota // Arg: the connection
	timerSilence              // Arg: the connection
	timerConnect              // Arg: the connection that is being made
	timerRetry
)

// client is a process's client library: one session, and the connection that it has now,
// if any. It is go-zookeeper's state machine.
type client struct {
	servers []trace.Node
	timeout time.Duration // asked for, then negotiated

	state    zk.State
	session  int64
	password [16]byte
	lastZxid int64

	conn    int // the connection that it has or tries to make, counted from 1
	at      int // which server that is
	heard   trace.Time
	dialing bool
	primed  bool // watches are set anew: requests may flow

	xid    int32
	sent   []call // waiting for a reply, in order
	queued []call // not sent yet
	auth   []*zk.AuthRequest

	data, exist, child watchTable
	added              []addedWatch // persistent watches

	lost, disconnected uint32 // sources; 0 until somebody asks for them

	room struct { // where sent, data and exist begin
		sent        [1]call
		data, exist [1]armed
	}
}

// call is one request of a task, or of the library itself (task −1).
type call struct {
	task  int
	msg   *requestMsg
	watch uint32 // source that its watch fires
}

// own makes a call of the library itself.
func own(xid int32, req zk.Request) call { return call{task: -1, msg: &requestMsg{xid: xid, req: req}} }

type addedWatch struct {
	path   string
	mode   zk.AddWatchMode
	source uint32
}

// forget drops everything that belongs to a session.
func (c *client) forget() {
	// Connections go on being numbered: what is still under way to the former life must not be
	// taken for an answer to this one.
	*c = client{servers: c.servers, timeout: c.timeout, state: zk.StateDisconnected, conn: c.conn}
	c.sent, c.data, c.exist = c.room.sent[:0], c.room.data[:0], c.room.exist[:0]
}

func (c *client) Start(p *sim.Proc) {
	c.forget()
	p.SetState(func(s *trace.Proc) { s.View = trace.Connecting })
	c.dial(p)
}

func (c *client) over() bool { return c.state == zk.StateExpired || c.state == zk.StateClosed }

// Connections are the one that it has or tries to make, or none.
func (c *client) Connections() []sim.Connection {
	if c.dialing || c.state == zk.StateConnected {
		return []sim.Connection{{Peer: c.servers[c.at], Conn: c.conn}}
	}
	return nil
}

// hangup closes the connection.
func (c *client) hangup(p *sim.Proc) { p.Hangup(c.servers[c.at], c.conn) }

func (c *client) dial(p *sim.Proc) {
	c.conn++
	c.dialing = true
	p.Send(c.servers[c.at], &openMsg{c.conn, zk.ConnectRequest{
		LastZxid: c.lastZxid, Timeout: int32(c.timeout.Milliseconds()), Session: c.session, Password: c.password,
	}})
	p.After(connectTimeout, sim.Timer{Kind: timerConnect, Arg: int64(c.conn)}, true)
}

// redial tries the next server at once, and pauses when all have been tried.
func (c *client) redial(p *sim.Proc) {
	c.dialing = false
	c.at = (c.at + 1) % len(c.servers)
	if c.conn%len(c.servers) == 0 {
		p.After(retryPause, sim.Timer{Kind: timerRetry, Arg: int64(c.conn)}, true)
	} else {
		c.dial(p)
	}
}

func (c *client) Recv(p *sim.Proc, from trace.Node, m sim.Message) {
	if c.over() || from != c.servers[c.at] {
		return
	}
	if opened, ok := m.(*openedMsg); ok {
		if c.dialing && opened.conn == c.conn {
			c.opened(p, opened)
		}
		return
	}
	if h, ok := m.(sim.Hangup); ok && h.Conn != c.conn {
		return
	}
	if c.dialing {
		// What else arrives belongs to a connection given up, but for the end of this one.
		if _, ok := m.(sim.Hangup); ok {
			c.redial(p)
		}
		return
	}
	if c.state != zk.StateConnected {
		return
	}
	c.heard = p.Now()
	switch m := m.(type) {
	case *replyMsg:
		c.reply(p, m)
	case *noticeMsg:
		c.notice(p, &m.event)
	case sim.Hangup:
		c.disconnect(p)
	}
}

func (c *client) opened(p *sim.Proc, m *openedMsg) {
	c.dialing = false
	if m.reply.Session == 0 {
		c.end(p, zk.StateExpired, zk.ErrSessionExpired)
		return
	}
	c.session, c.password = m.reply.Session, m.reply.Password
	c.timeout = time.Duration(m.reply.Timeout) * time.Millisecond
	c.heard = p.Now()
	c.become(p, zk.StateConnected)
	p.Unfire(c.disconnected)
	p.After(c.timeout/3, sim.Timer{Kind: timerPing, Arg: int64(c.conn)}, true)
	p.After(c.timeout*2/3, sim.Timer{Kind: timerSilence, Arg: int64(c.conn)}, true)
	for _, auth := range c.auth {
		c.transmit(p, own(zk.XidAuth, auth))
	}
	if again := c.setWatches(); again != nil {
		c.primed = false
		c.transmit(p, own(zk.XidSetWatches, again))
		return
	}
	c.prime(p)
}

// prime lets requests flow: the server knows of every watch again.
func (c *client) prime(p *sim.Proc) {
	c.primed = true
	queued := c.queued
	c.queued = nil
	for _, q := range queued {
		fresh := *q.msg // clones of the world may share it
		q.msg = &fresh
		c.transmit(p, q)
	}
}

// setWatches lists the watches that the server forgot with the old connection. Clients
// split the list at 128 kB; ours are small.
func (c *client) setWatches() *zk.SetWatchesRequest {
	if len(c.data)+len(c.exist)+len(c.child)+len(c.added) == 0 {
		return nil
	}
	r := &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: c.lastZxid,
		Data: c.data.paths(), Exist: c.exist.paths(), Child: c.child.paths()}
	for _, w := range c.added {
		r.Code = zk.OpSetWatches2
		if w.mode == zk.WatchPersistent {
			r.Persistent = append(r.Persistent, w.path)
		} else {
			r.Recursed = append(r.Recursed, w.path)
		}
	}
	return r
}

// Call sends a task's request, or keeps it until there is a connection.
func (c *client) Call(p *sim.Proc, task int, request any) {
	switch r := request.(type) {
	case *stateRequest:
		p.Answer(task, &stateAnswer{c.state, c.session})
	case *sourcesRequest:
		c.lost, c.disconnected = r.lost, r.disconnected
		if c.state != zk.StateConnected && !c.over() && c.session != 0 {
			p.FireSource(c.disconnected, nil)
		}
		p.Answer(task, &stateAnswer{c.state, c.session})
	case *serverRequest:
		q := call{task, &r.requestMsg, r.watch}
		switch {
		case c.state == zk.StateExpired:
			p.Answer(task, failed(zk.ErrSessionExpired))
		case c.state == zk.StateClosed:
			p.Answer(task, failed(zk.ErrSessionClosing))
		case c.state == zk.StateConnected && c.primed:
			c.transmit(p, q)
		case r.req.Op() == zk.OpCloseSession:
			// Nobody can be told. The server keeps the session until it expires.
			p.Answer(task, failed(zk.OK))
			c.end(p, zk.StateClosed, zk.ErrSessionClosing)
		default:
			c.queued = append(c.queued, q)
		}
	default:
		panic(fmt.Sprintf("fakezk: a client was asked for %T", request))
	}
}

func (c *client) transmit(p *sim.Proc, q call) {
	if q.msg.xid == 0 {
		c.xid++
		q.msg.xid = c.xid
	}
	c.sent = append(c.sent, q)
	p.Send(c.servers[c.at], q.msg)
}

func (c *client) reply(p *sim.Proc, m *replyMsg) {
	if m.hdr.Xid == zk.XidPing || len(c.sent) == 0 {
		return
	}
	q := c.sent[0]
	c.sent = c.sent[:copy(c.sent, c.sent[1:])]
	if m.hdr.Zxid > 0 {
		c.lastZxid = m.hdr.Zxid
	}
	if q.watch != 0 {
		c.watch(q, m.hdr.Err)
	}
	switch r := q.msg.req.(type) {
	case *zk.SetWatchesRequest:
		c.prime(p)
	case *zk.AuthRequest:
		if q.task >= 0 && m.hdr.Err == zk.OK {
			c.auth = append(c.auth, r)
		}
	case *zk.RemoveWatchesRequest:
		if m.hdr.Err == zk.OK {
			c.unwatch(r.Path, r.Type)
		}
	case *zk.CloseRequest:
		defer c.end(p, zk.StateClosed, zk.ErrSessionClosing)
	}
	if q.task >= 0 {
		p.Answer(q.task, m)
	}
}

// watch remembers which source a request's watch fires. A failed read leaves none, save for
// exists, which then watches for the znode to be created.
func (c *client) watch(q call, err zk.Error) {
	switch r := q.msg.req.(type) {
	case *zk.ExistsRequest:
		switch err {
		case zk.OK:
			c.data.add(r.Path, q.watch)
		case zk.ErrNoNode:
			c.exist.add(r.Path, q.watch)
		}
	case *zk.GetDataRequest:
		if err == zk.OK {
			c.data.add(r.Path, q.watch)
		}
	case *zk.GetChildrenRequest:
		if err == zk.OK {
			c.child.add(r.Path, q.watch)
		}
	case *zk.AddWatchRequest:
		if err == zk.OK {
			c.added = append(c.added, addedWatch{r.Path, r.Mode, q.watch})
		}
	}
}

// unwatch forgets the watches that the server was asked to remove.
func (c *client) unwatch(path string, kind zk.WatcherType) {
	if kind != zk.WatcherChildren {
		c.data.remove(path)
		c.exist.remove(path)
	}
	if kind != zk.WatcherData {
		c.child.remove(path)
	}
	if kind == zk.WatcherAny {
		c.added = slices.DeleteFunc(c.added, func(w addedWatch) bool { return w.path == path })
	}
}

// notice fires the sources that wait for an event.
func (c *client) notice(p *sim.Proc, e *zk.Event) {
	seen := (*eventAnswer)(e)
	switch e.Type {
	case zk.EventCreated, zk.EventDataChanged:
		c.data.fire(p, e.Path, seen)
		c.exist.fire(p, e.Path, seen)
	case zk.EventDeleted:
		c.data.fire(p, e.Path, seen)
		c.exist.fire(p, e.Path, seen)
		c.child.fire(p, e.Path, seen)
	case zk.EventChildrenChanged:
		c.child.fire(p, e.Path, seen)
	}
	for _, w := range c.added {
		below := w.mode == zk.WatchPersistentRecursive && e.Type != zk.EventChildrenChanged &&
			(w.path == "/" || len(e.Path) > len(w.path) && e.Path[:len(w.path)] == w.path && e.Path[len(w.path)] == '/')
		if e.Path == w.path || below {
			p.FireSource(w.source, seen)
		}
	}
}

func (c *client) Fire(p *sim.Proc, t sim.Timer) {
	if c.over() {
		return
	}
	current := t.Arg == int64(c.conn)
	switch t.Kind {
	case timerPing:
		if current && c.state == zk.StateConnected {
			p.Send(c.servers[c.at], &requestMsg{xid: zk.XidPing, req: &zk.PingRequest{}})
			p.After(c.timeout/3, t, true)
		}
	case timerSilence:
		if !current || c.state != zk.StateConnected {
			return
		}
		if left := c.timeout*2/3 - p.Now().Sub(c.heard); left > 0 {
			p.After(left, t, true)
			return
		}
		c.hangup(p)
		c.disconnect(p)
	case timerConnect:
		if current && c.dialing {
			c.hangup(p)
			c.redial(p)
		}
	case timerRetry:
		if current && !c.dialing && c.state != zk.StateConnected {
			c.dial(p)
		}
	}
}

// disconnect gives up the connection. What was asked and not answered may or may not have
// been done.
func (c *client) disconnect(p *sim.Proc) {
	c.become(p, zk.StateDisconnected)
	c.primed = false
	c.fail(p, &c.sent, zk.ErrConnectionLoss)
	if c.disconnected != 0 {
		p.FireSource(c.disconnected, nil)
	}
	c.redial(p)
}

// end makes the session's end known to every task. It is final.
func (c *client) end(p *sim.Proc, state zk.State, err zk.Error) {
	c.become(p, state)
	c.fail(p, &c.sent, err)
	c.fail(p, &c.queued, err)
	gone := &eventAnswer{Type: zk.EventSession, State: state}
	for _, table := range []*watchTable{&c.data, &c.exist, &c.child} {
		for _, path := range table.paths() {
			table.fire(p, path, gone)
		}
	}
	for _, w := range c.added {
		p.FireSource(w.source, gone)
	}
	c.added = nil
	p.Unfire(c.disconnected)
	if c.lost != 0 {
		p.FireSource(c.lost, gone)
	}
}

func (c *client) fail(p *sim.Proc, calls *[]call, err zk.Error) {
	for _, q := range *calls {
		if q.task >= 0 {
			p.Answer(q.task, failed(err))
		}
	}
	*calls = nil
}

func (c *client) become(p *sim.Proc, state zk.State) {
	c.state = state
	p.Event(trace.Event{Kind: trace.Told, Peer: c.servers[c.at], Text: state.String()})
	p.SetState(func(s *trace.Proc) { s.View, s.Session = zktrace.State(state), c.session })
}

// Can says whether the client can close its session.
func (c *client) Can(_ *sim.Proc, f fault.Fault) error {
	switch {
	case f.Kind != fault.Close:
		return fmt.Errorf("%v: a client does not know this fault", f)
	case c.state != zk.StateConnected:
		return fmt.Errorf("%v: there is no connection", f)
	}
	return nil
}

// Suffer closes the session at the driver's wish.
func (c *client) Suffer(p *sim.Proc, _ fault.Fault) error {
	c.transmit(p, own(0, &zk.CloseRequest{}))
	return nil
}

func (c *client) Clone() sim.Library {
	d := *c
	d.sent = slices.Clone(c.sent)
	d.queued = slices.Clone(c.queued)
	d.auth = slices.Clip(c.auth)
	d.data, d.exist, d.child = c.data.clone(), c.exist.clone(), c.child.clone()
	d.added = slices.Clone(c.added)
	return &d
}

func (c *client) Fingerprint(h *sim.Hash) {
	h.Int(int64(c.state))
	h.Int(c.session)
	h.Int(int64(c.at))
	h.Bool(c.dialing)
	h.Bool(c.primed)
	for _, calls := range [][]call{c.sent, c.queued} {
		h.Uint(uint64(len(calls)))
		for _, q := range calls {
			h.Int(int64(q.task))
			q.msg.Fingerprint(h)
		}
	}
	for _, t := range []watchTable{c.data, c.exist, c.child} {
		for _, path := range t.paths() {
			h.String(path)
		}
		h.Uint(0)
	}
}
