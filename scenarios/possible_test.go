package scenarios

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func possible(t *testing.T, r *Recording, at int, follow ...string) *Options {
	t.Helper()
	o, err := r.Possible(context.Background(), at, follow...)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// told are options as a screen shows them, one a line.
func told(options []Option) string {
	var b strings.Builder
	for _, o := range options {
		fmt.Fprintf(&b, "%s: %s\n", o.Text, o.Then)
	}
	return b.String()
}

// In a queue of two, everything that can be done to the holder has its consequence.
func TestPossibleInQueue(t *testing.T) {
	r := recordLesson(t, "queue", map[string]string{"n": "2"})
	asked := r.Questions[0].Event
	o := possible(t, r, asked)
	var about []string
	for _, g := range o.Groups {
		about = append(about, g.About)
	}
	if got := strings.Join(about, "; "); got != "c1 holds; c2 waits for c1; zk is the server" {
		t.Errorf("groups: %s", got)
	}
	const want = `crash c1: its session expires in 8.0 s, then c2 is next
pause c1: it still believes that it holds, though its session expires in 8.0 s, then c2 is next
cut c1: it is disconnected in 4.0 s, and believes that it holds, though its session expires in 8.0 s, then c2 is next
expire c1: it believes that it holds, though the server deletes lock-0000000000 at once, then c2 is next
drop reply c1: its next request is carried out, but it does not learn that
delay c1 by 1s: each message to or from it takes 1 s longer
close c1: lock-0000000000 goes with its session, then c2 is next
jump clock c1 by 10s: its wall clock is 10 s ahead; no session is measured by it
`
	if got := told(o.Groups[0].Options); got != want {
		t.Errorf("of the holder:\n%s", got)
	}
	if got := told(o.Picks); !strings.HasPrefix(got, "c1 → zk: delete /lock/lock-0000000000: due in 1 ms\n") {
		t.Errorf("picks:\n%s", got)
	}
	// What is broken can be mended, and that comes first.
	b := branch(t, r, Move{At: asked, Fault: crash("c1")})
	after := possible(t, b, asked+1)
	if first := after.Groups[0].Options[0]; first.Text != "crash c2" && first.Text != "restart c1" {
		t.Errorf("after the crash: %s", told(after.Faults()))
	}
	if !strings.Contains(told(after.Faults()), "restart c1: it begins anew; lock-0000000000 stays until its old session expires, in 8.0 s\n") {
		t.Errorf("after the crash: %s", told(after.Faults()))
	}
	// When the run is over, time still goes on for a move.
	if end := possible(t, r, r.Trace.Len()); len(end.Faults()) == 0 {
		t.Error("nothing is possible at the end")
	}
}

// In a crowd only those are offered who matter.
func TestPossibleInCrowd(t *testing.T) {
	s, err := Lesson("queue")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(map[string]string{"n": "50"})
	if err != nil {
		t.Fatal(err)
	}
	r := record(t, p)
	var nodes []string
	for _, g := range possible(t, r, r.Questions[0].Event, "c40", "nobody").Groups {
		nodes = append(nodes, g.Node)
	}
	if got := fmt.Sprint(nodes); got != "[c1 c2 c3 c40 zk]" {
		t.Errorf("offered: %v", got)
	}
}

// Every option is possible, and its branch goes on to the end.
func TestPossibleIsPossible(t *testing.T) {
	r := record(t, variants(t)["session-expiry"])
	for _, l := range r.Trace.Summary().Landmarks {
		o := possible(t, r, l.Event)
		for _, option := range append(o.Faults(), o.Picks...) {
			if b := branch(t, r, option.Move); b.Stopped != nil {
				t.Errorf("%s at %d: %v", option.Text, o.At, b.Stopped)
			}
			if strings.Contains(option.Text+option.Then, "{") || option.Text == "" {
				t.Errorf("at %d: %q, %q", o.At, option.Text, option.Then)
			}
		}
	}
}
