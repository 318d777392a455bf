package fakezk_test

import (
	"testing"
	"time"

	"lockstep/fakezk"
	"lockstep/fault"
	"lockstep/trace"
	"lockstep/zk"
)

// A wait gives the first source in its list that has fired. A latch stays fired, an order is
// used up, a time limit covers several waits.
func TestWait(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		soon, later := p.After(ms), p.After(2*ms)
		sleep(p, 5*ms)
		say("%v", p.Wait(later, soon) == later)
		say("%v", p.Wait(soon, later) == soon)
		say("%v", p.Wait(nil, later) == later)
		limit := p.After(time.Second)
		say("%v", p.Wait(p.Order("go"), limit) == p.Order("go"))
		say("%v", p.Wait(p.Order("go"), limit) == limit)
		say("%v", p.Wait(p.ZK().Disconnected(), limit) == limit)
	})
	s.until(100 * ms)
	s.giveOrder(0, "go")
	s.until(3 * time.Second)
	s.expect("a: true", "a: true", "a: true", "a: true", "a: true", "a: true")
}

// An order that is given before the process waits for it is not lost.
func TestOrderBeforeWait(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		sleep(p, time.Second)
		p.Wait(p.Order("go"))
		p.Wait(p.Order("go"))
		say("went twice")
	})
	s.until(100 * ms)
	s.giveOrder(0, "go")
	s.giveOrder(0, "go")
	s.until(2 * time.Second)
	s.expect("a: went twice")
}

// Tasks share a baton, and pass it only when they block.
func TestTasks(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		p.Go("other", func() {
			say("other begins")
			create(p.ZK(), "/d/other", zk.Persistent)
			say("other is done")
		})
		say("first goes on")
		mark := p.Mark()
		say("%v", p.Passed(mark, ms))
		create(p.ZK(), "/d/first", zk.Persistent)
		say("first is done, %v", p.Passed(mark, ms))
	})
	s.until(time.Second)
	s.expect("a: first goes on", "a: false", "a: other begins", "a: first is done, true", "a: other is done")
}

// The end of a session wakes every task that waits for it, and being disconnected is so for as
// long as it lasts.
func TestAllTasksWake(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		for _, name := range []string{"one", "two"} {
			p.Go(name, func() {
				p.Wait(p.ZK().Disconnected())
				say("%s: disconnected", name)
				p.Wait(p.ZK().Lost())
				say("%s: lost", name)
			})
		}
		sleep(p, 10*time.Second)
		limit := p.After(time.Second)
		say("%v", p.Wait(p.ZK().Disconnected(), limit) == p.ZK().Disconnected())
		say("%v", p.Wait(p.ZK().Disconnected(), limit) == p.ZK().Disconnected())
	})
	s.until(time.Second)
	s.inject(fault.Cut, "a")
	s.until(20 * time.Second)
	s.inject(fault.Heal, "a")
	s.until(25 * time.Second)
	s.expect("a: one: disconnected", "a: two: disconnected", "a: true", "a: true", "a: one: lost", "a: two: lost")
}

func TestPersistentWatch(t *testing.T) {
	s := newStage(t, 6*time.Second,
		func(p *fakezk.Process, say func(string, ...any)) {
			w := must(p.ZK().(zk.PersistentWatcher).AddWatch("/d", zk.WatchPersistentRecursive))
			limit := p.After(5 * time.Second)
			for p.Wait(w, limit) == w {
				say("%v", w.Event())
			}
		},
		func(p *fakezk.Process, say func(string, ...any)) {
			sleep(p, time.Second)
			create(p.ZK(), "/d/x", zk.Persistent)
			p.ZK().Set("/d/x", nil, -1)
			p.ZK().Delete("/d/x", -1)
		})
	s.until(6 * time.Second)
	s.expect("a: Created /d/x", "a: DataChanged /d/x", "a: Deleted /d/x")
}

// A recipe that panics has failed; the world goes on.
func TestPanicIsFailure(t *testing.T) {
	s := newStage(t, 6*time.Second,
		func(p *fakezk.Process, say func(string, ...any)) { panic("no good") },
		func(p *fakezk.Process, say func(string, ...any)) {
			_, err := p.ZK().Children("/d")
			say("%v", err)
		})
	s.until(time.Second)
	s.expect("b: <nil>")
	if got := s.Trace().Head().Procs[0].Phase; got != trace.Failed {
		t.Errorf("phase %v", got)
	}
}

func TestJumpClock(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {
		before, mark := p.Now(), p.Mark()
		p.Wait(p.Order("go"))
		say("%v %v", p.Now().Sub(before) > time.Hour, p.Passed(mark, time.Minute))
	})
	s.until(time.Second)
	if err := s.Inject(fault.Fault{Kind: fault.JumpClock, Node: "a", By: 2 * time.Hour}); err != nil {
		t.Fatal(err)
	}
	s.giveOrder(0, "go")
	s.until(2 * time.Second)
	s.expect("a: true false") // only the wall clock moved
}

// What is not possible now is refused, and nothing has happened.
func TestImpossibleFaults(t *testing.T) {
	s := newStage(t, 6*time.Second, func(p *fakezk.Process, say func(string, ...any)) {})
	s.until(time.Second)
	for _, test := range []struct {
		fault fault.Fault
		want  string
	}{
		{fault.Fault{Kind: fault.Restart, Node: "a"}, "restart a: it has not crashed"},
		{fault.Fault{Kind: fault.Resume, Node: "a"}, "resume a: it is not paused"},
		{fault.Fault{Kind: fault.Heal, Node: "a"}, "heal a: it is not cut off"},
		{fault.Fault{Kind: fault.Crash, Node: "q"}, `crash q: there is no "q"`},
		{fault.Fault{Kind: fault.Cut, Node: "a", Peer: "q"}, `cut a from q: there is no other node "q"`},
	} {
		n := s.Trace().Len()
		err := s.Inject(test.fault)
		if err == nil || err.Error() != test.want {
			t.Errorf("%v: got %v, want %s", test.fault, err, test.want)
		}
		if s.Trace().Len() != n {
			t.Errorf("%v: something happened", test.fault)
		}
	}
}
