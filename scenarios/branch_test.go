package scenarios

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/fault"
	"lockstep/trace"
)

func record(t testing.TB, p *Plan, moves ...Move) *Recording {
	t.Helper()
	r, err := Record(context.Background(), p, 0, moves, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func branch(t testing.TB, r *Recording, m Move) *Recording {
	t.Helper()
	b, err := r.Branch(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lines are a trace's events, one a line.
func lines(t testing.TB, tr *trace.Trace) []string {
	t.Helper()
	var b bytes.Buffer
	if err := trace.WriteJSON(&b, tr); err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(b.String(), "\n")
}

// after finds the event after a landmark.
func after(t testing.TB, r *Recording, m trace.Mark) int {
	t.Helper()
	for _, l := range r.Trace.Summary().Landmarks {
		if l.Mark == m {
			return l.Event + 1
		}
	}
	t.Fatalf("the run has no landmark %d", m)
	return 0
}

func crash(node string) *fault.Fault { return &fault.Fault{Kind: fault.Crash, Node: node} }

// The holder crashes as soon as it holds: its session ends, and the next gets the lock. The script
// waits until there is a holder again, and leaves out the release that has nobody to do it.
func TestBranchQueue(t *testing.T) {
	r := record(t, variants(t)["queue"])
	at := after(t, r, trace.AcquiredMark)
	b := branch(t, r, Move{At: at, Fault: crash("c1")})
	switch {
	case b.Stopped != nil:
		t.Error(b.Stopped)
	case fmt.Sprint(b.Result.Acquired) != "[c1 c2 c3 c4 c5]" || b.Result.MaxHolders != 1 || b.Result.Session.Expired != 1:
		t.Errorf("got %+v", b.Result)
	case fmt.Sprint(b.LeftOut) != fmt.Sprintf("[{%d release holder}]", b.Trace.Len()-crumbs(b)):
		t.Errorf("left out: %v of %d events", b.LeftOut, b.Trace.Len())
	case b.Parent != r:
		t.Error("the branch does not know where it comes from")
	}
	var story []string
	c := b.Trace.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			break
		}
		if e.Kind == trace.Expired || e.Kind == trace.Recv && e.Msg.Class == trace.Notice ||
			e.Kind == trace.Phase && c.State().Procs[e.Node].Phase == trace.Holding {
			story = append(story, fmt.Sprint(e.Kind, " ", b.Trace.Name(e.Node), " ", e.Msg.Text))
		}
	}
	want := []string{"phase c1 ", "expired zk ", "recv c2 Deleted", "phase c2 "}
	if !slices.Equal(story[:4], want) {
		t.Errorf("got %q", story[:4])
	}
	mine, theirs := lines(t, b.Trace), lines(t, r.Trace)
	if !slices.Equal(mine[:at], theirs[:at]) {
		t.Error("the past of the branch is another")
	}
}

// crumbs is how many events came after the last thing was left out.
func crumbs(r *Recording) int {
	if len(r.LeftOut) == 0 {
		return 0
	}
	return r.Trace.Len() - r.LeftOut[len(r.LeftOut)-1].Event
}

// Where all is well, a recording is the run that Run performs, and a world stands still at every
// boundary, the first and the last among them.
func TestRecordIsRun(t *testing.T) {
	for name, plan := range variants(t) {
		t.Run(name, func(t *testing.T) {
			r := record(t, plan)
			world, want := simulated(t, plan, 1)
			if !slices.Equal(lines(t, r.Trace), lines(t, world.Trace())) {
				t.Error("the traces differ")
			}
			if fmt.Sprint(*r.Result) != fmt.Sprint(*want) || r.Stopped != nil || r.LeftOut != nil {
				t.Errorf("got %+v, stopped: %v, left out: %v\nwant %+v", *r.Result, r.Stopped, r.LeftOut, *want)
			}
			length := r.Trace.Len()
			for n := range length + 10 {
				at := r.Boundary(n)
				if at < min(n, length) || at > length || r.Boundary(at) != at {
					t.Fatalf("the boundary after %d of %d events is %d", n, length, at)
				}
			}
			if r.Boundary(-1) < 1 || r.Boundary(length) != length {
				t.Errorf("boundaries from %d to %d", r.Boundary(-1), r.Boundary(length))
			}
		})
	}
}

// A branch off a branch drops what was done later.
func TestBranchOfBranch(t *testing.T) {
	r := record(t, variants(t)["queue"])
	at := after(t, r, trace.AcquiredMark)
	first := branch(t, r, Move{At: at, Fault: crash("c1")})
	again := branch(t, first, Move{At: at, Fault: &fault.Fault{Kind: fault.Pause, Node: "c1"}})
	if len(again.Moves) != 1 || again.Moves[0].Fault.Kind != fault.Pause {
		t.Errorf("moves %+v", again.Moves)
	}
	later := branch(t, first, Move{At: first.Trace.Len(), Fault: &fault.Fault{Kind: fault.Restart, Node: "c1"}})
	if len(later.Moves) != 2 || later.Trace.Len() <= first.Trace.Len() {
		t.Errorf("moves %+v, %d events", later.Moves, later.Trace.Len())
	}
}

// odd are worlds where little happens by itself at round times.
const odd = `
title: "Odd: # times"
chapter: "{{ braces"
summary: '= no expression'
text: |
  Some text with {{n}} and "quotes".

    - indented: yes
params:
  n: 3
  what: "6s"
seed: 7
world: {tick: 300ms, timeout: 900ms, latency: 3ms, jitter: 2ms}
lock: herd
processes: [A, null1, B2]
job: {rounds: 2, give_up: 20s}
script:
  - say: "{{'{{'}} {{what}}: #1"
  - start: all
  - until: somebody holds
  - wait: 1234567ns
  - predict: {ask: "{{n}}?", answer: "= what == '6s' ? next_holder : n", choices: ["1", "{{n}}"], because: "- a\n- b"}
  - expect: n == 3
  - expect: n == 4
  - repeat: 5
    do:
      - release: holder
      - until: settled
  - wait: 30s
`

// anything makes a move that is possible somewhere in a run, or nil.
func anything(r *rapid.T, of *Recording) *Move {
	at := of.Boundary(rapid.IntRange(0, of.Trace.Len()).Draw(r, "at"))
	o, err := of.Possible(context.Background(), at)
	if err != nil {
		r.Fatal(err)
	}
	options := o.Faults()
	if rapid.Bool().Draw(r, "pick") {
		options = o.Picks
	}
	if len(options) == 0 {
		return nil
	}
	return &options[rapid.IntRange(0, len(options)-1).Draw(r, "option")].Move
}

// Whatever was done to a run, what is saved of it is a scenario that goes just like it.
func TestSaveAnyBranch(t *testing.T) {
	plans := variants(t)
	s, err := Parse("odd.yaml", []byte(odd))
	if err != nil {
		t.Fatal(err)
	}
	if plans["odd"], err = s.Bind(nil); err != nil {
		t.Fatal(err)
	}
	runs := map[string]*Recording{}
	for name, plan := range plans {
		runs[name] = record(t, plan)
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range runs {
			if !yield(name) {
				return
			}
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		run := runs[rapid.SampledFrom(names).Draw(rt, "lesson")]
		for range rapid.IntRange(0, 4).Draw(rt, "moves") {
			m := anything(rt, run)
			if m == nil {
				continue
			}
			next, err := run.Branch(context.Background(), *m, nil)
			if err != nil {
				rt.Fatal(err)
			}
			if at := next.Moves[len(next.Moves)-1].At; !slices.Equal(lines(t, next.Trace)[:at], lines(t, run.Trace)[:at]) {
				rt.Fatalf("%+v: the past before event %d is another", m, at)
			}
			run = next
		}
		var file bytes.Buffer
		if err := run.Save(&file); err != nil {
			rt.Fatal(err)
		}
		s, err := Parse("saved.yaml", file.Bytes())
		if err != nil {
			rt.Fatal(err)
		}
		plan, err := s.Bind(nil)
		if err != nil {
			rt.Fatal(err)
		}
		wanted := run.Plan.Text
		if len(run.Moves) > 0 {
			wanted = run.history()
		}
		if plan.Text != wanted {
			rt.Fatalf("text %q\nwas %q", plan.Text, wanted)
		}
		world, err := Simulate(plan.Setup(0, true), false)
		if err != nil {
			rt.Fatal(err)
		}
		defer world.Close()
		result, err := Run(context.Background(), plan, world, 0)
		if err != nil {
			rt.Fatalf("%v\n%s", err, &file)
		}
		got, want := lines(t, world.Trace()), lines(t, run.Trace)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				rt.Fatalf("%d and %d events; they differ at %d:\n%s%s\n%s", len(got), len(want), i, got[min(i, len(got)-1)],
					want[min(i, len(want)-1)], &file)
			}
		}
		if !result.OK() || fmt.Sprint(result.Predictions) != fmt.Sprint(run.Result.Predictions) {
			rt.Fatalf("got %+v\nwant %+v", result, run.Result)
		}
	})
}

// What is said to follow from the holder's crash does follow.
func TestConsequenceOfCrash(t *testing.T) {
	runs := map[string]*Recording{}
	for _, name := range []string{"queue", "children", "crash-ephemeral", "session-expiry", "herd"} {
		runs[name] = record(t, variants(t)[name])
	}
	rapid.Check(t, func(rt *rapid.T) {
		r := runs[rapid.SampledFrom([]string{"queue", "children", "crash-ephemeral", "session-expiry", "herd"}).Draw(rt, "lesson")]
		at := r.Boundary(rapid.IntRange(0, r.Trace.Len()).Draw(rt, "at"))
		play, err := newPlay(r.Plan.Setup(r.Seed, false), r.Plan, false)
		if err != nil {
			rt.Fatal(err)
		}
		defer play.Close()
		if err := play.follow(context.Background(), nil, func() bool { return play.Trace().Len() < at }, nil); err != nil {
			rt.Fatal(err)
		}
		m := newMoment(r, play, at)
		for _, kind := range []fault.Kind{fault.Crash, fault.Pause, fault.Cut} {
			for _, n := range m.state.Believers() {
				f := fault.Fault{Kind: kind, Node: m.name(n)}
				session, open := m.session(n)
				if !open || play.world.Can(f) != nil {
					continue
				}
				from, to := m.expiry(n, session, kind != fault.Cut)
				told := m.freed(n)
				b := branch(t, r, Move{At: at, Fault: &f})
				expired := b.Trace.Summary().Proc(n).Expired
				if mended(b, at) {
					continue
				}
				if expired < m.now.Add(from) || expired > m.now.Add(to) {
					rt.Fatalf("%v at %d (%v): expired at %v, foretold from %v to %v", f, at, m.now, expired, m.now.Add(from), m.now.Add(to))
				}
				if next, ok := strings.CutPrefix(told, ", then "); ok && strings.HasSuffix(next, " is next") && !strings.Contains(next, "told") {
					next = strings.TrimSuffix(next, " is next")
					before := 0
					for _, l := range b.Trace.Summary().Landmarks {
						if l.Mark == trace.AcquiredMark && l.Event < at {
							before++
						}
					}
					if len(b.Result.Acquired) <= before || b.Result.Acquired[before] != next {
						rt.Fatalf("%v at %d: foretold %s, acquired %v", f, at, next, b.Result.Acquired)
					}
				}
			}
		}
	})
}

// mended reports whether the script itself breaks or mends something after a branch.
func mended(r *Recording, at int) bool {
	for _, l := range r.Trace.Summary().Landmarks {
		if l.Mark == trace.FaultMark && l.Event > at {
			return true
		}
	}
	return false
}
