package realzk

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lockstep/fault"
	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/wire"
)

// tapped is a connection without a library and without a server: the test is both.
type tapped struct {
	t *testing.T
	w *World
	m *member
	x *conn
	*sync.Mutex
	server net.Conn // the server's end
	xid    int32
}

const sid = 0x100abcd

// newTap makes a world of two processes, and a connection of the first.
func newTap(t *testing.T) *tapped {
	w := newWorld(Config{Servers: []string{"tap:1"}, Processes: []string{"c1", "c2"}, Timeout: 3 * time.Second,
		Tick: time.Second, Keep: true, Program: func(*Process) {}})
	w.chroot = "/top"
	w.mu.Lock()
	w.add(trace.Event{Kind: trace.Work, Node: w.servers[0].node, Peer: trace.NoNode, Cause: -1, Text: "set-up"})
	w.tree.found("/lock", &zk.Stat{Czxid: 2, Mzxid: 2, Pzxid: 2})
	w.observer.dirs["/lock"] = &directory{}
	w.mu.Unlock()
	t.Cleanup(func() {
		w.mu.Lock()
		w.closing = true
		for _, x := range slices.Clone(w.conns) {
			x.nearOpen = false
			x.closeFar()
		}
		w.mu.Unlock()
		w.cancel()
		w.running.Wait()
	})
	return tap(t, w, w.members[0])
}

func tap(t *testing.T, w *World, m *member) *tapped {
	near, far := net.Pipe()
	p := &Process{m: m, begun: true, cause: -1, orders: map[string]*source{}, timers: map[*timer]struct{}{}}
	c := &client{p: p, m: m, w: w, cause: -1, retired: true, at: trace.NoNode,
		lost: &source{p: p}, disconnected: &source{p: p, kind: level}}
	p.client, m.proc = c, p
	w.mu.Lock()
	defer w.mu.Unlock()
	c.conn = newConn(c, 0, far)
	return &tapped{t: t, w: w, m: m, x: c.conn, Mutex: &w.mu, server: near}
}

// write is the library's: the server's end must be read before the next.
func (k *tapped) write(body []byte) {
	k.t.Helper()
	if _, err := k.x.Write(wire.AppendFrame(nil, body)); err != nil {
		k.t.Fatal(err)
	}
}

// receive is the server's.
func (k *tapped) receive() []byte {
	k.t.Helper()
	k.server.SetReadDeadline(time.Now().Add(5 * time.Second))
	body, err := wire.ReadFrame(k.server, wire.MaxFrame)
	if err != nil {
		k.t.Fatal(err)
	}
	return body
}

func (k *tapped) request(req zk.Request) {
	k.t.Helper()
	k.xid++
	xid := k.xid
	if req.Op() == zk.OpPing {
		xid = zk.XidPing
	}
	body := wire.AppendRequest(nil, xid, req)
	k.write(body)
	if got := k.receive(); !slices.Equal(got, body) {
		k.t.Errorf("the server got %x, want %x", got, body)
	}
}

// send is the server's.
func (k *tapped) send(body []byte) {
	k.t.Helper()
	k.server.SetWriteDeadline(time.Now().Add(5 * time.Second))
	if _, err := k.server.Write(wire.AppendFrame(nil, body)); err != nil {
		k.t.Fatal(err)
	}
}

func (k *tapped) reply(zxid int64, err zk.Error, r zk.Reply) {
	k.t.Helper()
	k.send(wire.AppendReply(nil, zk.Header{Xid: k.xid, Zxid: zxid, Err: err}, r))
}

// read is the library's.
func (k *tapped) read() []byte {
	k.t.Helper()
	k.x.SetReadDeadline(time.Now().Add(5 * time.Second))
	body, err := wire.ReadFrame(k.x, maxReply)
	if err != nil {
		k.t.Fatal(err)
	}
	return body
}

func (k *tapped) open() {
	k.t.Helper()
	k.write(wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 3000}))
	k.receive()
	k.send(wire.AppendConnectReply(nil, &zk.ConnectReply{Timeout: 3000, Session: sid}))
	k.read()
}

// story is the trace, one line an event, without times.
func (k *tapped) story() string {
	k.w.flush()
	var b strings.Builder
	t := k.w.trace
	c := t.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			return b.String()
		}
		fmt.Fprintf(&b, "%d %v %s", e.N, e.Kind, t.Name(e.Node))
		if e.Peer != trace.NoNode {
			fmt.Fprintf(&b, " %s", t.Name(e.Peer))
		}
		if e.Kind.HasMsg() {
			fmt.Fprintf(&b, " %v", e.Msg.Class)
			for _, word := range []string{e.Msg.Op.String(), e.Msg.Path, e.Msg.Text, e.Msg.Err} {
				if word != "" {
					fmt.Fprintf(&b, " %s", word)
				}
			}
		}
		if e.Text != "" {
			fmt.Fprintf(&b, " %s", e.Text)
		}
		if e.Inferred {
			b.WriteString(" (inferred)")
		}
		if e.Cause >= 0 {
			fmt.Fprintf(&b, " because of %d", e.Cause)
		}
		b.WriteByte('\n')
	}
}

func (k *tapped) wantStory(want string) {
	k.t.Helper()
	want = strings.TrimPrefix(want, "\n")
	if got := k.story(); got != want {
		k.t.Errorf("the trace is\n%s\nwant\n%s", got, want)
	}
}

func event(typ zk.EventType, path string) []byte {
	return wire.AppendEvent(nil, zk.Event{Type: typ, State: zk.StateConnected, Path: path})
}

// The trace that frames make: paths without the world's own znode, every message twice, and
// a cause for each.
func TestTrace(t *testing.T) {
	k := newTap(t)
	k.open()
	k.request(zk.NewCreate("/top/lock/lock-", nil, zk.EphemeralSequential, nil, 0))
	k.reply(5, zk.OK, &zk.CreateReply{Path: "/top/lock/lock-0000000000"})
	k.read()
	k.request(&zk.GetChildrenRequest{Path: "/top/lock", Watch: true, WantStat: true})
	k.reply(5, zk.OK, &zk.ChildrenReply{Children: []string{"lock-0000000000"}, HasStat: true})
	k.read()
	k.request(&zk.ExistsRequest{Path: "/top/lock/none", Watch: true})
	k.reply(5, zk.ErrNoNode, nil)
	k.read()
	k.request(&zk.PingRequest{})
	k.send(wire.AppendReply(nil, zk.Header{Xid: zk.XidPing, Zxid: 5}, nil))
	k.read()
	k.request(&zk.DeleteRequest{Path: "/top/lock/lock-0000000000", Version: -1})
	k.send(event(zk.EventChildrenChanged, "/top/lock"))
	k.read()
	k.reply(6, zk.OK, nil)
	k.read()
	k.request(&zk.CloseRequest{})
	k.reply(7, zk.OK, nil)
	k.read()
	k.server.Close()
	k.x.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := k.x.Read(make([]byte, 4)); err != io.EOF {
		t.Errorf("after the server's end the library reads %v, want EOF", err)
	}
	k.wantStory(`
0 work zk set-up
1 send c1 zk open new session
2 recv zk c1 open new session because of 1
3 send zk c1 opened new session because of 2
4 recv c1 zk opened new session because of 3
5 send c1 zk request create /lock/lock- ephemeral sequential
6 recv zk c1 request create /lock/lock- ephemeral sequential because of 5
7 send zk c1 reply create /lock/lock- /lock/lock-0000000000 because of 6
8 recv c1 zk reply create /lock/lock- /lock/lock-0000000000 because of 7
9 send c1 zk request get_children /lock
10 recv zk c1 request get_children /lock because of 9
11 send zk c1 reply get_children /lock [lock-0000000000] because of 10
12 recv c1 zk reply get_children /lock [lock-0000000000] because of 11
13 send c1 zk request exists /lock/none
14 recv zk c1 request exists /lock/none because of 13
15 send zk c1 reply exists /lock/none NoNode because of 14
16 recv c1 zk reply exists /lock/none NoNode because of 15
17 send c1 zk ping
18 recv zk c1 ping because of 17
19 send zk c1 pong because of 18
20 recv c1 zk pong because of 19
21 send c1 zk request delete /lock/lock-0000000000
22 recv zk c1 request delete /lock/lock-0000000000 because of 21
23 send zk c1 notice /lock ChildrenChanged because of 22
24 recv c1 zk notice /lock ChildrenChanged because of 23
25 send zk c1 reply delete /lock/lock-0000000000 because of 22
26 recv c1 zk reply delete /lock/lock-0000000000 because of 25
27 send c1 zk close
28 recv zk c1 close because of 27
29 send zk c1 closed because of 28
30 recv c1 zk closed because of 29
31 send zk c1 hangup because of 28
32 recv c1 zk hangup because of 31
`)
	zkNode, _ := k.w.trace.NodeNamed("zk")
	c := k.w.trace.Cursor()
	c.Seek(8)
	if z, want := c.State().Znodes[trace.ZnodeKey{Server: zkNode, Path: "/lock/lock-0000000000"}], (trace.Znode{
		Mode: trace.EphemeralZnode, Owner: sid, Czxid: 5, Mzxid: 5, Pzxid: 5}); z != want {
		t.Errorf("with the create's reply the znode is %+v, want %+v", z, want)
	}
	if z := c.State().Znodes[trace.ZnodeKey{Server: zkNode, Path: "/lock"}]; z.Children != 1 || z.Pzxid != 5 {
		t.Errorf("its parent is %+v, want one child and pzxid 5", z)
	}
	if s := c.State().Sessions[sid]; s.State != trace.SessionOpen || s.Timeout != 3000 {
		t.Errorf("the session is %+v", s)
	}
	c.Seek(17)
	armed := c.State().Watches
	if len(armed) != 2 || !armed[trace.WatchKey{Server: zkNode, Session: sid, Path: "/lock", Kind: trace.ChildWatch}] ||
		!armed[trace.WatchKey{Server: zkNode, Session: sid, Path: "/lock/none", Kind: trace.ExistWatch}] {
		t.Errorf("armed are %v", armed)
	}
	end := k.w.trace.Head()
	if len(end.Watches) != 0 || len(end.InFlight) != 0 || len(end.Znodes) != 1 || end.Sessions[sid].State != trace.SessionEnded {
		t.Errorf("at the end there are watches %v, messages %v, znodes %v, sessions %v", end.Watches, end.InFlight, end.Znodes, end.Sessions)
	}
	if got := end.Counts; got.Total() != 4 || got.Notices != 1 || got.Pings != 1 || got.Failed[trace.Exists] != 1 || got.Closed != 1 {
		t.Errorf("counts %+v", got)
	}
}

// In a cut, nothing arrives until it heals; a connection cannot be made.
func TestCutHolds(t *testing.T) {
	k := newTap(t)
	k.open()
	k.Lock()
	k.m.cut(0, true)
	k.Unlock()
	k.write(wire.AppendRequest(nil, zk.XidPing, &zk.PingRequest{}))
	k.send(event(zk.EventDeleted, "/top/lock/a"))
	k.Lock()
	for len(k.x.down) == 0 {
		k.m.cond.Wait()
	}
	k.Unlock()
	k.wantStory(`
0 work zk set-up
1 send c1 zk open new session
2 recv zk c1 open new session because of 1
3 send zk c1 opened new session because of 2
4 recv c1 zk opened new session because of 3
5 send c1 zk ping
6 send zk c1 notice /lock/a Deleted
`)
	other := tap(t, k.w, k.w.members[1])
	k.Lock()
	other.m.cut(0, true)
	k.Unlock()
	other.write(wire.AppendConnectRequest(nil, &zk.ConnectRequest{}))
	k.Lock()
	k.m.cut(0, false)
	k.m.cond.Broadcast()
	k.Unlock()
	k.receive()
	k.read()
	k.wantStory(`
0 work zk set-up
1 send c1 zk open new session
2 recv zk c1 open new session because of 1
3 send zk c1 opened new session because of 2
4 recv c1 zk opened new session because of 3
5 send c1 zk ping
6 send zk c1 notice /lock/a Deleted
7 send c2 zk open new session
8 lost zk c2 open new session because of 7
9 recv zk c1 ping because of 5
10 recv c1 zk notice /lock/a Deleted because of 6
`)
}

// A reply that is dropped was sent, and what it says has happened.
func TestDroppedReply(t *testing.T) {
	k := newTap(t)
	k.open()
	k.Lock()
	if err := k.w.inject(fault.Fault{Kind: fault.DropReply, Node: "c1"}, k.m, ""); err != nil {
		t.Fatal(err)
	}
	k.Unlock()
	k.request(&zk.PingRequest{}) // a pong is not a reply
	k.send(wire.AppendReply(nil, zk.Header{Xid: zk.XidPing, Zxid: 4}, nil))
	k.read()
	k.request(zk.NewCreate("/top/lock/a", []byte("data"), zk.Persistent, nil, 0))
	k.reply(5, zk.OK, &zk.CreateReply{Path: "/top/lock/a"})
	if _, err := k.x.Read(make([]byte, 4)); err != io.EOF {
		t.Errorf("the library reads %v, want EOF", err)
	}
	if _, err := k.server.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the server reads %v, want EOF", err)
	}
	story := k.story()
	if want := `
12 send zk c1 reply create /lock/a /lock/a because of 11
13 lost c1 zk reply create /lock/a /lock/a because of 12
`; !strings.Contains(story, want) {
		t.Errorf("the trace is\n%s", story)
	}
	if z := k.w.trace.Head().Znodes[trace.ZnodeKey{Server: 2, Path: "/lock/a"}]; z.Czxid != 5 || z.Size != 4 {
		t.Errorf("the znode is %+v", z)
	}
	if n := len(k.w.trace.Head().InFlight); n != 0 {
		t.Errorf("%d messages are in flight\n%s", n, story)
	}
}

// The server closes the connection of a session of which it has heard nothing: it has
// expired. If it has heard of it just now, it has not.
func TestExpiryByTheServersHangup(t *testing.T) {
	for _, silent := range []bool{true, false} {
		k := newTap(t)
		k.open()
		k.request(zk.NewCreate("/top/lock/a", nil, zk.Ephemeral, nil, 0))
		k.reply(5, zk.OK, &zk.CreateReply{Path: "/top/lock/a"})
		k.read()
		if silent {
			k.Lock()
			k.x.session.heard = time.Now().Add(-4 * time.Second)
			k.Unlock()
		}
		k.server.Close()
		if _, err := k.x.Read(make([]byte, 4)); err != io.EOF {
			t.Errorf("the library reads %v, want EOF", err)
		}
		story := k.story()
		if got := strings.Contains(story, "9 expired zk c1 (inferred) because of 6\n10 send zk c1 hangup because of 9\n"); got != silent {
			t.Errorf("after silence: %v; the trace is\n%s", silent, story)
		}
		if _, there := k.w.trace.Head().Znodes[trace.ZnodeKey{Server: 2, Path: "/lock/a"}]; there == silent {
			t.Errorf("after silence: %v; its ephemeral is there: %v", silent, there)
		}
	}
}

// What a list shows that the world's own connection has made.
func TestMissingFromTheList(t *testing.T) {
	k := newTap(t)
	k.open()
	k.request(zk.NewCreate("/top/lock/a", nil, zk.Ephemeral, nil, 0))
	k.reply(5, zk.OK, &zk.CreateReply{Path: "/top/lock/a"})
	k.read()
	compare := func(zxid int64, names ...string) {
		k.Lock()
		defer k.Unlock()
		k.w.observer.compare("/lock", names, zxid, zxid)
	}
	there := func() bool {
		k.Lock()
		defer k.Unlock()
		return k.w.tree.nodes["/lock/a"].there
	}
	compare(4)
	if !there() {
		t.Error("a list from before the create shows nothing")
	}
	k.request(&zk.DeleteRequest{Path: "/top/lock/a", Version: -1})
	compare(6)
	if !there() {
		t.Error("the delete under way explains it, and its reply will tell")
	}
	k.Lock()
	stale := k.w.observer.dirs["/lock"].asked
	k.Unlock()
	k.reply(6, zk.ErrNoNode, nil)
	k.read()
	k.Lock()
	if again := k.w.observer.dirs["/lock"].asked; again != stale+1 {
		t.Error("the delete was refused, so the list must be looked at again")
	}
	k.x.session.heard = time.Now().Add(-4 * time.Second)
	k.Unlock()
	compare(6)
	if there() {
		t.Error("its session has expired")
	}
	if story := k.story(); !strings.Contains(story, "expired zk c1 (inferred)") {
		t.Errorf("the trace is\n%s", story)
	}
}

// A frame that cannot be read ends the connection, and nothing else.
func TestMalformedReply(t *testing.T) {
	for name, body := range map[string][]byte{
		"cut short":   {0, 0},
		"not asked":   wire.AppendReply(nil, zk.Header{Xid: 77}, nil),
		"event":       wire.AppendReply(nil, zk.Header{Xid: zk.XidEvent}, nil),
		"wrong shape": wire.AppendReply(nil, zk.Header{Xid: 1}, nil),
	} {
		t.Run(name, func(t *testing.T) {
			k := newTap(t)
			k.open()
			k.request(&zk.ExistsRequest{Path: "/top/lock"})
			k.send(body)
			if _, err := k.x.Read(make([]byte, 4)); err != io.EOF {
				t.Errorf("the library reads %v, want EOF", err)
			}
		})
	}
}

// Whatever either end sends, the tap neither panics nor hangs.
func FuzzTap(f *testing.F) {
	f.Add(wire.AppendRequest(nil, 1, &zk.ExistsRequest{Path: "/top/lock", Watch: true}),
		wire.AppendReply(nil, zk.Header{Xid: 1, Zxid: 5}, &zk.StatReply{}))
	f.Add(wire.AppendRequest(nil, 1, &zk.MultiRequest{Ops: []zk.Request{&zk.DeleteRequest{Path: "/top/lock"}}}),
		wire.AppendReply(nil, zk.Header{Xid: 1, Zxid: 5}, &zk.MultiReply{Results: []zk.Result{{Op: zk.OpDelete}}}))
	f.Add(wire.AppendRequest(nil, 1, &zk.CloseRequest{}), wire.AppendReply(nil, zk.Header{Xid: 1, Zxid: 5}, nil))
	f.Add(wire.AppendRequest(nil, 1, &zk.DeleteRequest{Path: "/top"}), event(zk.EventChildrenChanged, "/top/lock"))
	f.Add(wire.AppendRequest(nil, 1, &zk.SetWatchesRequest{Code: zk.OpSetWatches, Data: []string{"/top/lock"}}), event(zk.EventDeleted, "/top/lock"))
	f.Fuzz(func(t *testing.T, up, down []byte) {
		k := newTap(t)
		k.open()
		k.Lock()
		delete(k.w.observer.dirs, "/lock") // nobody is there to list it
		k.x.written(up)
		it := k.x.up[0]
		k.x.up = nil
		k.x.arriveUp(it)
		if k.x.received(down) == nil {
			k.x.received(down)
		}
		k.Unlock()
		k.w.flush()
		k.w.Settled()
	})
}
