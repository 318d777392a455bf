package realzk_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/fault"
	"lockstep/realzk"
	"lockstep/trace"
)

func nothing(*realzk.Process) {}

// contains checks that an error says all of this.
func contains(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v, want it to contain %q", err, part)
		}
	}
}

func TestUnusableServers(t *testing.T) {
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l
	}
	closed := listen()
	closed.Close()
	rude := listen() // hangs up at once
	go func() {
		for {
			c, err := rude.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	addrs := []string{closed.Addr().String(), rude.Addr().String()}
	_, err := realzk.New(t.Context(), realzk.Config{Servers: addrs, Processes: names(1), Program: nothing, Root: "/lock", Timeout: timeout})
	contains(t, err, "connecting", addrs[0]+": ", "connection refused", addrs[1]+": connected, but no session was opened")
	var unusable *realzk.UnusableError
	if !errors.As(err, &unusable) || len(unusable.Tried) != 2 || unusable.Tried[1].Addr != addrs[1] {
		t.Errorf("error %#v, want an UnusableError with both servers", err)
	}
}

func TestBadConfig(t *testing.T) {
	good := realzk.Config{Servers: []string{"127.0.0.1:1"}, Processes: names(2), Program: nothing, Root: "/lock", Timeout: timeout}
	for want, change := range map[string]func(*realzk.Config){
		"no servers":              func(c *realzk.Config) { c.Servers = nil },
		"no processes":            func(c *realzk.Config) { c.Processes = nil },
		"each name once":          func(c *realzk.Config) { c.Processes = []string{"c1", "c1"} },
		"no program":              func(c *realzk.Config) { c.Program = nil },
		`the root "lock"`:         func(c *realzk.Config) { c.Root = "lock" },
		"a session timeout of 0s": func(c *realzk.Config) { c.Timeout = 0 },
		"a tick of -1s":           func(c *realzk.Config) { c.Tick = -time.Second },
	} {
		cfg := good
		change(&cfg)
		_, err := realzk.New(t.Context(), cfg)
		contains(t, err, want)
	}
}

func testChecks(t *testing.T, addrs []string) {
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(2), Program: contender("queue"), Timeout: timeout})
	for _, c := range []struct {
		fault fault.Fault
		want  string // "" if there is nothing against it
	}{
		{fault.Fault{Kind: fault.Crash, Node: "c1"}, ""},
		{fault.Fault{Kind: fault.Cut, Node: "c1"}, ""},
		{fault.Fault{Kind: fault.Cut, Node: "c1", Peer: "zk"}, ""},
		{fault.Fault{Kind: fault.Cut, Node: "zk", Peer: "c1"}, ""},
		{fault.Fault{Kind: fault.Expire, Node: "holder"}, ""}, // a script's word: who it is shows later
		{fault.Fault{Kind: fault.Crash, Node: "zk"}, "crash zk: the servers of a real ensemble"},
		{fault.Fault{Kind: fault.Restart, Node: "zk"}, "are left alone"},
		{fault.Fault{Kind: fault.Pause, Node: "zk"}, "are left alone"},
		{fault.Fault{Kind: fault.JumpClock, Node: "zk", By: time.Second}, "are left alone"},
		{fault.Fault{Kind: fault.Cut, Node: "zk"}, "out of reach"},
		{fault.Fault{Kind: fault.Cut, Node: "c1", Peer: "c2"}, `no link from a process to "c2", expected a server: zk`},
		{fault.Fault{Kind: fault.Delay, Node: "c1", By: -time.Second}, "nothing arrives before it is sent"},
	} {
		if err := d.Check(c.fault); c.want != "" {
			contains(t, err, c.want)
		} else if err != nil {
			t.Errorf("%v: %v", c.fault, err)
		}
	}
	for want, f := range map[string]fault.Fault{
		`no process "holder", expected one of c1, c2`: {Kind: fault.Expire, Node: "holder"},
		"crash c1: it has not been started":           {Kind: fault.Crash, Node: "c1"},
		"heal c1: it is not cut off":                  {Kind: fault.Heal, Node: "c1"},
	} {
		contains(t, d.Inject(f), want)
	}
	contains(t, d.Order("c1", "release"), "release c1: it has not been started")
	contains(t, d.Start("c3"), `there is no process "c3"`)
	d.start("c1")
	d.until("c1 holds", d.holds("c1"))
	contains(t, d.Start("c1"), "c1 has been started already")
	for want, f := range map[string]fault.Fault{
		"restart c1: it has not crashed": {Kind: fault.Restart, Node: "c1"},
		"resume c1: it is not paused":    {Kind: fault.Resume, Node: "c1"},
	} {
		contains(t, d.Inject(f), want)
	}
}

// A panic fails the process, and nothing else. A crashed one unwinds without effect.
func testPanic(t *testing.T, addrs []string) {
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(2), Timeout: timeout, Program: func(p *realzk.Process) {
		defer p.Phase(trace.Done, "unwound")
		p.Phase(trace.Idle, "")
		p.Wait(p.Order("go"))
		panic("out of luck")
	}})
	for _, name := range names(2) {
		d.start(name)
		d.settle()
	}
	d.inject(fault.Crash, "c2")
	d.order("c1", "go")
	d.until("c1 fails", func() bool { return d.proc("c1").Phase == trace.Failed })
	d.mustFind("the reason", func(e *trace.Event) bool { return e.Kind == trace.Phase && e.Text == "panic: out of luck" })
	if p := d.proc("c2"); p.Phase != trace.Idle || p.Life != trace.Crashed {
		t.Errorf("c2 is %+v", p)
	}
}

// A run ends when nothing but heartbeats is left, and not while a process sleeps.
func testEnd(t *testing.T, addrs []string) {
	const sleep = 2 * time.Second
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Timeout: timeout, Program: func(p *realzk.Process) {
		p.ZK().Exists("/lock")
		p.Wait(p.After(sleep))
		p.ZK().Exists("/lock")
		p.Wait(p.ZK().Lost())
	}})
	d.start("c1")
	if ok, err := d.RunUntil(t.Context(), nil); ok || err != nil {
		t.Errorf("RunUntil gave %v, %v, want false", ok, err)
	}
	counts := d.Trace().Head().Counts
	if counts.Requests[trace.Exists] != 2 || counts.Pings == 0 {
		t.Errorf("%d requests and %d pings, want 2 and some", counts.Requests[trace.Exists], counts.Pings)
	}
	active := d.Trace().Summary().Active
	if quiet := d.Trace().End().Sub(active); quiet > timeout+2*tick+slack {
		t.Errorf("the run went on for %v without lock traffic, want T + 2 ticks", quiet)
	}
}

// What the servers make of the times is found out.
func testTiming(t *testing.T, addrs []string) {
	for asked, granted := range map[time.Duration]time.Duration{time.Millisecond: 2 * tick, timeout: timeout, time.Hour: 20 * tick} {
		w, err := realzk.New(t.Context(), realzk.Config{Servers: addrs, Processes: names(1), Program: nothing, Root: "/", Timeout: asked})
		if err != nil {
			t.Fatal(err)
		}
		if gotTick, got := w.Timing(); gotTick != tick || got != granted {
			t.Errorf("asked for %v: tick %v and timeout %v, want %v and %v", asked, gotTick, got, tick, granted)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Three servers: a write at one has its event at another, and who is cut off from one goes
// to the next.
func TestEnsemble(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers take a while to start")
	}
	addrs := ensembletest.Start(t, ensemble.Config{Servers: 3, TickTime: tick}).Addrs()
	const n = 6
	d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(n), Program: contender("children"), Timeout: 4 * time.Second})
	for _, name := range names(n) {
		d.start(name)
		d.settle()
	}
	server := func(name string) string {
		var last trace.Event
		d.find(func(e *trace.Event) bool {
			if e.Kind == trace.Told && e.Node == d.node(name) {
				last = *e
			}
			return false
		})
		return d.Trace().Name(last.Peer)
	}
	for i, name := range names(n) {
		if got, want := server(name), fmt.Sprint("zk", i%3+1); got != want {
			t.Errorf("%s is connected to %s, want %s", name, got, want)
		}
	}
	for range n {
		holders := d.Trace().Head().Believers()
		if len(holders) != 1 {
			t.Fatalf("%d processes hold, want 1\n%s", len(holders), d.story())
		}
		d.order(d.Trace().Name(holders[0]), "release")
		d.settle()
	}
	if got, want := d.Trace().Head().Counts.Total(), n*n+n+1; got != want {
		t.Errorf("%d requests, want %d\n%s", got, want, d.story())
	}

	moving := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Program: contender("queue"), Timeout: 4 * time.Second})
	moving.start("c1")
	moving.until("c1 holds", moving.holds("c1"))
	session := moving.proc("c1").Session
	if err := moving.Inject(fault.Fault{Kind: fault.Cut, Node: "c1", Peer: "zk1"}); err != nil {
		t.Fatal(err)
	}
	moving.until("c1 is disconnected", moving.sees("c1", trace.Disconnected))
	moving.until("c1 is connected", moving.sees("c1", trace.Connected))
	if p := moving.proc("c1"); p.Session != session || !p.Believes() {
		t.Errorf("c1 is %+v, want its session %x", p, session)
	}
	d = moving
	if got := server("c1"); got != "zk2" {
		t.Errorf("c1 is connected to %s, want zk2", got)
	}
}
