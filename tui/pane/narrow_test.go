package pane_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lockstep/fault"
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/pane"
	"lockstep/tui/uitest"
)

// shortened is what may have an ellipsis: the zeros of a sequential znode's number, the middle of a
// session's id, and the line that counts what there is no room for.
var shortened = regexp.MustCompile(`…[0-9a-f]+|^(\W|\s)*… (and )?\d+ (more|others)|… \d+\b`)

// everyBeat shows a view at every beat of every lesson.
func everyBeat(t *testing.T, see func(lesson string, beat int, m *pane.Moment)) {
	t.Helper()
	for _, lesson := range scenarios.Names() {
		r := uitest.Record(t, lesson)
		for beat := 0; beat <= len(r.Beats); beat++ {
			see(lesson, beat, uitest.At(r, beat))
		}
	}
}

// In the narrow column beside the lanes no sentence is cut.
func TestNothingIsCutInNarrowPanes(t *testing.T) {
	panes := []pane.Pane{pane.NewQueue(), pane.NewSessions(), pane.NewZnodes(), pane.NewCounts()}
	everyBeat(t, func(lesson string, beat int, m *pane.Moment) {
		for _, p := range panes {
			for _, w := range []int{28, 38} {
				for _, h := range []int{1, 4, 5, 9} {
					for _, line := range p.View(m, w, h) {
						if strings.Contains(shortened.ReplaceAllString(line, ""), "…") {
							t.Errorf("%s, beat %d: %s in %d cells: %q", lesson, beat, p.Name(), w, line)
						}
					}
				}
			}
		}
	})
}

// At 80×24 the lanes have 46 cells: each label is whole there, save for the text of an error.
func TestNoLabelOfTheLanesIsCut(t *testing.T) {
	everyBeat(t, func(lesson string, beat int, m *pane.Moment) {
		for i, line := range pane.NewLanes().View(m, 46, 17) {
			if strings.Contains(shortened.ReplaceAllString(line, ""), "…") {
				t.Errorf("%s, beat %d, line %d: %q", lesson, beat, i, line)
			}
		}
	})
}

// Of a process that is silent, how long its session still lasts comes first.
func TestQueueCountsDown(t *testing.T) {
	for _, c := range []struct {
		lesson string
		w      int
		when   func(p trace.Proc, m *pane.Moment) bool
		want   string
	}{
		{"crash-ephemeral", 28, crashed, "● c1  crashed, 6.97 s left"},
		{"crash-ephemeral", 64, crashed, "● c1  holder  crashed, 6.97 s left; holds until then"},
		{"crash-persistent", 28, crashed, "● c1  crashed, 6.97 s left"},
		{"crash-persistent", 64, crashed, "crashed, 6.97 s left; its znode stays for ever"},
		{"session-expiry", 28, cutOff, "● c1  cut off, 6.97 s left"},
		{"session-expiry", 64, cutOff, "● c1  lock-0000000000  cut off, 6.97 s left; holds"},
	} {
		m := firstMoment(t, uitest.Record(t, c.lesson), func(m *pane.Moment) bool { return c.when(m.State().Procs[c1(m)], m) })
		contains(t, pane.NewQueue(), m, c.w, 6, c.want)
	}
}

func crashed(p trace.Proc, _ *pane.Moment) bool { return p.Life == trace.Crashed }

func cutOff(_ trace.Proc, m *pane.Moment) bool {
	return m.State().Links[trace.NewLinkKey(c1(m), m.Server())].Cut
}

// c1 is the node of that name.
func c1(m *pane.Moment) trace.Node {
	return trace.Node(slices.IndexFunc(m.Trace().Nodes, func(n trace.NodeInfo) bool { return n.Name == "c1" }))
}

// firstMoment is that after the first event with which something holds.
func firstMoment(t *testing.T, r *scenarios.Recording, what func(m *pane.Moment) bool) *pane.Moment {
	t.Helper()
	m := uitest.At(r, 0)
	for {
		m.From = m.Cursor.N()
		if _, ok := m.Cursor.Next(); !ok {
			t.Fatal("that never happens")
		}
		if what(m) {
			return m
		}
	}
}

// ● is for who believes that it holds, and does. Who is first and has not been told waits, and who
// only believes so is marked; the lanes say the same as the queue.
func TestHoldsMeansOneThing(t *testing.T) {
	m := uitest.At(uitest.Record(t, "queue"), 19)
	contains(t, pane.NewQueue(), m, 28, 6, "○ c2  is first, not told yet")
	contains(t, pane.NewLanes(), m, 46, 6, "○c2")
	everyBeat(t, func(lesson string, beat int, m *pane.Moment) {
		queue := uitest.Text(pane.NewQueue().View(m, 60, 12))
		names := uitest.Text(pane.NewLanes().View(m, 60, 12)[:1])
		for n, p := range m.State().Procs {
			name := m.Trace().Name(trace.Node(n))
			for _, sign := range []string{"●", "!"} {
				inQueue, inNames := strings.Contains(queue, sign+" "+name), strings.Contains(names, sign+name)
				if inQueue != inNames && p.Life != trace.Crashed {
					t.Errorf("%s, beat %d: %s has %s in one of\n%s\n%s", lesson, beat, name, sign, names, queue)
				}
			}
		}
	})
}

// A label that is longer than its arrow stands beside it, and none covers the server's line.
func TestLabelsBesideShortArrows(t *testing.T) {
	m := uitest.At(uitest.Record(t, "queue"), 16)
	contains(t, pane.NewLanes(), m, 46, 17, "getChildren /lock ├──", "5 children │◀──", "waits for c4 ○           │  0.038")
}

// The first step of a process has a row, also before it has a session.
func TestOpeningASessionIsMarked(t *testing.T) {
	r := uitest.Record(t, "queue")
	m := firstMoment(t, r, func(m *pane.Moment) bool { return m.Cursor.At(m.N()-1).Msg.Class == trace.Open })
	contains(t, pane.NewLanes(), m, 60, 12, "▸ ├─ open a session ─")
}

// The name of a znode is never broken at its hyphen.
func TestWhyKeepsNamesWhole(t *testing.T) {
	everyBeat(t, func(lesson string, beat int, m *pane.Moment) {
		for w := 24; w < 60; w++ {
			for _, line := range pane.NewWhy().View(m, w, 20) {
				if strings.HasSuffix(strings.TrimRight(line, " "), "-") {
					t.Errorf("%s, beat %d, in %d cells: %q", lesson, beat, w, line)
				}
			}
		}
	})
}

// What led to a violation is told where it begins, before anything else.
func TestWhyOfAViolation(t *testing.T) {
	r := uitest.Record(t, "predecessor-died")
	m := at(t, r, func(m *pane.Moment) bool { return len(m.State().Believers()) > 1 })
	want := "The end of c2's session deletes its lock-0000000001, and whoever watched it is told: c3. " +
		"c3 takes that for its turn, and does not look: c1 still holds. " +
		"Now c1 and c3 believe at once that they hold the lock: mutual exclusion is broken."
	if got := m.Teller.Reasons(m.Cursor, m.From, r.Plan.Lock).Text(3); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// While a session runs out and nothing else happens, that is what there is to say.
func TestWhySaysHowLongASessionLasts(t *testing.T) {
	for lesson, want := range map[string]string{
		"crash-ephemeral": "c1 has crashed: the server ends its session in ",
		"session-expiry":  "c1 is silent: the server ends its session in ",
	} {
		m := firstMoment(t, uitest.Record(t, lesson), func(m *pane.Moment) bool {
			p := m.State().Procs[c1(m)]
			return (crashed(p, m) || cutOff(p, m)) && m.Cursor.At(m.N()-1).Msg.Class.Heartbeat()
		})
		contains(t, pane.NewWhy(), m, 90, 4, want)
	}
}

// The close of a session is told once.
func TestWhyTellsACloseOnce(t *testing.T) {
	rec := uitest.Record(t, "queue", "n", "2")
	at := firstMark(rec, trace.AcquiredMark)
	branch, err := rec.Branch(context.Background(), scenarios.Move{At: at, Fault: &fault.Fault{Kind: fault.Close, Node: "c1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := uitest.At(branch, 0)
	m.Cursor.Seek(at)
	m.From = at
	for !strings.Contains(m.Teller.Why(m.Cursor, m.From, "queue"), "what belonged to it goes at once") {
		if _, ok := m.Cursor.Next(); !ok {
			t.Fatal("the close is not told")
		}
	}
	if text := m.Teller.Why(m.Cursor, m.From, "queue"); strings.Count(text, "closes its session") != 1 {
		t.Errorf("the close is told more than once: %s", text)
	}
}
