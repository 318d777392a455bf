package player

import (
	"fmt"
	"strings"
	"testing"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/look"
	"lockstep/tui/uitest"
)

// What v says where no violation begins any more is true there.
func TestNoMoreViolations(t *testing.T) {
	r := read(t, "session-expiry", Options{NoQuiz: true})
	r.press("v", "v").sees("A violation lasts here, until ").misses("holds in the whole run")
	r.press("G", "v").sees("No further violation; the last one ended at ")
	read(t, "queue", Options{NoQuiz: true}).press("v").sees("The lock holds in the whole run")
	r = read(t, "predecessor-died", Options{NoQuiz: true})
	for _, v := range r.m.at().rec.Trace.Summary().Violations {
		if v.To == trace.Forever {
			r.press("G", "v").sees("to the end of the run")
		}
	}
}

// A time leads to the beat in which it lies.
func TestSeekToTheBeatOfATime(t *testing.T) {
	r := read(t, "session-expiry", Options{NoQuiz: true})
	b := r.m.at()
	for n := b.places.start; n < b.rec.Trace.Len(); n += 7 {
		at := b.cursor.At(n).At
		last := n
		for last+1 < b.rec.Trace.Len() && b.cursor.At(last+1).At == at {
			last++
		}
		r.m.seekTo(fmt.Sprintf("%.9f", float64(at)/1e9))
		if r.m.moment().Now() != at && (b.from > last || b.n() <= last) {
			t.Fatalf("t=%v, of event %d, leads to the events %d to %d", at, last, b.from, b.n())
		}
	}
}

// Past the last beat that is wanted nothing moves.
func TestNoMoreBeats(t *testing.T) {
	for _, keys := range [][]string{{"F"}, {"/", "c", "1", "enter"}} {
		r := read(t, "queue", Options{NoQuiz: true}).press(keys...)
		for range 100 {
			if r.press("right"); strings.Contains(r.screen(), "No more beats of ") {
				break
			}
		}
		r.sees("No more beats of ").misses("the end ─")
		at := r.m.at().n()
		if r.press("right", "right"); r.m.at().n() != at || r.m.at().atEnd() {
			t.Errorf("%v: at %d events, it was at %d", keys, r.m.at().n(), at)
		}
		for range 100 {
			r.press("left")
		}
		if !strings.Contains(r.screen(), "No earlier beats of ") {
			r.sees("This is the beginning.")
		}
	}
}

// At the smallest size every why can be read: in its box, or with w.
func TestTheWholeWhy(t *testing.T) {
	for _, lesson := range scenarios.Names() {
		r := read(t, lesson, Options{NoQuiz: true})
		r.m.SetSize(60, 18)
		for !r.m.at().atEnd() {
			r.press("right").misses("… …")
			if rows := r.m.bodyHeight() - 2; rows < 5 {
				t.Fatalf("%d rows of lanes", rows)
			}
			want := strings.Join(r.m.whole(56), " ")
			if strings.Contains(r.screen(), "the end") {
				break
			}
			if !strings.Contains(spaced(r.screen()), strings.Join(strings.Fields(uitest.Plain(want)), " ")) {
				r.sees("w why").press("w").sees("╭ why").press("w")
			}
		}
		r.press("G").misses("leav…").press("w").sees("the end", "╭ ").press("esc")
	}
}

// Each expectation that fails is there, on the screen or with w.
func TestFailedExpectations(t *testing.T) {
	r := holding(t).crash().press("end")
	failed := 0
	for _, e := range r.m.at().rec.Result.Expectations {
		if !e.OK {
			failed++
			r.sees("not "+e.Text+": got ", "They are the lesson's expectations, not this branch's.")
		}
	}
	if failed == 0 {
		t.Fatal("no expectation fails")
	}
	for i := range 9 {
		e := r.m.at().rec.Result.Expectations[0]
		e.OK, e.Text = false, fmt.Sprintf("number %d", i)
		r.m.at().rec.Result.Expectations = append(r.m.at().rec.Result.Expectations, e)
	}
	r.m.SetSize(60, 18)
	r.sees("w lists the ").misses("not number 8").press("w").press("down", "down", "down", "down", "down", "down").sees("not number 8")
}

// Without colours one sees which pane has the keys.
func TestFocusWithoutColours(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	for _, c := range []struct {
		look *look.Look
		sign string
	}{{uitest.PlainLook(false), "╭ ▸ "}, {uitest.PlainLook(true), "+ > "}} {
		r.m.look = c.look
		for _, name := range []string{"lanes", "queue"} {
			if got := strings.Count(r.screen(), c.sign); got != 1 {
				t.Errorf("%d panes have the sign", got)
			}
			r.sees(c.sign + name).press("tab")
		}
	}
}

// The names of the lesson and of the branch are readable at 80 columns.
func TestTitleBar(t *testing.T) {
	r := holding(t).crash()
	title := r.m.at().rec.Plan.Scenario.Title
	r.m.SetSize(80, 24)
	for _, m := range []string{title, "├ crash c1"} {
		if !strings.Contains(strings.Split(r.screen(), "\n")[0], m) {
			t.Errorf("%q is not in the title bar:\n%s", m, r.screen())
		}
	}
	r.m.branches[1].rec.Plan.Scenario.Title = "A lesson with rather a long title"
	defer func() { r.m.branches[1].rec.Plan.Scenario.Title = title }()
	r.sees("A lesson with rather a long title ").misses("Lockstep ›")
}

// A menu says that it goes on, and spells out what has no room on its line.
func TestMenuRows(t *testing.T) {
	r := holding(t)
	r.m.SetSize(60, 18)
	r.press("f").sees("1–", " ↓").press("end").sees(" ↑").misses(" ↓")
	r = read(t, "queue", Options{NoQuiz: true})
	r.m.SetSize(80, 24)
	for range 20 {
		o, err := r.m.at().rec.Possible(t.Context(), r.m.at().n())
		if err != nil {
			t.Fatal(err)
		}
		r.m.offerPicks(o)
		for i, p := range o.Picks {
			if i > 0 {
				r.press("down")
			}
			if text := strings.Join(strings.Fields(p.Text), " "); !strings.Contains(spaced(r.screen()), text) {
				t.Fatalf("%q cannot be read:\n%s", text, r.screen())
			}
		}
		r.press("esc", "right")
	}
}

// Whoever leaps to the end has not seen the lesson.
func TestSeen(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	if r.press("G"); r.m.AtEnd() {
		t.Error("G alone is enough")
	}
	r.press("g")
	for !r.m.at().atEnd() {
		r.press("right")
	}
	if !r.m.AtEnd() {
		t.Error("every step is not enough")
	}
}
