package scenarios

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/fault"
	"lockstep/trace"
)

// everyoneWaits is where a lesson's c1 holds, and all others wait.
func everyoneWaits(t *testing.T, r *Recording) int {
	t.Helper()
	for c := r.Trace.Cursor(); ; {
		e, ok := c.Next()
		if !ok {
			t.Fatal("they never all wait")
		}
		waiting := 0
		for _, p := range c.State().Procs {
			if p.Waits() {
				waiting++
			}
		}
		if waiting == len(r.Plan.Processes)-1 {
			return e.N + 1
		}
	}
}

// narrated are the lines of the narrator, each with the number of its event.
func narrated(r *Recording) []string {
	var said []string
	for c := r.Trace.Cursor(); ; {
		e, ok := c.Next()
		if !ok {
			return said
		}
		if e.Kind == trace.Say {
			said = append(said, fmt.Sprintf("%d %s", e.N, e.Text))
		}
	}
}

// What the script tells and asks is about its own run. After a fault it is silent; another order of
// the same steps is still that run.
func TestNarratorOfBranch(t *testing.T) {
	r := record(t, variants(t)["queue"])
	at := everyoneWaits(t, r)
	own := narrated(r)
	if len(own) != 3 || len(r.Questions) != 1 {
		t.Fatalf("the lesson says %q and asks %d questions", own, len(r.Questions))
	}
	pause := Move{At: at, Fault: &fault.Fault{Kind: fault.Pause, Node: "c1"}}
	next := Move{At: at, Pick: &Pick{Node: NextStep}}
	for _, c := range []struct {
		what      string
		run       *Recording
		says, ask int
	}{
		{"a fault", branch(t, r, pause), 1, 0},
		{"a pick", branch(t, r, next), 3, 1},
		{"a pick, then a fault", branch(t, branch(t, r, Move{At: at - 10, Pick: next.Pick}), pause), 1, 0},
		{"a fault at the end", branch(t, r, Move{At: r.Trace.Len(), Fault: crash("c1")}), 3, 1},
	} {
		if got := narrated(c.run); len(got) != c.says || len(c.run.Questions) != c.ask || !slices.Equal(got[:1], own[:1]) {
			t.Errorf("after %s: says %q and asks %d questions", c.what, got, len(c.run.Questions))
		}
	}
}

// A holder that is paused believes that it holds until it is told, whoever else holds by then:
// here until the run ends or it is resumed, and obeys. The script's other orders come to nothing.
func TestOverlapOfPaused(t *testing.T) {
	for _, c := range []struct {
		lesson     string
		resume     bool
		violations string
		overlap    int64
	}{
		{"herd", false, "[{8003 18006 156 [c1 c2]}]", 10003},
		{"herd", true, "[{8003 18006 156 [c1 c2]}]", 10003},
		{"queue", false, "[{8003 18008 161 [c1 c2]}]", 10005},
		{"queue", true, "[{8003 18008 161 [c1 c2]}]", 10005},
	} {
		r := record(t, variants(t)[c.lesson])
		b := branch(t, r, Move{At: everyoneWaits(t, r), Fault: &fault.Fault{Kind: fault.Pause, Node: "c1"}})
		if c.resume {
			b = branch(t, b, Move{At: b.Trace.Len(), Fault: &fault.Fault{Kind: fault.Resume, Node: "c1"}})
		}
		if got := fmt.Sprint(b.Result.Acquired, len(b.LeftOut)); got != "[c1 c2] 4" {
			t.Errorf("%s, resumed %v: acquired and orders left out: %s", c.lesson, c.resume, got)
		}
		if got := fmt.Sprint(b.Result.Violations); got != c.violations || b.Result.OverlapMS != c.overlap {
			t.Errorf("%s, resumed %v: violations %s, in all %d ms", c.lesson, c.resume, got, b.Result.OverlapMS)
		}
	}
}

// A saved branch says what it is, and nothing that is so in the lesson only.
func TestSavedText(t *testing.T) {
	r := record(t, variants(t)["queue"])
	b := branch(t, r, Move{At: everyoneWaits(t, r), Fault: &fault.Fault{Kind: fault.Pause, Node: "c1"}})
	b = branch(t, b, Move{At: b.Trace.Len(), Fault: &fault.Fault{Kind: fault.Resume, Node: "c1"}})
	var file bytes.Buffer
	if err := b.Save(&file); err != nil {
		t.Fatal(err)
	}
	if want := "text: |-\n  A branch of the lesson queue:\n  \n  - 0.038 s: pause c1\n  - "; !strings.Contains(file.String(), want) {
		t.Errorf("%q is missing in\n%s", want, &file)
	}
	for _, gone := range []string{"tags:", "5n", "Now the holder", "predict:"} {
		if strings.Contains(file.String(), gone) {
			t.Errorf("%q is in\n%s", gone, &file)
		}
	}
	if n := strings.Count(file.String(), "release: c1"); n != 1 {
		t.Errorf("c1 is told %d times to release", n)
	}
	// A run of the lesson's own keeps the lesson's text.
	file.Reset()
	if err := r.Save(&file); err != nil || !strings.Contains(file.String(), "5n") || !strings.Contains(file.String(), "tags: [") {
		t.Errorf("got %v and\n%s", err, &file)
	}
}

// Who does not run can only be restarted, and who was never started suffers nothing.
func TestPossibleOfCrashed(t *testing.T) {
	r := record(t, variants(t)["queue"])
	at := everyoneWaits(t, r)
	b := branch(t, r, Move{At: at, Fault: crash("c1")})
	for _, c := range []struct {
		run  *Recording
		at   int
		node string
		want string
	}{
		{b, at + 1, "c1", "[restart c1]"},
		{branch(t, r, Move{At: at, Fault: crash("zk")}), at + 1, "zk", "[restart zk]"},
		{r, 1, "c3", "[]"},
	} {
		got := []string{}
		for _, o := range possible(t, c.run, c.at, c.node).Faults() {
			if o.Move.Fault.Node == c.node {
				got = append(got, o.Text)
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("to %s after %d events: %q", c.node, c.at, got)
		}
	}
}

// What a duration looks like when it is shown.
func TestShowDuration(t *testing.T) {
	for text, want := range map[string]string{"1h0m0s": "1h", "1m0s": "1m", "1m30s": "1m30s", "1h30m0s": "1h30m", "1h0m5s": "1h0m5s",
		"10s": "10s", "0s": "0s", "100ms": "100ms", "20m0s": "20m", "-1h0m0s": "-1h"} {
		d, err := Duration.parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := show(d); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	p := Param{Type: Duration, Default: duration(t, "6s"), Min: duration(t, "100ms"), Max: duration(t, "1h")}
	if got := p.Allowed(); got != "a duration from 100ms to 1h, such as 6s" {
		t.Errorf("got %s", got)
	}
}

func duration(t *testing.T, text string) any {
	t.Helper()
	d, err := Duration.parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
