package scenarios

import (
	"bytes"
	"context"
	"encoding/json"

	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/trace"
	"lockstep/trace/story"
)

func simulated(t testing.TB, p *Plan, seed uint64) (*Simulation, *Result) {
	t.Helper()
	w, err := Simulate(p.Setup(seed, true), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	r, err := Run(context.Background(), p, w, seed)
	if err != nil {
		t.Fatal(err)
	}
	return w, r
}

func lesson(t testing.TB, name string, values map[string]string) *Plan {
	t.Helper()
	s, err := Lesson(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(values)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each lesson tells the story that its golden transcript holds.
func TestGolden(t *testing.T) {
	plans := variants(t)
	for _, name := range slices.Sorted(maps.Keys(plans)) {
		t.Run(name, func(t *testing.T) {
			world, r := simulated(t, plans[name], 1)
			var b bytes.Buffer
			story.Write(&b, world.Trace(), story.Teller{Catalogue: story.English}, nil)
			for _, e := range r.Expectations {
				if !e.OK {
					t.Errorf("line %d: %s: got %v", e.Line, e.Text, e.Got)
				}
			}
			c := world.Trace().Cursor()
			for n := range world.Trace().Head().InFlight {
				if e := c.At(n); !e.Msg.Class.Heartbeat() {
					t.Errorf("event %d never arrives: %+v", n, e)
				}
			}
			file := filepath.Join("testdata", "golden", name+".txt")
			if *update {
				os.MkdirAll(filepath.Dir(file), 0o777)
				if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got := b.String(); got != string(want) {
				t.Errorf("the story differs from %s in line %s", file, firstDifference(got, string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			return strconv.Itoa(i+1) + ":\n got " + line(g, i) + "\nwant " + line(w, i)
		}
	}
	return "none"
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// The counts are those of the formulas, exactly.
func TestCounts(t *testing.T) {
	type counts struct{ requests, create, failedCreate, exists, children, deletes, events int }
	formulas := map[string]func(n int) counts{
		"herd": func(n int) counts {
			return counts{n*n + n, n * (n + 1) / 2, n * (n - 1) / 2, n * (n - 1) / 2, 0, n, n * (n - 1) / 2}
		},
		"queue": func(n int) counts { return counts{5*n - 2, n, 0, n - 1, 2*n - 1, n, n - 1} },
		"children": func(n int) counts {
			return counts{n*n + n + 1, n, 0, 0, n*n - n + 1, n, n*n - n + 1}
		},
	}
	for name, formula := range formulas {
		for _, n := range []int{1, 2, 3, 4, 5, 10, 50, 100} {
			_, r := simulated(t, lesson(t, name, map[string]string{"n": strconv.Itoa(n)}), 1)
			got := counts{r.Requests["total"], r.Requests["create"], r.Failed["create"], r.Requests["exists"],
				r.Requests["get_children"], r.Requests["delete"], r.WatchEvents}
			if want := formula(n); got != want {
				t.Errorf("%s with n=%d: got %+v, want %+v", name, n, got, want)
			}
			if want := 2*got.requests + got.events; r.Messages != want {
				t.Errorf("%s with n=%d: %d messages, want %d", name, n, r.Messages, want)
			}
			if len(r.Acquired) != n || r.MaxHolders != 1 || r.Session != (SessionCounts{n, n, 0}) {
				t.Errorf("%s with n=%d: acquired %v, max holders %d, sessions %+v", name, n, r.Acquired, r.MaxHolders, r.Session)
			}
		}
	}
}

// A run that keeps no events counts the same.
func TestCountingRunAgrees(t *testing.T) {
	for name, plan := range variants(t) {
		_, want := simulated(t, plan, 1)
		w, err := Simulate(plan.Setup(1, false), false)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Run(context.Background(), plan, w, 1)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		// The events are numbered alike, so even the places of violations agree.
		if g, w := jsonOf(t, got), jsonOf(t, want); g != w {
			t.Errorf("%s: got %s\nwant %s", name, g, w)
		}
	}
}

// One seed, one trace; with jitter another seed gives another.
func TestSeeds(t *testing.T) {
	p := lesson(t, "herd", nil)
	p.World.Jitter = p.World.Latency
	text := func(seed uint64) string {
		w, _ := simulated(t, p, seed)
		var b bytes.Buffer
		trace.WriteJSON(&b, w.Trace())
		return b.String()
	}
	first := text(7)
	if text(7) != first {
		t.Error("one seed gave two traces")
	}
	if text(8) == first {
		t.Error("two seeds gave one trace")
	}
}

func jsonOf(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
