package realzk

import (
	"errors"
	"net"
	"os"
	"slices"
	"strconv"
	"time"

	gozk "github.com/go-zookeeper/zk"

	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/zktrace"
)

// client is a process's session: the go-zookeeper library, and what it takes to make its
// manners those of zk.Client.
//
//   - The library opens a new session once the old one has expired. Here the end of a
//     session is final: its connections are refused from then on, and it is closed.
//   - It sends what was asked for during a disconnection before it has set its watches
//     anew, so that new data could come before the event that tells of it. Here requests
//     are held back until setWatches is answered.
//   - Its event channel drops what is not read in time. Session states are taken from its
//     callback, and watch events from the channel of each watch, which holds the one event
//     there can be.
//
// The library finds out that its connection is gone when it reads. A request that has
// entered the library but was not written yet would then survive in its queue. So a read
// fails only once every request that has entered is written; see conn.fail.
type client struct {
	p      *Process
	m      *member
	w      *World
	lib    *gozk.Conn
	events <-chan gozk.Event // closed when the library's goroutines have ended

	state   zk.State
	session int64
	conn    *conn      // the newest, nil after it broke
	at      trace.Node // the server that was tried last
	primed  bool       // the server knows of every watch again: requests may flow
	closing bool       // the session's end has been asked for
	retired bool       // the library is being closed

	entering     []*call // given to the library, not written yet
	inLibrary    int     // calls that the library has not returned from
	held         []*task // whose requests may not flow yet
	watches      []*watch
	identities   int // that the library presents again on every connection
	awaitAuths   int // of those, not answered yet
	awaitWatches int // watches that setWatches has not restored yet
	cause        int // the event that the library acts on by itself, −1 for none

	lost, disconnected *source
}

// call is one request of a task.
type call struct {
	op    zk.Op
	path  string
	cause int // the event that made the task ask
	recv  int // the event of the reply's arrival, −1
	err   zk.Error
	reply zk.Reply
}

func newCall(op zk.Op, path string) *call { return &call{op: op, path: path, cause: -1, recv: -1} }

type libraryEvent = gozk.Event

type silence struct{}

func (silence) Printf(string, ...any) {}

// hosts offers the library the servers in their order. What it offers are their numbers.
type hosts struct{ count, at, last int }

func (h *hosts) Init([]string) error { return nil }
func (h *hosts) Len() int            { return h.count }
func (h *hosts) Connected()          { h.last = h.at }

// Next reports true when all servers have been tried: the library then pauses.
func (h *hosts) Next() (string, bool) {
	h.at = (h.at + 1) % h.count
	again := h.at == h.last
	if h.last < 0 {
		h.last = h.at
	}
	return strconv.Itoa(h.at), again
}

// connect opens a process's session.
func (p *Process) connect() error {
	w := p.m.w
	c := &client{p: p, m: p.m, w: w, state: zk.StateDisconnected, at: trace.NoNode, cause: -1,
		lost:         &source{p: p, kind: latch, text: "the end of the session"},
		disconnected: &source{p: p, kind: level, text: "the connection to break"},
	}
	p.client = c
	// w.mu is held, which keeps the library's goroutines from calling back before c is complete.
	lib, events, err := gozk.Connect([]string{"tap"}, w.cfg.Timeout,
		gozk.WithHostProvider(&hosts{len(w.servers), p.m.first - 1, -1}),
		gozk.WithDialer(c.dial),
		gozk.WithEventCallback(c.hear),
		gozk.WithLogger(silence{}), gozk.WithLogInfo(false))
	if err != nil {
		return err
	}
	c.lib, c.events = lib, events
	return nil
}

func (c *client) over() bool { return c.state == zk.StateExpired || c.state == zk.StateClosed }

// gone reports whether the library must not connect any more.
func (c *client) gone() bool { return c.over() || c.p.dead || c.retired }

var errGone = errors.New("the session is over")

// dial makes a connection for the library, through the tap.
func (c *client) dial(_, number string, timeout time.Duration) (net.Conn, error) {
	i, err := strconv.Atoi(number)
	if err != nil {
		return nil, err
	}
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	// The library has given up the former connection and failed what was asked on it. Once
	// those calls have returned, it is certain which watches it will set anew.
	for !c.gone() && (c.m.life == trace.Paused || c.m.seized || c.inLibrary > 0) {
		c.m.cond.Wait()
	}
	c.poll(c.cause)
	c.awaitWatches = c.distinctWatches()
	c.awaitAuths = c.identities
	if limit := time.Now().Add(timeout); c.m.links[i].cut && !c.gone() {
		c.unheard(i)
		for !c.gone() && time.Now().Before(limit) {
			c.m.waitUntil(limit)
		}
		return nil, os.ErrDeadlineExceeded
	}
	if c.gone() {
		return nil, errGone
	}
	c.w.mu.Unlock()
	far, err := (&net.Dialer{Timeout: timeout}).DialContext(c.w.ctx, "tcp", c.w.servers[i].addr)
	c.w.mu.Lock()
	switch {
	case err != nil && !c.gone():
		c.unheard(i)
		return nil, err
	case err != nil:
		return nil, err
	case c.gone():
		far.Close()
		return nil, errGone
	}
	c.conn = newConn(c, i, far)
	return c.conn, nil
}

// unheard records an attempt to connect that no server will ever know of.
func (c *client) unheard(server int) {
	msg := zktrace.Open(&zk.ConnectRequest{Session: c.session})
	node := c.w.servers[server].node
	c.at = node
	n := c.w.add(trace.Event{Kind: trace.Send, Node: c.m.node, Peer: node, Cause: c.cause, Msg: msg})
	c.connecting()
	c.w.add(trace.Event{Kind: trace.Lost, Node: node, Peer: c.m.node, Cause: n, Msg: msg})
}

// connecting notes an attempt to connect. The first shows that the session is being opened,
// and lets the program begin.
func (c *client) connecting() {
	if c.session == 0 {
		c.m.show(func(s *trace.Proc) { s.View = trace.Connecting })
	}
	if p := c.p; !p.begun {
		p.begun = true
		p.spawn(func() { c.w.cfg.Program(p) }, true)
	}
}

// hear is the library's callback.
func (c *client) hear(e gozk.Event) {
	if e.Type != gozk.EventSession {
		return
	}
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	for c.m.life == trace.Paused && !c.gone() {
		c.m.cond.Wait()
	}
	if c.gone() {
		return
	}
	switch e.State {
	case gozk.StateHasSession:
		c.connected()
	case gozk.StateDisconnected:
		if c.state == zk.StateConnected {
			c.disconnect()
		}
	case gozk.StateExpired:
		c.end(zk.StateExpired)
	}
}

// become tells the process a state of its session.
func (c *client) become(state zk.State) {
	c.state = state
	cause := c.cause
	if c.conn != nil {
		cause = c.conn.recv
	}
	c.cause = c.m.event(trace.Event{Kind: trace.Told, Peer: c.at, Cause: cause, Text: state.String()})
	c.m.show(func(s *trace.Proc) { s.View, s.Session = zktrace.State(state), c.session })
	c.m.cond.Broadcast()
}

func (c *client) connected() {
	c.session = c.conn.session.id
	c.become(zk.StateConnected)
	c.disconnected.unfire()
	c.prime(c.cause)
}

// prime lets requests flow, if the server knows of every identity and watch again.
func (c *client) prime(cause int) {
	if c.state != zk.StateConnected || c.primed || c.awaitAuths > 0 || c.awaitWatches > 0 {
		return
	}
	c.primed = true
	c.letGo(cause)
}

// letGo lets held requests find out how things stand now.
func (c *client) letGo(cause int) {
	held := c.held
	c.held = nil
	for _, t := range held {
		t.cause = cause
		c.p.want(t)
	}
}

func (c *client) disconnect() {
	c.primed = false
	c.become(zk.StateDisconnected)
	c.conn = nil
	c.disconnected.fire(c.cause)
	c.p.unpark(time.Time{})
}

// end makes the session's end known to every task. It is final.
func (c *client) end(state zk.State) {
	c.primed = false
	c.become(state)
	if c.conn != nil && state == zk.StateExpired {
		c.conn.abandon() // the library forgets to
	}
	watches := c.watches
	c.watches = nil
	for _, w := range watches {
		c.void(w)
	}
	c.disconnected.unfire()
	c.lost.fire(c.cause)
	c.letGo(c.cause)
	c.p.unpark(time.Time{})
	c.retire()
}

// void fires a watch because its session is over.
func (c *client) void(w *watch) {
	w.saw = zk.Event{Type: zk.EventSession, State: c.state}
	w.fire(c.cause)
}

// die takes the library away from a process that has stopped.
func (c *client) die() {
	c.letGo(-1)
	if c.conn != nil {
		c.conn.abandon()
	}
	c.retire()
}

// retire closes the library. If it has a connection, it sends closeSession on it.
func (c *client) retire() {
	if c.retired {
		return
	}
	c.retired = true
	c.m.cond.Broadcast()
	c.w.running.Add(1)
	go func() {
		defer c.w.running.Done()
		c.w.mu.Lock()
		for c.inLibrary > 0 { // closing under a call's feet would race with its reply
			c.m.cond.Wait()
		}
		lib, events := c.lib, c.events
		c.w.mu.Unlock()
		lib.Close()
		for range events {
		}
	}()
}

// poll fires the watches whose channels have got their event. The library fills the
// channels while it works on a frame, so what is there when it reads the next is complete.
func (c *client) poll(cause int) {
	c.watches = slices.DeleteFunc(c.watches, func(w *watch) bool { return c.take(w, cause) })
}

// take fires a watch if its event has come.
func (c *client) take(w *watch, cause int) bool {
	select {
	case e := <-w.ch:
		if e.Type == gozk.EventNotWatching {
			return true // the session is over, which is told in another way
		}
		w.saw = zk.Event{Type: zk.EventType(e.Type), State: zk.State(e.State), Path: c.w.chroot.out(e.Path)}
		w.fire(cause)
		return true
	default:
		return false
	}
}

// distinctWatches counts the entries that setWatches will have.
func (c *client) distinctWatches() int {
	type key struct {
		path string
		kind watchKind
	}
	distinct := map[key]bool{}
	for _, w := range c.watches {
		distinct[key{w.path, w.kind}] = true
	}
	return len(distinct)
}
