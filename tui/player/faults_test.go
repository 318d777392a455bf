package player

import (
	"strings"
	"testing"

	"lockstep/trace"
)

func TestFaultMenu(t *testing.T) {
	r := holding(t)
	before, main := r.screen(), r.m.at().rec
	r.press("f").sees("what if", "Only what is possible now.", "c1 holds", "crash c1", "pause c1")
	r.press("esc").misses("what if")
	if r.screen() != before {
		t.Error("looking at the menu has changed something")
	}
	r.press("f", "c").sees("A branch: crash c1.")
	// The session's countdown, the expiry, the Deleted event, the next holder.
	r.sees("╭ sessions")
	var told []string
	b := r.m.at()
	for n := b.n(); n < b.rec.Trace.Len(); n++ {
		switch e := b.cursor.At(n); {
		case e.Kind == trace.Expired:
			told = append(told, "expired "+b.rec.Trace.Name(e.Peer))
		case e.Kind == trace.Recv && e.Msg.Class == trace.Notice && len(told) > 0 && len(told) < 3:
			told = append(told, "event at "+b.rec.Trace.Name(e.Node))
		case e.Kind == trace.Phase && strings.Contains(e.Text, "lowest") && len(told) == 2:
			told = append(told, "holds "+b.rec.Trace.Name(e.Node))
		}
	}
	if got := strings.Join(told, ", "); !strings.HasPrefix(got, "expired c1") {
		t.Errorf("the branch goes on with %s", got)
	}
	r.press("end").sees("the end")
	r.press("b", "up", "enter").sees("On the branch “main”.").press("x")
	if r.screen() != before || r.m.at().rec != main {
		t.Error("main has changed")
	}
}

func TestPickMenu(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true}, "n", "3")
	r.press("right", "m").sees("what happens next", "Whatever is under way may arrive first.", "1 ")
	r.press("enter").sees("A branch: first")
	r.press("b").sees("main", "first").press("esc", "end").sees("the end")
	r.press("g", "f", "m").sees("what happens next").press("esc").misses("what happens next")
}
