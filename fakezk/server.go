package fakezk

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"lockstep/fakezk/zkcore"
	"lockstep/fault"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

// sweepInterval is how often a server looks for containers and TTL znodes to delete.
const sweepInterval = time.Minute

// Kinds of timers.
const (
	timerExpiry int32 = iota
	timerSweep
)

// Server is one ZooKeeper server as a node of the world: the core, and its connections.
type Server struct {
	core   *zkcore.Core
	conns  map[int64]trace.Node // by session: who is connected
	peers  map[trace.Node]int64 // the other way round
	heard  map[int64]heard      // of every open session
	alarm  int64                // when the expiry timer fires, in the core's time; 0: none is set
	place  sim.Place            // of the present step
	notice *noticeMsg           // the newest: one event often goes to many
	forced bool                 // the present step ends a session at the driver's wish
}

// heard is the last that a server heard of a session: from whom, and the event that it was.
type heard struct {
	client  trace.Node
	event   int
	timeout int32 // negotiated, milliseconds
}

// NewServer makes a server with nothing but what a fresh one has.
func NewServer(o zkcore.Options) *Server {
	return &Server{core: zkcore.New(o), conns: map[int64]trace.Node{}, peers: map[trace.Node]int64{},
		heard: map[int64]heard{}}
}

// Start begins to serve. After a crash, the tree and the sessions are still there, as they
// would be on disk, and every session has its whole timeout before it again.
func (s *Server) Start(p sim.Place) {
	s.enter(p)
	for session := range s.conns {
		s.core.Disconnect(session)
	}
	clear(s.conns)
	clear(s.peers)
	for session := range s.heard {
		s.core.Touch(now(p), session)
	}
	s.alarm = 0
	p.After(sweepInterval, sim.Timer{Kind: timerSweep}, true)
	s.setAlarm(p)
}

// Provide makes persistent znodes before a run begins, with a session of its own that is
// closed again. To the trace it is one event, without messages.
func (s *Server) Provide(p sim.Place, paths ...string) error {
	s.enter(p)
	p.Event(trace.Event{Kind: trace.Work, Peer: trace.NoNode, Text: "set-up"})
	reply, _ := s.core.Connect(now(p), &zk.ConnectRequest{})
	ask := func(r zk.Request) zk.Error {
		h, _, _ := s.core.Request(now(p), reply.Session, 1, r, s)
		return h.Err
	}
	for _, path := range paths {
		if err := ask(zk.NewCreate(path, nil, zk.Persistent, nil, 0)); err != zk.OK && err != zk.ErrNodeExists {
			return fmt.Errorf("cannot make %s: %w", path, err)
		}
	}
	ask(&zk.CloseRequest{})
	return nil
}

// now is the server's monotonic clock.
func now(p sim.Place) int64 { return p.Now().Milliseconds() }

func (s *Server) enter(p sim.Place) {
	s.place = p
	if p.Trace().Kept() {
		s.core.SetObserver(observer{s})
	}
}

// Peers are the processes connected to the server, in the order of their nodes.
func (s *Server) Peers() []trace.Node {
	peers := make([]trace.Node, 0, len(s.peers))
	for n := range s.peers {
		peers = append(peers, n)
	}
	slices.Sort(peers)
	return peers
}

func (s *Server) Recv(p sim.Place, from trace.Node, m sim.Message) {
	s.enter(p)
	switch m := m.(type) {
	case *requestMsg:
		s.request(p, from, m)
	case *openMsg:
		s.open(p, from, m)
	case sim.Hangup:
		if session, ok := s.peers[from]; ok {
			s.core.Disconnect(session)
			s.forget(session, from)
		}
	}
}

func (s *Server) forget(session int64, client trace.Node) {
	delete(s.conns, session)
	delete(s.peers, client)
}

func (s *Server) open(p sim.Place, from trace.Node, m *openMsg) {
	reply, verdict := s.core.Connect(now(p), &m.req)
	if verdict.Kick {
		s.kick(p, m.req.Session, from)
	}
	if verdict.Outcome == zkcore.Refused {
		p.Hangup(from)
		return
	}
	if reply.Session != 0 {
		s.conns[reply.Session] = from
		s.peers[from] = reply.Session
		s.heard[reply.Session] = heard{from, p.Cause(), reply.Timeout}
		if p.Trace().Kept() {
			observer{s}.SessionMoved(reply.Session, s.core.Deadline(reply.Session))
		}
	}
	p.Send(from, &openedMsg{m.conn, m.req.Session, reply})
	if reply.Session == 0 {
		p.Hangup(from)
	}
	s.setAlarm(p)
}

// kick closes the connection that a session had before. If it was the same client's, that
// has given it up already.
func (s *Server) kick(p sim.Place, session int64, by trace.Node) {
	old, ok := s.conns[session]
	if !ok {
		return
	}
	s.forget(session, old)
	if old != by {
		p.Hangup(old)
	}
}

func (s *Server) request(p sim.Place, from trace.Node, m *requestMsg) {
	session, ok := s.peers[from]
	if !ok {
		return // of a connection that is closed already
	}
	s.hear(session, from, p.Cause())
	hdr, body, next := s.core.Request(now(p), session, m.xid, m.req, s)
	if next == zkcore.Silent {
		return
	}
	if next != zkcore.Drop {
		p.Send(from, &replyMsg{m.req, hdr, body})
	}
	if next != zkcore.Keep {
		s.core.Disconnect(session)
		s.forget(session, from)
		if m.req.Op() == zk.OpCloseSession {
			delete(s.heard, session)
		}
		p.Hangup(from)
	}
}

func (s *Server) hear(session int64, from trace.Node, event int) {
	h := s.heard[session]
	h.client, h.event = from, event
	s.heard[session] = h
}

// Event sends a watch's event to its session: the core's Sink.
func (s *Server) Event(session int64, e zk.Event) {
	if client, ok := s.conns[session]; ok {
		if s.notice == nil || s.notice.event != e {
			s.notice = &noticeMsg{e}
		}
		s.place.Send(client, s.notice)
	}
}

func (s *Server) Fire(p sim.Place, t sim.Timer) {
	s.enter(p)
	switch t.Kind {
	case timerExpiry:
		if t.Arg == s.alarm {
			s.alarm = 0
		}
		s.expire(p)
		s.setAlarm(p)
	case timerSweep:
		s.core.Sweep(now(p), s)
		p.After(sweepInterval, t, true)
	}
}

// setAlarm sets a timer for the first expiry there can be. Sessions only ever get more
// time, so an alarm that is set already is early enough, unless a new one has less.
func (s *Server) setAlarm(p sim.Place) {
	next, ok := s.core.NextExpiry()
	if !ok || s.alarm != 0 && s.alarm <= next {
		return
	}
	s.alarm = next
	p.After(time.Duration(next)*time.Millisecond-p.Now().Sub(0), sim.Timer{Kind: timerExpiry, Arg: next}, true)
}

func (s *Server) expire(p sim.Place) {
	for _, session := range s.core.Expire(now(p), s) {
		s.end(p, session)
	}
}

// Expiring reports that a session ends, because nothing was heard of it since the last: the
// core's Sink, which then tells of the watches that fire.
func (s *Server) Expiring(session int64) {
	last := s.heard[session]
	if !s.forced {
		s.place.Because(last.event)
	}
	s.place.Event(trace.Event{Kind: trace.Expired, Peer: last.client})
}

func (s *Server) end(p sim.Place, session int64) {
	if client, ok := s.conns[session]; ok {
		s.forget(session, client)
		p.Hangup(client)
	}
	delete(s.heard, session)
}

// Suffer ends a session at the driver's wish.
func (s *Server) Suffer(p sim.Place, f fault.Fault) error {
	if f.Kind != fault.Expire {
		return fmt.Errorf("%v: a server does not know this fault", f)
	}
	client, _ := p.Trace().NodeNamed(f.Node)
	session := int64(0)
	for id, h := range s.heard {
		if h.client == client {
			session = max(session, id) // the newest: a process that was restarted has two
		}
	}
	if session == 0 {
		return fmt.Errorf("%v: it has no session", f)
	}
	s.enter(p)
	s.forced = true
	s.core.End(now(p), session, s)
	s.forced = false
	s.end(p, session)
	return nil
}

// Clone copies the server. The copy shows its changes once it takes a step.
func (s *Server) Clone() sim.Node {
	c := *s
	c.core = s.core.Clone()
	c.conns, c.peers, c.heard = maps.Clone(s.conns), maps.Clone(s.peers), maps.Clone(s.heard)
	return &c
}

// Fingerprint covers the core and who is connected.
func (s *Server) Fingerprint(h *sim.Hash) {
	s.core.Fingerprint(coreHash{h})
	for _, n := range s.Peers() {
		h.Int(int64(n))
		h.Int(s.peers[n])
	}
}
