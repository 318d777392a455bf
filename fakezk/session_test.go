package fakezk_test

import (
	"testing"
	"time"

	"lockstep/fakezk"
	"lockstep/fault"
	"lockstep/trace"
	"lockstep/zk"
)

// A client that was cut off sets its watches anew, and is told what it missed: by what the
// znodes are now, compared with the last transaction that it saw.
func TestReconnect(t *testing.T) {
	arm := map[string]func(c zk.Client) zk.Watch{
		"data":  func(c zk.Client) zk.Watch { _, _, w, err := c.GetW("/d/x"); return must(w, err) },
		"exist": func(c zk.Client) zk.Watch { _, _, w, err := c.ExistsW("/d/x"); return must(w, err) },
		"child": func(c zk.Client) zk.Watch { _, w, err := c.ChildrenW("/d/x"); return must(w, err) },
	}
	for _, test := range []struct {
		name, watch string
		there       bool // whether /d/x is there when the watch is set
		change      func(c zk.Client)
		want        string // "" for nothing
	}{
		{"data watch, deleted", "data", true, func(c zk.Client) { c.Delete("/d/x", -1) }, "Deleted /d/x"},
		{"data watch, set", "data", true, func(c zk.Client) { c.Set("/d/x", nil, -1) }, "DataChanged /d/x"},
		{"exists watch, deleted and recreated", "exist", true, func(c zk.Client) {
			c.Delete("/d/x", -1)
			create(c, "/d/x", zk.Persistent)
		}, "DataChanged /d/x"},
		{"exists watch on an absent znode, created", "exist", false, func(c zk.Client) {
			create(c, "/d/x", zk.Persistent)
		}, "Created /d/x"},
		{"exists watch on an absent znode, created and deleted", "exist", false, func(c zk.Client) {
			create(c, "/d/x", zk.Persistent)
			c.Delete("/d/x", -1)
		}, ""},
		{"child added and removed", "child", true, func(c zk.Client) {
			create(c, "/d/x/y", zk.Persistent)
			c.Delete("/d/x/y", -1)
		}, "ChildrenChanged /d/x"},
		{"child watch, deleted", "child", true, func(c zk.Client) { c.Delete("/d/x", -1) }, "Deleted /d/x"},
		{"nothing happened", "data", true, func(c zk.Client) {}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, 6*time.Second,
				func(p *fakezk.Process, say func(string, ...any)) {
					c := p.ZK()
					if test.there {
						create(c, "/d/x", zk.Persistent)
					}
					w := arm[test.watch](c)
					if p.Wait(w, p.After(20*time.Second)) == w {
						say("%v", w.Event())
					}
				},
				func(p *fakezk.Process, say func(string, ...any)) {
					p.Wait(p.Order("change"))
					test.change(p.ZK())
				})
			s.until(time.Second)
			s.inject(fault.Cut, "a")
			s.giveOrder(1, "change")
			s.until(6 * time.Second) // a is disconnected, and its session is not over yet
			if got := s.view(0); got != trace.Disconnected {
				t.Fatalf("a is %v", got)
			}
			s.inject(fault.Heal, "a")
			s.until(9 * time.Second)
			if test.want == "" {
				s.expect()
			} else {
				s.expect("a: " + test.want)
			}
		})
	}
}

func (s *stage) giveOrder(node int, order string) {
	s.Helper()
	if err := s.Order(trace.Node(node), order); err != nil {
		s.Fatal(err)
	}
}

// A watch that saw nothing while its client was cut off is still armed afterwards.
func TestStillArmedAfterReconnect(t *testing.T) {
	s := newStage(t, 6*time.Second,
		func(p *fakezk.Process, say func(string, ...any)) {
			_, _, w, _ := p.ZK().ExistsW("/d/x")
			p.Wait(w)
			say("%v", w.Event())
		},
		func(p *fakezk.Process, say func(string, ...any)) {
			p.Wait(p.Order("change"))
			create(p.ZK(), "/d/x", zk.Persistent)
			p.ZK().Delete("/d/x", -1)
			p.Wait(p.Order("again"))
			create(p.ZK(), "/d/x", zk.Persistent)
		})
	s.until(time.Second)
	s.inject(fault.Cut, "a")
	s.giveOrder(1, "change")
	s.until(6 * time.Second)
	s.inject(fault.Heal, "a")
	s.until(8 * time.Second)
	s.expect()
	s.giveOrder(1, "again")
	s.until(9 * time.Second)
	s.expect("a: Created /d/x")
}

// T is 6 s. The last frame that a received is the reply to its ping at 2.002 s, at 2.004 s:
// 2T/3 later it gives up. The server heard it last at 2.003 s, and ends the session at the
// first tick after T.
func TestSilence(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		create(p.ZK(), "/d/e", zk.Ephemeral)
		if p.Wait(p.ZK().Lost(), p.ZK().Disconnected()) == p.ZK().Disconnected() {
			say("disconnected")
		}
		_, err := p.ZK().Children("/d")
		say("%v", err)
		if p.Wait(p.ZK().Lost()) == p.ZK().Lost() {
			say("lost, %v", p.ZK().State())
		}
		_, err = p.ZK().Children("/d")
		say("%v", err)
	})
	s.until(3 * time.Second)
	s.inject(fault.Cut, "a")
	s.until(6003 * ms)
	s.expect()
	s.until(6004 * ms)
	s.expect("a: disconnected")
	ephemeral := trace.ZnodeKey{Server: 1, Path: "/d/e"}
	s.until(9999 * ms)
	if s.Trace().Head().Znodes[ephemeral].Mode != trace.EphemeralZnode {
		t.Error("the ephemeral went too early")
	}
	s.until(10 * time.Second)
	if s.Trace().Head().Znodes[ephemeral].Mode != trace.NoZnode {
		t.Error("the ephemeral is still there")
	}
	s.until(30 * time.Second)
	s.expect("a: disconnected") // whoever reaches no server is never told
	s.inject(fault.Heal, "a")
	s.until(33 * time.Second)
	s.expect("a: disconnected", "a: SessionExpired", "a: lost, expired", "a: SessionExpired")
}

// A connection that breaks before the reply leaves the caller in doubt: the request was applied.
func TestDropReply(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		p.Wait(p.Order("go"))
		_, err := p.ZK().Create("/d/x", nil, zk.Persistent)
		say("%v", err)
		_, there, err := p.ZK().Exists("/d/x") // waits for the next connection
		say("%v %v", there, err)
	})
	s.until(time.Second)
	s.inject(fault.DropReply, "a")
	s.giveOrder(0, "go")
	s.until(1500 * ms)
	s.expect("a: ConnectionLoss")
	for n := range s.Trace().Head().InFlight {
		t.Errorf("event %d is still under way", n)
	}
	s.until(4 * time.Second)
	s.expect("a: ConnectionLoss", "a: true <nil>")
}

// Nothing of a paused process runs. On resume everything comes in order: first what had arrived
// before the session was over, and only then that it is.
func TestPause(t *testing.T) {
	s := newStage(t, 6*time.Second,
		func(p *fakezk.Process, say func(string, ...any)) {
			_, _, w, _ := p.ZK().ExistsW("/d/x")
			p.Wait(w)
			say("%v at %v", w.Event(), p.Now().Sub(fakezk.Epoch).Round(time.Second))
			p.Wait(p.ZK().Lost())
			say("lost")
		},
		func(p *fakezk.Process, say func(string, ...any)) {
			p.Wait(p.Order("change"))
			create(p.ZK(), "/d/x", zk.Persistent)
		})
	s.until(time.Second)
	s.inject(fault.Pause, "a")
	s.giveOrder(1, "change")
	s.until(60 * time.Second)
	s.expect()
	s.inject(fault.Resume, "a")
	s.until(65 * time.Second)
	s.expect("a: Created /d/x at 1m0s", "a: lost")
}

// A crash closes the connection, not the session; what is started again has a new one.
func TestCrashAndRestart(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		defer p.ZK().Delete("/d/never", -1) // runs while it unwinds, and does nothing
		_, err := p.ZK().Create("/d/e", nil, zk.Ephemeral)
		say("%v", err)
		p.Wait(p.ZK().Lost())
	})
	s.until(time.Second)
	s.inject(fault.Crash, "a")
	requests := s.Trace().Head().Counts.Total()
	s.until(2 * time.Second)
	s.inject(fault.Restart, "a")
	s.until(3 * time.Second)
	s.expect("a: <nil>", "a: NodeExists")
	if got := s.Trace().Head().Counts.Total(); got != requests+1 {
		t.Errorf("%d requests after the crash, want 1", got-requests)
	}
}

func TestClose(t *testing.T) {
	s := newStage(t, 6*time.Second,
		func(p *fakezk.Process, say func(string, ...any)) {
			create(p.ZK(), "/d/e", zk.Ephemeral)
			_, _, w, _ := p.ZK().ExistsW("/d/e")
			say("%v", p.ZK().Close())
			p.Wait(p.ZK().Lost())
			say("%v", p.ZK().State())
			_, err := p.ZK().Children("/d")
			say("%v", err)
			p.Wait(w)
			say("%v", w.Event().Type) // its own watch saw its own ephemeral go, before the reply
		})
	s.until(time.Second)
	s.expect("a: <nil>", "a: closed", "a: SessionClosing", "a: Deleted")
}

// Faults that are the server's or the client's own.
func TestExpireAndCloseFaults(t *testing.T) {
	program := func(p *fakezk.Process, say func(string, ...any)) {
		create(p.ZK(), "/d/e-", zk.EphemeralSequential)
		p.Wait(p.ZK().Lost())
		say("%v", p.ZK().State())
	}
	s := newStage(t, 6*time.Second, program, program)
	s.until(time.Second)
	s.inject(fault.Expire, "a")
	s.inject(fault.Close, "b")
	s.until(3 * time.Second)
	s.expect("b: closed", "a: expired") // a is told when it comes back
	if got := s.Trace().Head().Counts.Expired; got != 1 {
		t.Errorf("%d sessions expired, want 1", got)
	}
}

// A server that crashes and comes back still knows the session.
func TestServerRestart(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		create(p.ZK(), "/d/e", zk.Ephemeral)
		p.Wait(p.ZK().Disconnected())
		say("disconnected")
		stat, there, err := p.ZK().Exists("/d/e")
		say("%v %v %v", there, stat.EphemeralOwner == p.ZK().Session(), err)
	})
	s.until(time.Second)
	s.inject(fault.Crash, "zk")
	s.until(2 * time.Second)
	s.expect("a: disconnected")
	s.inject(fault.Restart, "zk")
	s.until(8 * time.Second)
	s.expect("a: disconnected", "a: true true <nil>")
}
