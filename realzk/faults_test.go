package realzk_test

import (
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"lockstep/fault"
	"lockstep/realzk"
	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/wire"
)

const (
	timeout = time.Second
	slack   = 150 * time.Millisecond // for a busy machine
)

func (d driver) inject(kind fault.Kind, node string) {
	d.t.Helper()
	if err := d.Inject(fault.Fault{Kind: kind, Node: node}); err != nil {
		d.t.Fatal(err)
	}
}

func (d driver) holds(name string) func() bool {
	return func() bool { return d.proc(name).Believes() }
}

func (d driver) sees(name string, view trace.View) func() bool {
	return func() bool { return d.proc(name).View == view }
}

// find gives the first event that fits.
func (d driver) find(fits func(*trace.Event) bool) (trace.Event, bool) {
	c := d.Trace().Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			return trace.Event{}, false
		}
		if fits(e) {
			return *e, true
		}
	}
}

func (d driver) mustFind(what string, fits func(*trace.Event) bool) trace.Event {
	d.t.Helper()
	e, ok := d.find(fits)
	if !ok {
		d.t.Fatalf("no event: %s\n%s", what, d.story())
	}
	return e
}

func (d driver) node(name string) trace.Node {
	n, _ := d.Trace().NodeNamed(name)
	return n
}

// two starts a holder and a waiter of a queue.
func two(t *testing.T, addrs []string, recipe string) driver {
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(2), Program: contender(recipe), Timeout: timeout})
	for _, name := range names(2) {
		d.start(name)
		d.settle()
	}
	return d
}

// freedInTime checks that a session ended in (T, T+tick] after the server last heard of it,
// and that the trace says so.
func (d driver) freedInTime(name string) {
	d.t.Helper()
	expired := d.mustFind("expired", func(e *trace.Event) bool { return e.Kind == trace.Expired && e.Peer == d.node(name) })
	if !expired.Inferred {
		d.t.Errorf("the expiry is not marked as inferred")
	}
	last := d.Trace().Cursor().At(expired.Cause)
	if last.Kind != trace.Recv || last.Peer != d.node(name) {
		d.t.Errorf("the cause of the expiry is %v of %s, want the last that was received", last.Kind, d.Trace().Name(last.Peer))
	}
	if after := expired.At.Sub(last.At); after <= timeout || after > timeout+tick+slack {
		d.t.Errorf("the session of %s ended %v after the server last heard of it, want in (%v, %v]\n%s",
			name, after, timeout, timeout+tick, d.story())
	}
	if n := d.Trace().Head().Counts.Expired; n != 1 {
		d.t.Errorf("%d sessions expired, want 1", n)
	}
}

func testCutUntilExpired(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	d.inject(fault.Cut, "c1")
	d.until("c1 is disconnected", d.sees("c1", trace.Disconnected))
	cut := d.mustFind("cut", func(e *trace.Event) bool { return e.Kind == trace.Fault })
	told := d.mustFind("told", func(e *trace.Event) bool { return e.Kind == trace.Told && e.Text == "disconnected" })
	if after := told.At.Sub(cut.At); after <= timeout/3-slack || after > timeout*2/3+slack {
		t.Errorf("disconnected %v after the cut, want in (T/3, 2T/3]", after)
	}
	d.until("c2 holds", d.holds("c2"))
	d.freedInTime("c1")
	if !d.proc("c1").Believes() || d.Trace().Summary().MaxHolders != 2 {
		t.Error("c1 has no way to know that it lost the lock, and must still believe that it holds")
	}
	if err := d.RunFor(t.Context(), 2*timeout); err != nil {
		t.Fatal(err)
	}
	if view := d.proc("c1").View; view != trace.Disconnected {
		t.Errorf("cut off, c1's session is %v, want disconnected: who reaches no server is not told", view)
	}
	d.inject(fault.Heal, "c1")
	d.until("c1 is told", d.sees("c1", trace.SessionExpired))
	d.until("c1 fails", func() bool { return d.proc("c1").Phase == trace.Failed })
	if err := d.RunFor(t.Context(), 1500*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n := d.Trace().Head().Counts.Opened; n != 2 {
		t.Errorf("%d sessions opened, want 2: the end of a session is final", n)
	}
	if n := d.Trace().Head().Counts.Expired; n != 1 {
		t.Errorf("%d sessions expired, want 1", n)
	}
}

func testCutHealedInTime(t *testing.T, addrs []string) {
	// The waiter is cut off, reconnects before its session expires, and learns what it missed
	// from its watch, which setWatches brings back.
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(2), Program: contender("queue"), Timeout: 4 * time.Second})
	for _, name := range names(2) {
		d.start(name)
		d.settle()
	}
	session := d.proc("c2").Session
	d.inject(fault.Cut, "c2")
	d.until("c2 is disconnected", d.sees("c2", trace.Disconnected))
	d.order("c1", "release")
	d.until("c1 is done", func() bool { return d.proc("c1").Phase == trace.Done })
	d.inject(fault.Heal, "c2")
	d.until("c2 holds", d.holds("c2"))
	if p := d.proc("c2"); p.Session != session || p.View != trace.Connected {
		t.Errorf("c2 is %v with session %x, want its own %x", p.View, p.Session, session)
	}
	again := d.mustFind("setWatches", func(e *trace.Event) bool { return e.Kind == trace.Recv && e.Msg.Class == trace.Upkeep })
	event := d.mustFind("the event", func(e *trace.Event) bool {
		return e.Kind == trace.Send && e.Msg.Class == trace.Notice && e.N > again.N
	})
	if event.Cause != again.N || event.Msg.Text != "Deleted" {
		t.Errorf("the event is %s because of %d, want Deleted because of setWatches, %d", event.Msg.Text, event.Cause, again.N)
	}
	asked := d.mustFind("a request", func(e *trace.Event) bool {
		return e.Kind == trace.Send && e.Node == d.node("c2") && e.Msg.Class == trace.Request && e.N > again.N
	})
	if asked.N < event.N {
		t.Error("a request was sent before setWatches was answered")
	}
	d.settle()
}

func testReconnectingIsUnsettled(t *testing.T, addrs []string) {
	// The holder watches nothing, and so misses nothing; it is waited for all the same.
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Program: contender("queue"), Timeout: 4 * time.Second})
	d.start("c1")
	d.settle()
	d.inject(fault.Cut, "c1")
	d.until("c1 is disconnected", d.sees("c1", trace.Disconnected))
	d.settle() // nobody is waited for who can reach no server
	if view := d.proc("c1").View; view != trace.Disconnected {
		t.Errorf("cut off, c1 is %v", view)
	}
	d.inject(fault.Heal, "c1")
	d.settle()
	if view := d.proc("c1").View; view != trace.Connected {
		t.Errorf("settled, c1 is still %v", view)
	}
}

func testDropReply(t *testing.T, addrs []string) {
	var got error
	var there bool
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Timeout: 4 * time.Second, Program: func(p *realzk.Process) {
		p.ZK().Exists("/lock")
		p.Phase(trace.Idle, "")
		p.Wait(p.Order("go"))
		_, got = p.ZK().Create("/lock/a", nil, zk.Ephemeral)
		_, there, _ = p.ZK().Exists("/lock/a")
		p.Phase(trace.Done, "")
	}})
	d.start("c1")
	d.settle()
	d.inject(fault.DropReply, "c1")
	d.order("c1", "go")
	d.until("done", func() bool { return d.proc("c1").Phase == trace.Done })
	if got != zk.ErrConnectionLoss {
		t.Errorf("the create gave %v, want ConnectionLoss", got)
	}
	if !there {
		t.Error("the znode is not there, and the request should have been applied")
	}
	made := d.mustFind("the reply", func(e *trace.Event) bool {
		return e.Kind == trace.Send && e.Msg.Class == trace.Reply && e.Msg.Op == trace.Create
	})
	d.mustFind("its loss", func(e *trace.Event) bool { return e.Kind == trace.Lost && e.Cause == made.N })
	if n := len(d.Trace().Head().InFlight); n != 0 {
		t.Errorf("%d messages are still in flight\n%s", n, d.story())
	}
	if d.Trace().Head().Znodes[trace.ZnodeKey{Server: d.node("zk"), Path: "/lock/a"}].Owner != d.proc("c1").Session {
		t.Error("the trace does not show the znode")
	}
}

func testCrash(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	d.inject(fault.Crash, "c1")
	d.until("c2 holds", d.holds("c2"))
	d.freedInTime("c1")
	notice := d.mustFind("the event", func(e *trace.Event) bool { return e.Kind == trace.Send && e.Msg.Class == trace.Notice })
	if cause := d.Trace().Cursor().At(notice.Cause); cause.Kind != trace.Expired {
		t.Errorf("the event was caused by %v, want the expiry", cause.Kind)
	}
	if n := d.Trace().Summary().MaxHolders; n != 1 {
		t.Errorf("%d held at once, want 1", n)
	}
	if err := d.Order("c1", "release"); err == nil || !strings.Contains(err.Error(), "it has crashed") {
		t.Errorf("an order to a crashed process gave %v", err)
	}
}

// A crashed waiter of the herd owns nothing whose end could be seen.
func testCrashOfWaiter(t *testing.T, addrs []string) {
	d := two(t, addrs, "herd")
	d.inject(fault.Crash, "c2")
	d.until("expired", func() bool { return d.Trace().Head().Counts.Expired == 1 })
	d.settle()
	if !d.proc("c1").Believes() {
		t.Error("c1 should not have noticed")
	}
	if p := d.proc("c2"); p.Waiting || p.WaitOn != "" {
		t.Errorf("crashed, c2 waits for %q", p.WaitOn)
	}
}

func testPause(t *testing.T, addrs []string) {
	// What comes during a pause comes after it, in order: here the event, then the timer.
	var first, second string
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(2), Timeout: 4 * time.Second, Program: func(p *realzk.Process) {
		c := p.ZK()
		_, _, watch, _ := c.ExistsW("/lock/a")
		p.Phase(trace.Acquiring, "")
		change, late := p.Order("change"), p.After(600*time.Millisecond)
		switch p.Wait(watch, change) {
		case change:
			c.Create("/lock/a", nil, zk.Persistent)
		case watch:
			first = "event"
			if p.Wait(late) == late {
				second = "timer"
			}
		}
		p.Phase(trace.Done, "")
	}})
	for _, name := range names(2) {
		d.start(name)
		d.until("waits", func() bool { return d.proc(name).Waiting })
	}
	d.inject(fault.Pause, "c1")
	d.order("c2", "change")
	d.until("c2 is done", func() bool { return d.proc("c2").Phase == trace.Done })
	if err := d.RunFor(t.Context(), 2*time.Second); err != nil {
		t.Fatal(err)
	}
	if p := d.proc("c1"); !p.Waiting || p.Life != trace.Paused || p.View != trace.Connected {
		t.Errorf("in the pause c1 is %+v", p)
	}
	if _, ok := d.find(func(e *trace.Event) bool {
		return e.Kind == trace.Send && e.Node == d.node("c1") && e.Msg.Class == trace.Ping
	}); ok {
		t.Error("c1 sent a ping in the pause")
	}
	d.inject(fault.Resume, "c1")
	d.until("c1 is done", func() bool { return d.proc("c1").Phase == trace.Done })
	if first != "event" || second != "timer" {
		t.Errorf("first the %q, then the %q", first, second)
	}
	if d.proc("c1").View != trace.Connected {
		t.Error("c1 lost its connection, though the event was waiting for it")
	}
}

func testPausePastTimeout(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	d.inject(fault.Pause, "c1")
	d.until("c2 holds", d.holds("c2"))
	d.freedInTime("c1")
	if !d.proc("c1").Believes() {
		t.Error("c1 believes no more, in a pause in which nothing of it runs")
	}
	d.inject(fault.Resume, "c1")
	d.until("c1 is told", d.sees("c1", trace.SessionExpired))
	if n := d.Trace().Head().Counts.Expired; n != 1 {
		t.Errorf("%d sessions expired, want 1", n)
	}
}

func testExpire(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	d.inject(fault.Expire, "c1")
	d.until("c2 holds", d.holds("c2"))
	fault := d.mustFind("the fault", func(e *trace.Event) bool { return e.Kind == trace.Fault })
	expired := d.mustFind("expired", func(e *trace.Event) bool { return e.Kind == trace.Expired && e.Peer == d.node("c1") })
	if expired.Cause != fault.N {
		t.Errorf("the cause of the expiry is %d, want the fault, %d", expired.Cause, fault.N)
	}
	d.until("c1 is told", d.sees("c1", trace.SessionExpired))
	if n := d.Trace().Head().Counts.Expired; n != 1 {
		t.Errorf("%d sessions expired, want 1", n)
	}
	d.settle()
}

func testRestart(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	old := d.proc("c1").Session
	d.inject(fault.Pause, "c1") // which does not save it
	d.inject(fault.Crash, "c1")
	d.inject(fault.Restart, "c1")
	d.until("c1 waits", func() bool { return d.proc("c1").Waiting })
	if d.proc("c1").Session == old {
		t.Error("c1 has its old session")
	}
	d.until("c2 holds", d.holds("c2"))
	d.order("c2", "release")
	d.until("c1 holds", d.holds("c1"))
}

func testCloseByFault(t *testing.T, addrs []string) {
	d := two(t, addrs, "queue")
	d.inject(fault.Close, "c1")
	d.until("c1 knows", d.sees("c1", trace.SessionClosed))
	d.until("c2 holds", d.holds("c2"))
	if c := d.Trace().Head().Counts; c.Closed != 1 || c.Expired != 0 {
		t.Errorf("%d sessions closed and %d expired, want 1 and 0", c.Closed, c.Expired)
	}
}

func testJumpClock(t *testing.T, addrs []string) {
	const by = time.Hour
	var moved time.Duration
	var passed bool
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Timeout: timeout, Program: func(p *realzk.Process) {
		before, mark := p.Now(), p.Mark()
		p.Wait(p.Order("look"))
		moved, passed = p.Now().Sub(before), p.Passed(mark, by)
		p.Phase(trace.Done, "")
	}})
	d.start("c1")
	d.settle()
	if err := d.Inject(fault.Fault{Kind: fault.JumpClock, Node: "c1", By: -by}); err != nil {
		t.Fatal(err)
	}
	d.order("c1", "look")
	d.until("done", func() bool { return d.proc("c1").Phase == trace.Done })
	if moved > -by+time.Minute || passed {
		t.Errorf("the clock moved by %v, want about %v; an hour has passed: %v", moved, -by, passed)
	}
}

func testDelay(t *testing.T, addrs []string) {
	const by = 100 * time.Millisecond
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Timeout: 4 * time.Second, Program: func(p *realzk.Process) {
		p.ZK().Exists("/lock")
		p.Wait(p.Order("go"))
		p.ZK().Exists("/lock")
		p.Phase(trace.Done, "")
	}})
	d.start("c1")
	d.settle()
	if err := d.Inject(fault.Fault{Kind: fault.Delay, Node: "c1", By: by}); err != nil {
		t.Fatal(err)
	}
	before := d.Trace().Len()
	d.order("c1", "go")
	d.until("done", func() bool { return d.proc("c1").Phase == trace.Done })
	sent := d.mustFind("the request", func(e *trace.Event) bool {
		return e.N >= before && e.Kind == trace.Send && e.Msg.Class == trace.Request
	})
	for _, class := range []trace.Class{trace.Request, trace.Reply} {
		arrived := d.mustFind(class.String(), func(e *trace.Event) bool { return e.N > sent.N && e.Kind == trace.Recv && e.Msg.Class == class })
		if took := arrived.At.Sub(d.Trace().Cursor().At(arrived.Cause).At); took < by {
			t.Errorf("the %v took %v, want at least %v", class, took, by)
		}
	}
}

// lookUp asks a server what a world has left: names below the root.
func lookUp(t *testing.T, addr string) []string {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	ask := func(body []byte) []byte {
		if _, err := nc.Write(wire.AppendFrame(nil, body)); err != nil {
			t.Fatal(err)
		}
		reply, err := wire.ReadFrame(nc, wire.MaxFrame)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	ask(wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 1000}))
	_, reply, err := wire.DecodeReply(ask(wire.AppendRequest(nil, 1, &zk.GetChildrenRequest{Path: "/"})), zk.OpGetChildren)
	if err != nil {
		t.Fatal(err)
	}
	ask(wire.AppendRequest(nil, 2, &zk.CloseRequest{}))
	return reply.(*zk.ChildrenReply).Children
}

// onlyZookeeper checks that no world has left anything on the server.
func onlyZookeeper(t *testing.T, addr string) {
	t.Helper()
	if left := lookUp(t, addr); len(left) != 1 {
		t.Errorf("the server has %v, want nothing but zookeeper", left)
	}
}

func sockets(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc to count sockets in")
	}
	n := 0
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.HasPrefix(target, "socket:") {
			n++
		}
	}
	return n
}

// testCloseLeavesNothing ends a world in the middle of everything: a holder, a waiter, one
// that is cut off, one that is paused, one that has crashed, one in the middle of a call.
func testCloseLeavesNothing(t *testing.T, addrs []string) {
	goroutines, open := runtime.NumGoroutine(), sockets(t)
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(6), Program: contender("queue"), Timeout: timeout})
	for _, name := range names(5) {
		d.start(name)
		d.settle()
	}
	d.inject(fault.Cut, "c3")
	d.inject(fault.Pause, "c4")
	d.inject(fault.Crash, "c5")
	d.until("c3 is disconnected", d.sees("c3", trace.Disconnected))
	d.start("c6")
	begun := time.Now()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("Close took %v", took)
	}
	onlyZookeeper(t, addrs[0])
	// The library's helpers end by themselves a moment after it is closed.
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > goroutines || sockets(t) > open; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, were %d; %d sockets, were %d\n%s", runtime.NumGoroutine(), goroutines, sockets(t), open,
				buf[:runtime.Stack(buf, true)])
		}
	}
}

func testInterrupted(t *testing.T, addrs []string) {
	ctx, cancel := context.WithCancel(t.Context())
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Program: contender("queue"), Timeout: timeout})
	d.start("c1")
	d.until("c1 holds", d.holds("c1"))
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := d.RunUntil(ctx, func() bool { return false }); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted RunUntil gave %v", err)
	}
	if err := d.RunFor(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted RunFor gave %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	// At any moment of New.
	for after := time.Duration(0); after < 20*time.Millisecond; after += time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		w, err := realzk.New(ctx, realzk.Config{Servers: addrs, Processes: names(1), Program: contender("queue"), Root: "/a/b/c", Timeout: timeout})
		cancel()
		if err == nil {
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	onlyZookeeper(t, addrs[0])
}
