package scenarios

import (
	"context"
	"strings"
	"testing"
)

// unstepped is a world whose steps nobody can count or choose, as a real one.
type unstepped struct{ Backend }

// What only a simulated world can do is refused elsewhere before anything has happened.
func TestOnlySimulated(t *testing.T) {
	for step, want := range map[string]string{
		"until: event 57":          "steps.yaml:8:5: until: event 57: only in a simulated world",
		"take: {at: c1, from: zk}": "steps.yaml:8:5: take at c1 from zk: only in a simulated world",
		"take: next":               "steps.yaml:8:5: take next: only in a simulated world",
	} {
		const head = "title: Steps\nchapter: Mine\nsummary: One at a time.\nprocesses: 1\nlock: queue\nscript:\n  - start: c1\n  - "
		s, err := Parse("steps.yaml", []byte(head+step))
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Bind(nil)
		if err != nil {
			t.Fatal(err)
		}
		world, err := Simulate(p.Setup(1, true), false)
		if err != nil {
			t.Fatal(err)
		}
		defer world.Close()
		before := world.Trace().Len()
		if _, err := Run(context.Background(), p, unstepped{world}, 1); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if got := world.Trace().Len(); got != before {
			t.Errorf("%s: %d events have happened", step, got-before)
		}
	}
}
