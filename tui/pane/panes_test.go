package pane_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/lock"
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/pane"
	"lockstep/tui/uitest"
)

func fresh() []pane.Pane {
	return []pane.Pane{pane.NewQueue(), pane.NewZnodes(), pane.NewSessions(), pane.NewCounts(), pane.NewWhy(), pane.NewSource()}
}

// Every pane fills its rectangle exactly, at every size and every moment, with one beat or many or
// none at all as the newest step, and leaves the cursor where it is.
func TestPanesFitAnywhere(t *testing.T) {
	var recordings []*scenarios.Recording
	for _, lesson := range scenarios.Names() {
		recordings = append(recordings, uitest.Record(t, lesson))
	}
	recordings = append(recordings, uitest.Record(t, "queue", "n", "120"), uitest.Record(t, "herd", "n", "40"))
	long := uitest.Record(t, "queue")
	long.Trace.Nodes[1].Name = strings.Repeat("länger-", 30) + "\x1b[2J\n名前"
	recordings = append(recordings, long)
	panes := fresh()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(recordings).Draw(t, "recording")
		n := rapid.IntRange(0, r.Trace.Len()).Draw(t, "n")
		m := uitest.At(r, 0)
		m.Cursor.Seek(n)
		m.From = rapid.IntRange(0, n).Draw(t, "from")
		m.Follow = trace.Node(rapid.IntRange(-1, len(r.Trace.Nodes)-1).Draw(t, "follow"))
		m.Look = uitest.PlainLook(rapid.Bool().Draw(t, "ascii"))
		w, h := rapid.IntRange(0, 130).Draw(t, "w"), rapid.IntRange(0, 40).Draw(t, "h")
		p := rapid.SampledFrom(panes).Draw(t, "pane")
		if k, ok := p.(pane.Keyed); ok {
			k.Key(m, rapid.SampledFrom([]string{"up", "down", "pgup", "pgdown", "x"}).Draw(t, "key"))
		}
		uitest.Rectangle(t, strings.Join(p.View(m, w, h), "\n"), w, h)
		if m.Cursor.N() != n {
			t.Fatalf("%s has moved the cursor from %d to %d", p.Name(), n, m.Cursor.N())
		}
	})
}

// at is the moment in which something first holds.
func at(t *testing.T, r *scenarios.Recording, what func(m *pane.Moment) bool) *pane.Moment {
	t.Helper()
	m := uitest.At(r, 0)
	for beat := range r.Beats {
		m.From = r.Beats[beat]
		end := r.Trace.Len()
		if beat+1 < len(r.Beats) {
			end = r.Beats[beat+1]
		}
		if m.Cursor.Seek(end); what(m) {
			return m
		}
	}
	t.Fatal("that never happens")
	return nil
}

func contains(t *testing.T, p pane.Pane, m *pane.Moment, w, h int, want ...string) {
	t.Helper()
	got := uitest.Text(p.View(m, w, h))
	for _, line := range want {
		if !strings.Contains(got, line) {
			t.Errorf("%s does not say %q:\n%s", p.Name(), line, got)
		}
	}
}

// Who waits for whom is one line each, in the order of the numbers.
func TestQueueInOrder(t *testing.T) {
	m := uitest.At(uitest.Record(t, "queue"), 16)
	want := `● c1  lock-0000000000  holds 32 ms
○ c2  lock-0000000001  waits for c1
○ c3  lock-0000000002  waits for c2
○ c4  lock-0000000003  waits for c3
○ c5  lock-0000000004  waits for c4
`
	if got := uitest.Text(pane.NewQueue().View(m, 64, 6)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The herd has no order, and the pane says so.
func TestQueueOfTheHerd(t *testing.T) {
	m := uitest.At(uitest.Record(t, "herd"), 11)
	contains(t, pane.NewQueue(), m, 60, 8, "● c1", "○ c2", "waits for c1", "no order: all wait for c1")
}

// Of many, those that matter are shown, and how many more there are.
func TestQueueOfMany(t *testing.T) {
	r := uitest.Record(t, "queue", "n", "1000")
	m := at(t, r, func(m *pane.Moment) bool { return m.State().Procs[999].Waiting })
	m.Follow = 500
	contains(t, pane.NewQueue(), m, 60, 10, "● c1 ", "○ c2 ", "○ c501 ", "○ c1000 ", "and 991 more wait")
}

// The holder that was not told: two sides disagree, and every pane says so.
func TestPanesDisagreeAfterExpiry(t *testing.T) {
	m := at(t, uitest.Record(t, "session-expiry"), func(m *pane.Moment) bool { return len(m.State().Believers()) > 1 })
	contains(t, pane.NewQueue(), m, 64, 6, "● c2", "! c1", "believes that it holds: its session expired at 10.000")
	contains(t, pane.NewQueue(), m, 34, 6, "! c1  believes; expired at 10.000")
	contains(t, pane.NewSessions(), m, 64, 6, "the server has ended it; c1 does not know yet")
	contains(t, pane.NewSessions(), m, 30, 6, "c1 ended; c1 does not know")
	contains(t, pane.NewWhy(), m, 90, 4, "c1 does not know that its session is over", "c1 and c2 believe at once that they hold")
}

// A waiter that takes its wake-up for its turn is before nobody.
func TestQueueShowsWhoIsBefore(t *testing.T) {
	m := at(t, uitest.Record(t, "predecessor-died"), func(m *pane.Moment) bool { return len(m.State().Believers()) > 1 })
	contains(t, pane.NewQueue(), m, 70, 6, "● c1", "! c3", "believes that it holds: c1 is before it")
}

// A persistent znode outlives the session of its maker.
func TestQueueOfThePersistentZnode(t *testing.T) {
	r := uitest.Record(t, "crash-persistent")
	m := uitest.At(r, len(r.Beats))
	contains(t, pane.NewQueue(), m, 64, 6, "● c1", "crashed; its znode stays for ever", "○ c2")
	contains(t, pane.NewZnodes(), m, 64, 6, "holder  P -", "watched by c2, c3, c4")
}

// A new znode and one that has gone are marked in their places.
func TestZnodesChanges(t *testing.T) {
	r := uitest.Record(t, "queue")
	contains(t, pane.NewZnodes(), uitest.At(r, 8), 64, 8, "3 children", "lock-0000000002  E c3", "◀ new", "lock-0000000000  E c1", "watched by c2")
	contains(t, pane.NewZnodes(), uitest.At(r, 19), 64, 8, "4 children", "├ lock-0000000000  E c1", "◀ gone")
}

func TestCountsOfAStep(t *testing.T) {
	m := uitest.At(uitest.Record(t, "herd"), 8)
	contains(t, pane.NewCounts(), m, 50, 8, "requests          6 +1", "create          4 +1 (3 failed)", "messages in all")
}

// Scrolling lasts until the next step, which brings the line of whoever acted into view.
func TestSourceFollows(t *testing.T) {
	r := uitest.Record(t, "queue")
	p := pane.NewSource()
	m := uitest.At(r, 7)
	contains(t, p, m, 90, 10, "c2 ▸", "await(watch)")
	for range 40 {
		p.Key(m, "up")
	}
	if got := uitest.Text(p.View(m, 90, 10)); !strings.Contains(got, "── queue.go") || strings.Contains(got, "▸") {
		t.Errorf("after scrolling up:\n%s", got)
	}
	contains(t, p, uitest.At(r, 8), 90, 10, "c3 ▸", "q.c.Create(")
	contains(t, p, uitest.At(r, 19), 90, 10, "c2,c3 +2 ▸", "await(watch)")
	if p.Key(m, "x") {
		t.Error("the pane takes a key that it does not know")
	}
}

func TestSourceOfNoRecipe(t *testing.T) {
	r := uitest.Record(t, "queue")
	plan := *r.Plan
	plan.Lock = "unheard-of"
	r.Plan = &plan
	contains(t, pane.NewSource(), uitest.At(r, 4), 60, 5, "there is no source of unheard-of")
	pane.NewQueue().View(uitest.At(r, 4), 60, 5)
}

// ops of each recipe: what its processes ask for, and whether they leave a queue.
func TestEveryCallHasOneLine(t *testing.T) {
	for _, r := range lock.Recipes {
		lines := pane.Calls(r.Name)
		want := []string{"create", "delete", "exists", "wait"}
		if r.File != "herd.go" && r.File != "persistent.go" {
			want = append(want, "delete, giving up", "get_children")
		}
		if r.Name == "children" {
			want = []string{"create", "delete", "delete, giving up", "get_children", "wait"}
		}
		for _, call := range want {
			if len(lines[call]) != 1 {
				t.Errorf("%s: %s is on the lines %v, want one", r.Name, call, lines[call])
			}
		}
		if len(lines) != len(want) {
			t.Errorf("%s: calls %v, want %v", r.Name, lines, want)
		}
	}
}

// Every pane answers at once, also with a thousand clients.
func BenchmarkPanesOfThousand(b *testing.B) {
	for _, lesson := range []string{"queue", "herd"} {
		r := uitest.Record(b, lesson, "n", "1000")
		m := uitest.At(r, 0)
		n := r.Trace.Len() / 2
		m.Cursor.Seek(n)
		m.From = max(0, n-1500)
		for _, p := range fresh() {
			b.Run(lesson+"/"+p.Name(), func(b *testing.B) {
				for range b.N {
					p.View(m, 100, 40)
				}
			})
		}
	}
}
