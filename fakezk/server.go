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
const sweepInterval = zkcore.SweepInterval * time.Millisecond

// Kinds of timers.
const (
	timerExpiry int32 = iota
	timerSweep
)

// Server is one ZooKeeper server as a node of the world: the core, and its connections.
type Server struct {
	core   *zkcore.Core
	guests map[int64]*guest // by session: every one that is open
	conns  []*guest         // by node: whose session its connection is, nil without one
	alarm  int64            // when the expiry timer fires, in the core's time; 0: none is set
	place  sim.Place        // of the present step
	notice *noticeMsg       // the newest: one event often goes to many
	forced bool             // the present step ends a session at the driver's wish
}

// guest is what a server knows of a session besides what its core does.
type guest struct {
	session   int64
	client    trace.Node // who opened it, or resumed it last
	connected bool
	conn      int   // the client's number of the connection
	timeout   int32 // negotiated, milliseconds
	event     int   // the last that was heard of it
}

// NewServer makes a server with nothing but what a fresh one has.
func NewServer(o zkcore.Options) *Server {
	return &Server{core: zkcore.New(o), guests: map[int64]*guest{}}
}

// Start begins to serve. After a crash, the tree and the sessions are still there, as they
// would be on disk, and every session has its whole timeout before it again.
func (s *Server) Start(p sim.Place) {
	s.enter(p)
	for _, session := range slices.Sorted(maps.Keys(s.guests)) {
		g := s.guests[session]
		if g.connected {
			s.core.Disconnect(session)
			g.connected = false
		}
		s.core.Touch(now(p), session)
	}
	s.conns = nil
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

// Connections are those to processes, in the order of their nodes.
func (s *Server) Connections() []sim.Connection {
	var all []sim.Connection
	for n, g := range s.conns {
		if g != nil {
			all = append(all, sim.Connection{Peer: trace.Node(n), Conn: g.conn})
		}
	}
	return all
}

// on gives the session of a node's connection, nil without one.
func (s *Server) on(client trace.Node) *guest {
	if int(client) < len(s.conns) {
		return s.conns[client]
	}
	return nil
}

// connect gives a session its connection. A node has one: whatever session it had before is
// without one now.
func (s *Server) connect(g *guest) {
	if old := s.on(g.client); old != nil && old != g {
		s.core.Disconnect(old.session)
		s.disconnect(old)
	}
	for int(g.client) >= len(s.conns) {
		s.conns = append(s.conns, nil)
	}
	s.conns[g.client] = g
	g.connected = true
}

func (s *Server) disconnect(g *guest) {
	s.conns[g.client] = nil
	g.connected = false
}

func (s *Server) Recv(p sim.Place, from trace.Node, m sim.Message) {
	s.enter(p)
	switch m := m.(type) {
	case *requestMsg:
		s.request(p, from, m)
	case *openMsg:
		s.open(p, from, m)
	case sim.Hangup:
		if g := s.on(from); g != nil {
			s.core.Disconnect(g.session)
			s.disconnect(g)
		}
	}
}

func (s *Server) open(p sim.Place, from trace.Node, m *openMsg) {
	reply, verdict := s.core.Connect(now(p), &m.req)
	if verdict.Kick {
		s.kick(p, m.req.Session, from)
	}
	if verdict.Outcome == zkcore.Refused {
		p.Hangup(from, m.conn)
		return
	}
	if reply.Session != 0 {
		g := s.guests[reply.Session]
		if g == nil {
			g = &guest{session: reply.Session}
			s.guests[reply.Session] = g
		}
		g.client, g.conn, g.timeout, g.event = from, m.conn, reply.Timeout, p.Cause()
		s.connect(g)
		if p.Trace().Kept() {
			observer{s}.SessionMoved(reply.Session, s.core.Deadline(reply.Session))
		}
	}
	p.Send(from, &openedMsg{m.conn, m.req.Session, reply})
	if reply.Session == 0 {
		p.Hangup(from, m.conn)
	}
	s.setAlarm(p)
}

// kick closes the connection that a session had before. If it was the same client's, that
// has given it up already.
func (s *Server) kick(p sim.Place, session int64, by trace.Node) {
	g := s.guests[session]
	if g == nil || !g.connected {
		return
	}
	s.disconnect(g)
	if g.client != by {
		p.Hangup(g.client, g.conn)
	}
}

func (s *Server) request(p sim.Place, from trace.Node, m *requestMsg) {
	g := s.on(from)
	if g == nil {
		return // of a connection that is closed already
	}
	g.event = p.Cause()
	hdr, body, next := s.core.Request(now(p), g.session, m.xid, m.req, s)
	if next == zkcore.Silent {
		return
	}
	switch next {
	case zkcore.Drop:
	case zkcore.Greet:
		p.Send(from, &openedMsg{g.conn, g.session, s.core.Greeting(g.session)})
	default:
		reply := m.reply
		if reply == nil {
			reply = new(replyMsg)
		}
		*reply = replyMsg{m.req, hdr, body}
		p.Send(from, reply)
	}
	if next == zkcore.Close || next == zkcore.Drop {
		s.core.Disconnect(g.session)
		s.disconnect(g)
		if m.req.Op() == zk.OpCloseSession {
			delete(s.guests, g.session)
		}
		p.Hangup(from, g.conn)
	}
}

// Event sends a watch's event to its session: the core's Sink.
func (s *Server) Event(session int64, e zk.Event) {
	g := s.guests[session]
	if g == nil || !g.connected {
		return
	}
	if s.notice == nil || s.notice.event != e {
		s.notice = &noticeMsg{e}
	}
	s.place.Send(g.client, s.notice)
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
	g := s.guests[session]
	if !s.forced {
		s.place.Because(g.event)
	}
	s.place.Event(trace.Event{Kind: trace.Expired, Peer: g.client})
}

// end closes the connection of a session that is over.
func (s *Server) end(p sim.Place, session int64) {
	g := s.guests[session]
	if g.connected {
		s.disconnect(g)
		p.Hangup(g.client, g.conn)
	}
	delete(s.guests, session)
}

// session is the newest of a node that is open, nil without one: a process that was started
// again may have two.
func (s *Server) session(client trace.Node) *guest {
	var newest *guest
	for _, g := range s.guests {
		if g.client == client && (newest == nil || g.session > newest.session) {
			newest = g
		}
	}
	return newest
}

// Can says whether the server can end a node's session.
func (s *Server) Can(p sim.Place, f fault.Fault) error {
	if f.Kind != fault.Expire {
		return fmt.Errorf("%v: a server does not know this fault", f)
	}
	if client, ok := p.Trace().NodeNamed(f.Node); !ok || s.session(client) == nil {
		return fmt.Errorf("%v: it has no session", f)
	}
	return nil
}

// Suffer ends a session at the driver's wish.
func (s *Server) Suffer(p sim.Place, f fault.Fault) error {
	client, _ := p.Trace().NodeNamed(f.Node)
	session := s.session(client).session
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
	c.guests = make(map[int64]*guest, len(s.guests))
	c.conns = make([]*guest, len(s.conns))
	for id, g := range s.guests {
		copied := *g
		c.guests[id] = &copied
		if copied.connected {
			c.conns[copied.client] = &copied
		}
	}
	return &c
}

// Fingerprint covers the core and who is connected.
func (s *Server) Fingerprint(h *sim.Hash) {
	s.core.Fingerprint(coreHash{h})
	for _, c := range s.Connections() {
		h.Int(int64(c.Peer))
		h.Int(s.conns[c.Peer].session)
	}
}
