package realzk_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/lock"
	"lockstep/realzk"
	"lockstep/trace"
)

const tick = 200 * time.Millisecond

// TestReal starts one server for all tests that need no more. Most of their time is spent
// waiting for timeouts, so they wait together. First those that look at what is left behind
// by a world, and must be alone for that.
func TestReal(t *testing.T) {
	addrs := ensembletest.Start(t, ensemble.Config{TickTime: tick}).Addrs()
	t.Run("close leaves nothing", func(t *testing.T) { testCloseLeavesNothing(t, addrs) })
	t.Run("interrupted", func(t *testing.T) { testInterrupted(t, addrs) })
	t.Run("counts", func(t *testing.T) { testCounts(t, addrs) })
	t.Run("together", func(t *testing.T) {
		for name, test := range map[string]func(*testing.T, []string){
			"checks":                 testChecks,
			"client":                 testClient,
			"close by fault":         testCloseByFault,
			"crash":                  testCrash,
			"crash of a waiter":      testCrashOfWaiter,
			"cut and healed in time": testCutHealedInTime,
			"cut until expired":      testCutUntilExpired,
			"delay":                  testDelay,
			"drop reply":             testDropReply,
			"end":                    testEnd,
			"expire":                 testExpire,
			"jump clock":             testJumpClock,
			"panic":                  testPanic,
			"pause":                  testPause,
			"pause past the timeout": testPausePastTimeout,
			"reconnecting":           testReconnectingIsUnsettled,
			"restart":                testRestart,
			"timing":                 testTiming,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, addrs)
			})
		}
	})
}

// driver runs a world in a test.
type driver struct {
	*realzk.World
	t *testing.T
}

func newWorld(t *testing.T, cfg realzk.Config) driver {
	t.Helper()
	if cfg.Timeout == 0 {
		cfg.Timeout = 4 * time.Second
	}
	cfg.Root, cfg.Tick, cfg.Keep = "/lock", tick, true
	w, err := realzk.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return driver{w, t}
}

func names(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("c", i+1)
	}
	return list
}

// until runs the world until a condition holds.
func (d driver) until(what string, condition func() bool) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), 20*time.Second)
	defer cancel()
	ok, err := d.RunUntil(ctx, condition)
	if err != nil {
		d.t.Fatalf("until %s: %v\n%s", what, err, d.story())
	}
	if !ok {
		d.t.Fatalf("until %s: the run ended first\n%s", what, d.story())
	}
}

func (d driver) settle() { d.t.Helper(); d.until("settled", d.Settled) }

func (d driver) start(name string) {
	d.t.Helper()
	if err := d.Start(name); err != nil {
		d.t.Fatal(err)
	}
}

func (d driver) order(name, order string) {
	d.t.Helper()
	if err := d.Order(name, order); err != nil {
		d.t.Fatal(err)
	}
}

func (d driver) proc(name string) trace.Proc {
	n, _ := d.Trace().NodeNamed(name)
	if procs := d.Trace().Head().Procs; int(n) < len(procs) {
		return procs[n]
	}
	return trace.Proc{}
}

// story is the trace as text, for when a test fails.
func (d driver) story() string {
	var b strings.Builder
	t := d.Trace()
	c := t.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			return b.String()
		}
		fmt.Fprintf(&b, "%5d %v %-5v %-4s %-4s because %d", e.N, e.At, e.Kind, t.Name(e.Node), t.Name(e.Peer), e.Cause)
		if e.Kind.HasMsg() {
			fmt.Fprintf(&b, "  %v %v %s %s %s", e.Msg.Class, e.Msg.Op, e.Msg.Path, e.Msg.Text, e.Msg.Err)
		}
		fmt.Fprintln(&b, "", e.Text)
	}
}

// contender takes the lock, holds it until it is told to release it, and closes its session.
func contender(recipe string) func(*realzk.Process) {
	r, _ := lock.Find(recipe)
	return func(p *realzk.Process) {
		l := r.New(p, p.ZK(), "/lock")
		p.Phase(trace.Acquiring, "")
		if err := l.Acquire(); err != nil {
			p.Phase(trace.Failed, err.Error())
			return
		}
		p.Phase(trace.Holding, "")
		release := p.Order("release")
		if p.Wait(release, p.ZK().Lost()) != release {
			p.Phase(trace.Failed, "lost")
			return
		}
		p.Phase(trace.Releasing, "")
		if err := l.Release(); err != nil {
			p.Phase(trace.Failed, err.Error())
			return
		}
		p.ZK().Close()
		p.Phase(trace.Done, "")
	}
}
