package scenarios

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lockstep/fault"
	"lockstep/trace"
)

// variants are the lessons, and the repaired forms of faulty ones.
func variants(t testing.TB) map[string]*Plan {
	plans := map[string]*Plan{}
	for _, name := range Names() {
		s, err := Lesson(name)
		if err != nil {
			t.Fatal(err)
		}
		add := func(as string, values map[string]string) {
			p, err := s.Bind(values)
			if err != nil {
				t.Fatal(err)
			}
			plans[as] = p
		}
		add(name, nil)
		if slices.ContainsFunc(s.Params, func(p Param) bool { return p.Name == "fixed" }) {
			add(name+"-fixed", map[string]string{"fixed": "true"})
		}
	}
	return plans
}

func start(t testing.TB, p *Plan) *Play {
	t.Helper()
	play, err := NewPlay(p, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(play.Close)
	return play
}

func steps(t testing.TB, p *Play, most int) int {
	t.Helper()
	for n := 0; ; n++ {
		if n == most {
			return n
		}
		more, err := p.Step()
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			return n
		}
	}
}

func events(t testing.TB, p *Play) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := trace.WriteJSON(&b, p.Trace()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const toTheEnd = -1

// A run taken step by step is the run that Run performs.
func TestPlayIsRun(t *testing.T) {
	for name, plan := range variants(t) {
		t.Run(name, func(t *testing.T) {
			play := start(t, plan)
			steps(t, play, toTheEnd)
			world, want := simulated(t, plan, 1)
			var b bytes.Buffer
			trace.WriteJSON(&b, world.Trace())
			if !bytes.Equal(events(t, play), b.Bytes()) {
				t.Error("the traces differ")
			}
			if got := play.Result(); fmt.Sprint(*got) != fmt.Sprint(*want) {
				t.Errorf("got %+v\nwant %+v", *got, *want)
			}
		})
	}
}

// At any step a run can be cloned. Whatever is then done to one of the two, the other goes
// on exactly as if it were alone.
func TestCloneAnywhere(t *testing.T) {
	for name, plan := range variants(t) {
		t.Run(name, func(t *testing.T) {
			whole := start(t, plan)
			length := steps(t, whole, toTheEnd)
			want := events(t, whole)
			rapid.Check(t, func(r *rapid.T) {
				play, err := NewPlay(plan, 1)
				if err != nil {
					r.Fatal(err)
				}
				defer play.Close()
				at := rapid.IntRange(0, length-1).Draw(r, "step")
				steps(t, play, at)
				alone, branch := play.Clone(), play.Clone()
				defer alone.Close()
				defer branch.Close()
				if a, b := play.world.world.Fingerprint(), alone.world.world.Fingerprint(); a != b {
					r.Fatalf("fingerprint of the clone %x, of the original %x", b, a)
				}
				wander(r, branch)
				steps(t, alone, toTheEnd)
				steps(t, play, toTheEnd)
				if !bytes.Equal(events(t, play), want) {
					r.Fatal("the original went on differently")
				}
				if !bytes.Equal(events(t, alone), want) {
					r.Fatal("the clone that was left alone went on differently")
				}
			})
		})
	}
}

// wander takes choices of its own for a while, and breaks things.
func wander(r *rapid.T, p *Play) {
	for range rapid.IntRange(1, 60).Draw(r, "wander") {
		if rapid.IntRange(0, 5).Draw(r, "break") == 0 {
			nodes := p.Trace().Nodes
			kinds := []fault.Kind{fault.Crash, fault.Restart, fault.Pause, fault.Resume, fault.Cut, fault.Heal,
				fault.DropReply, fault.Delay, fault.Expire, fault.Close, fault.JumpClock}
			f := fault.Fault{
				Kind: rapid.SampledFrom(kinds).Draw(r, "fault"),
				Node: rapid.SampledFrom(nodes[:len(nodes)-1]).Draw(r, "node").Name,
				By:   50 * time.Millisecond,
			}
			p.Inject(f) // what is not possible now is refused
		}
		choices, err := p.Choices()
		if err != nil || len(choices) == 0 {
			return // the run is over, or the script asks for what is not possible on this branch
		}
		p.Take(choices[rapid.IntRange(0, len(choices)-1).Draw(r, "choice")])
	}
}

// A closed world leaves no goroutine, wherever it was.
func TestNoGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, plan := range variants(t) {
		for _, at := range []int{0, 1, 7, 50, toTheEnd} {
			play, err := NewPlay(plan, 1)
			if err != nil {
				t.Fatal(err)
			}
			steps(t, play, at)
			clone := play.Clone()
			steps(t, clone, 5)
			clone.Close()
			play.Close()
		}
	}
	if after := runtime.NumGoroutine(); after != before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// Going back and forth over a trace gives the same states everywhere.
func TestSeekAnywhere(t *testing.T) {
	for name, plan := range variants(t) {
		t.Run(name, func(t *testing.T) {
			play := start(t, plan)
			steps(t, play, toTheEnd)
			var states []string
			c := play.Trace().Cursor()
			for {
				states = append(states, fmt.Sprint(*c.State()))
				if _, ok := c.Next(); !ok {
					break
				}
			}
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(0, len(states)-1).Draw(r, "seek")
				c.Seek(n)
				for range rapid.IntRange(0, 100).Draw(r, "back") {
					c.Prev()
				}
				if got := fmt.Sprint(*c.State()); got != states[c.N()] {
					r.Fatalf("at %d:\n got %s\nwant %s", c.N(), got, states[c.N()])
				}
			})
			c.Seek(len(states))
			if got, want := fmt.Sprint(*c.State()), fmt.Sprint(*play.Trace().Head()); got != want {
				t.Errorf("at the end:\n got %s\nhead %s", got, want)
			}
		})
	}
}
