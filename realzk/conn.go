package realzk

import (
	"bufio"
	"errors"
	"net"
	"slices"
	"time"

	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/wire"
	"lockstep/zk/zktrace"
)

// conn is one connection between a process's library and a server, with the tap in its
// middle. The library's end is this very value, as a net.Conn (see near.go); the server's
// is a socket. What goes through is first decoded and recorded:
//
//	the library writes a frame   Send by the process    (then it is on its way up)
//	it is passed to the server   Recv at the server
//	the server's frame is read   Send by the server     (then it is on its way down)
//	the library reads it         Recv at the process
//
// A fault acts on what is on its way: a cut holds it, a delay lets it wait, and when an end
// goes away it is lost.
type conn struct {
	w      *World
	m      *member
	c      *client
	server int
	far    net.Conn

	nearOpen, farOpen bool
	hungUp            bool      // the library's end has gone first, and the server is to learn of it
	lingers           time.Time // how long the socket may stay open after that
	session           *session  // nil until the server has named it

	up         []item
	asked      int64  // the session that the library asked for
	greeted    bool   // its connect request has been written
	unanswered []*ask // passed to the server, in order
	ping       int    // the event of the newest ping's arrival
	newest     int    // the event of the newest arrival of all

	down      []item
	opening   int       // the event of the connect request's arrival
	connectBy time.Time // when the library gives up on a connection that is not opened
	opened    bool      // the library has read the connect reply
	recv      int       // the newest event at the process that came through here, −1
	read      nearSide

	armed    map[watchKey]int64 // watches on the server, with the transaction that it had seen when it set them
	outdated map[watchKey]bool  // those that the setWatches under way need not set
	notice   int                // the arrival of the newest watch event, −1
}

// item is something on its way.
type item struct {
	msg   trace.Msg
	send  int // its event
	due   time.Time
	frame []byte // nil for a hangup
	ask   *ask   // of a request; of a reply: what it answers
	reply zk.Reply
	err   zk.Error // of a reply
	event *zk.Event
}

// ask is a request that a server has to answer.
type ask struct {
	xid  int32
	req  zk.Request
	call *call // nil for what the library asks by itself
	recv int   // the event of its arrival
}

// lingerFor is how long a socket stays open after the library's end has gone, so that it
// becomes known what was done with the last requests.
const lingerFor = time.Second

// connectTimeout is how long the library gives a connection to be made and opened. That is
// how it treats sockets; the rest it would leave to a read timeout of many seconds.
const connectTimeout = time.Second

// newConn puts the tap between the library and a socket.
func newConn(c *client, server int, far net.Conn) *conn {
	c.at = c.w.servers[server].node
	x := &conn{w: c.w, m: c.m, c: c, server: server, far: far, nearOpen: true, farOpen: true,
		connectBy: time.Now().Add(connectTimeout), ping: -1, newest: -1, opening: -1, recv: -1, notice: -1,
		armed: map[watchKey]int64{}, outdated: map[watchKey]bool{}}
	x.w.conns = append(x.w.conns, x)
	x.w.running.Add(2)
	go x.pumpUp()
	go x.pumpDown()
	return x
}

func (x *conn) node() trace.Node { return x.w.servers[x.server].node }
func (x *conn) link() *link      { return &x.m.links[x.server] }

// dueNow is when something sent at this moment may arrive.
func (x *conn) dueNow() time.Time { return time.Now().Add(x.link().delay) }

func (x *conn) sendUp(it item, cause int) {
	it.send = x.w.add(trace.Event{Kind: trace.Send, Node: x.m.node, Peer: x.node(), Cause: cause, Msg: it.msg})
	it.due = x.dueNow()
	if it.msg.Class == trace.Open {
		x.c.connecting()
		if x.link().cut {
			x.loseUp(it) // a connection cannot be made
			return
		}
	}
	x.up = append(x.up, it)
	x.m.cond.Broadcast()
}

// sendDown records that the server has sent something.
func (x *conn) sendDown(it *item, cause int) {
	it.send = x.w.add(trace.Event{Kind: trace.Send, Node: x.node(), Peer: x.m.node, Cause: cause, Msg: it.msg})
	it.due = x.dueNow()
}

// enqueue lets the library have what the server has sent.
func (x *conn) enqueue(it item) {
	if !x.nearOpen {
		x.unread(it)
		return
	}
	x.down = append(x.down, it)
	x.m.cond.Broadcast()
}

// unread disposes of what the library will not read. The end of a connection whose session
// is over still arrives at the process's machine; everything else is lost.
func (x *conn) unread(it item) {
	if it.frame == nil && (x.c.over() || x.sessionClosed()) && !x.c.p.dead {
		x.w.add(trace.Event{Kind: trace.Recv, Node: x.m.node, Peer: x.node(), Cause: it.send, Msg: it.msg})
		return
	}
	x.loseDown(it)
}

func (x *conn) loseUp(it item) {
	x.w.add(trace.Event{Kind: trace.Lost, Node: x.node(), Peer: x.m.node, Cause: it.send, Msg: it.msg})
}

func (x *conn) loseDown(it item) {
	x.w.add(trace.Event{Kind: trace.Lost, Node: x.m.node, Peer: x.node(), Cause: it.send, Msg: it.msg})
}

// written handles a frame of the library's.
func (x *conn) written(body []byte) {
	it := item{frame: wire.AppendFrame(nil, body)}
	if !x.greeted {
		x.greeted = true
		req, err := wire.DecodeConnectRequest(body)
		if err != nil {
			req = &zk.ConnectRequest{} // for the server to refuse
		}
		x.asked = req.Session
		it.msg = zktrace.Open(req)
		x.sendUp(it, x.c.cause)
		return
	}
	xid, req, err := wire.DecodeRequest(body)
	if err != nil {
		req = &zk.UnknownRequest{} // for the server to refuse
	}
	x.w.chroot.request(req)
	it.ask = &ask{xid: xid, req: req, recv: -1}
	it.msg = zktrace.Request(req)
	cause := x.c.cause
	if k := x.c.written(req); k != nil {
		it.ask.call, cause = k, k.cause
	}
	x.sendUp(it, cause)
}

// written finds the call that a request belongs to, nil if the library made it by itself.
func (c *client) written(req zk.Request) *call {
	path := zktrace.Request(req).Path
	for _, k := range c.entering {
		if k.op == req.Op() && k.path == path {
			c.left(k)
			return k
		}
	}
	return nil
}

// pumpUp passes to the server what is on its way there.
func (x *conn) pumpUp() {
	defer x.w.running.Done()
	x.w.mu.Lock()
	defer x.w.mu.Unlock()
	for {
		it, ok := x.nextUp()
		if !ok {
			break
		}
		if it.frame == nil { // the library's end is gone
			x.lingers = time.Now().Add(lingerFor)
			break
		}
		x.w.mu.Unlock()
		x.far.Write(it.frame) // if that fails, pumpDown finds out
		x.w.mu.Lock()
	}
	for x.farOpen && len(x.unanswered) > 0 && time.Now().Before(x.lingers) {
		x.m.waitUntil(x.lingers)
	}
	x.closeFar()
}

// nextUp waits for the next item that may arrive at the server, and lets it arrive. It
// reports false when none will.
func (x *conn) nextUp() (item, bool) {
	for {
		if !x.farOpen {
			return item{}, false
		}
		var alarm time.Time
		if len(x.up) > 0 && (!x.link().cut || x.w.closing) {
			it := x.up[0]
			if alarm = it.due; !alarm.After(time.Now()) || x.w.closing {
				x.up = x.up[1:]
				x.arriveUp(it)
				return it, true
			}
		}
		if !x.nearOpen && !x.hungUp && len(x.up) == 0 {
			// The session is over, and it is for the server to close the connection.
			if x.lingers.IsZero() {
				x.lingers = time.Now().Add(lingerFor)
			}
			if alarm = x.lingers; !alarm.After(time.Now()) {
				return item{}, false
			}
		}
		x.m.waitUntil(alarm)
	}
}

func (x *conn) arriveUp(it item) {
	n := x.w.add(trace.Event{Kind: trace.Recv, Node: x.node(), Peer: x.m.node, Cause: it.send, Msg: it.msg})
	if it.frame != nil {
		x.newest = n
		if x.session != nil {
			x.session.touch(n)
		}
	}
	switch {
	case it.ask == nil:
		x.opening = n
	case it.ask.xid == zk.XidPing:
		x.ping = n
	default:
		it.ask.recv = n
		x.unanswered = append(x.unanswered, it.ask)
	}
}

// pumpDown reads what the server sends.
func (x *conn) pumpDown() {
	defer x.w.running.Done()
	in := bufio.NewReader(x.far)
	greeted := false
	for {
		body, err := wire.ReadFrame(in, maxReply)
		x.w.mu.Lock()
		if err == nil {
			if greeted {
				err = x.received(body)
			} else {
				err = x.welcomed(body)
				greeted = true
			}
		}
		if err != nil {
			x.serverGone()
			x.w.mu.Unlock()
			return
		}
		x.w.mu.Unlock()
	}
}

// welcomed handles the server's first frame.
func (x *conn) welcomed(body []byte) error {
	reply, err := wire.DecodeConnectReply(body)
	if err != nil {
		return err
	}
	if reply.Session == 0 {
		if s := x.w.sessions[x.asked]; s != nil {
			s.expire(0)
		}
	}
	it := item{frame: wire.AppendFrame(nil, body), msg: zktrace.Opened(x.asked, reply)}
	x.sendDown(&it, x.opening)
	if reply.Session != 0 {
		x.session = x.w.welcome(x, reply)
	}
	x.enqueue(it)
	return nil
}

// received handles any other frame of the server's.
func (x *conn) received(body []byte) error {
	hdr, err := wire.DecodeHeader(body)
	if err != nil {
		return err
	}
	it := item{frame: wire.AppendFrame(nil, body)}
	switch hdr.Xid {
	case zk.XidEvent:
		e, err := wire.DecodeEvent(body)
		if err != nil {
			return err
		}
		e.Path = x.w.chroot.out(e.Path)
		cause := x.why(e)
		it.msg, it.event = zktrace.Notice(e), &e
		x.sendDown(&it, cause)
		x.disarm(e)
		x.enqueue(it)
	case zk.XidPing:
		it.msg = zktrace.Reply(&zk.PingRequest{}, hdr, nil)
		x.sendDown(&it, x.ping)
		x.enqueue(it)
	default:
		return x.answered(it, hdr, body)
	}
	return nil
}

var errUnasked = errors.New("a reply to no request")

// answered handles a reply.
func (x *conn) answered(it item, hdr zk.Header, body []byte) error {
	i := slices.IndexFunc(x.unanswered, func(a *ask) bool { return a.xid == hdr.Xid })
	if i < 0 {
		return errUnasked
	}
	a := x.unanswered[i]
	x.unanswered = slices.Delete(x.unanswered, i, i+1)
	_, reply, err := wire.DecodeReply(body, a.req.Op())
	if err != nil {
		return err
	}
	x.w.chroot.reply(reply)
	it.ask, it.reply, it.err = a, reply, hdr.Err
	it.msg = zktrace.Reply(a.req, hdr, reply)
	x.sendDown(&it, a.recv)
	x.arm(a.req, hdr)
	x.w.apply(x.session, a, hdr, reply)
	if x.link().dropReply && it.msg.Class == trace.Reply {
		x.link().dropReply = false
		x.loseDown(it)
		x.snap()
		return nil
	}
	x.enqueue(it)
	x.m.cond.Broadcast()
	return nil
}

// loseAll loses what is on its way, in one direction or both.
func (x *conn) loseAll(up, down bool) {
	if up {
		lost := x.up
		x.up = nil
		for _, it := range lost {
			x.loseUp(it)
		}
	}
	if down {
		lost := x.down
		x.down = nil
		for _, it := range lost {
			x.unread(it)
		}
	}
}

// snap breaks the connection in its middle: both ends notice. What the server still has to
// answer is waited for, so that it is known what was done.
func (x *conn) snap() {
	x.loseAll(true, true)
	x.hungUp = true
	x.sendUp(item{msg: trace.Msg{Class: trace.Hangup}}, x.newest)
	x.hangUpOn(x.newest)
}

// hangUpOn lets the library learn that the connection is gone.
func (x *conn) hangUpOn(cause int) {
	it := item{msg: trace.Msg{Class: trace.Hangup}}
	x.sendDown(&it, cause)
	x.enqueue(it)
}

// serverGone handles the end of what the server sends.
func (x *conn) serverGone() {
	for x.m.seized && !x.w.closing {
		x.m.cond.Wait() // what follows from the session's end comes after it
	}
	if !x.farOpen {
		return // it was closed from here
	}
	x.closeFar()
	cause := x.newest
	if s := x.session; s != nil && s.conn == x {
		s.connectionEnded()
		if s.expired >= 0 {
			cause = s.expired
		}
	}
	if !x.hungUp {
		x.hangUpOn(cause)
	}
}

// closeFar closes the socket. With a connection go the watches that the server had for it.
func (x *conn) closeFar() {
	if !x.farOpen {
		return
	}
	x.farOpen = false
	x.far.Close()
	x.loseAll(true, false)
	x.unanswered = nil
	x.disarmAll()
	x.w.conns = slices.DeleteFunc(x.w.conns, func(other *conn) bool { return other == x })
	x.m.cond.Broadcast()
	x.w.stir()
}

// abandon takes the library's end away. What it had written still arrives, and then the end
// of the connection, unless that is the server's to make.
func (x *conn) abandon() {
	if !x.nearOpen {
		return
	}
	x.nearOpen = false
	x.loseAll(false, true)
	if x.farOpen && !x.hungUp && !x.c.over() && !x.sessionClosed() {
		x.hungUp = true
		x.sendUp(item{msg: trace.Msg{Class: trace.Hangup}}, x.c.cause)
	}
	x.m.cond.Broadcast()
	x.w.stir()
}

func (x *conn) sessionClosed() bool { return x.session != nil && x.session.over }

// shut ends the connection because the world ends. If it can, it takes the session along.
func (x *conn) shut() {
	x.nearOpen = false
	x.far.SetDeadline(time.Now().Add(lingerFor))
	if x.farOpen && x.session != nil && !x.session.over && !x.hungUp {
		const xid = 1<<31 - 1 // the library's count up from 1
		frame := wire.AppendFrame(nil, wire.AppendRequest(nil, xid, &zk.CloseRequest{}))
		x.up = []item{{frame: frame, ask: &ask{xid: xid, req: &zk.CloseRequest{}, recv: -1}}}
	} else {
		x.closeFar()
	}
	x.m.cond.Broadcast()
}
