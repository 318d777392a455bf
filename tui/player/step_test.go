package player

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/uitest"
)

func TestStepping(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true}, "n", "3")
	r.sees("beat 1/", "t=0.000s")
	r.press("enter").sees("beat 2/").press("right").sees("beat 3/").press("l").sees("beat 4/")
	r.press("left").sees("beat 3/").press("h").sees("beat 2/")
	r.press("left", "left").sees("beat 1/", "This is the beginning.")
	r.press("right").misses("This is the beginning.")
	r.press("end").sees("the end", "expectations of the lesson hold")
	r.press("right").sees("This is the end.")
	r.press("g").sees("beat 1/").press("G").sees("the end").press("home").sees("beat 1/")
}

func TestSingleMessages(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true}, "n", "2")
	start := r.screen()
	var seen []int
	for range 12 {
		seen = append(seen, r.m.at().n())
		r.press(">")
	}
	for i := len(seen) - 1; i >= 0; i-- {
		r.press("<")
		if got := r.m.at().n(); got != seen[i] {
			t.Fatalf("back at %d events, want %d of %v", got, seen[i], seen)
		}
	}
	if r.screen() != start {
		t.Errorf("the first screen has changed:\n%s", r.screen())
	}
	for i := 1; i < len(seen); i++ {
		e := r.m.at().cursor.At(seen[i] - 1)
		if !visible(&e) {
			t.Errorf("stopped at event %d, a %v that cannot be seen", e.N, e.Kind)
		}
	}
}

func TestLandmarks(t *testing.T) {
	r := read(t, "session-expiry", Options{NoQuiz: true})
	at := func(mark trace.Mark) {
		t.Helper()
		for _, l := range r.m.at().rec.Trace.Summary().Landmarks {
			if l.Event+1 == r.m.at().n() && l.Mark == mark {
				return
			}
		}
		t.Fatalf("after %d events there is no landmark %v", r.m.at().n(), mark)
	}
	r.press("n")
	at(trace.AcquiredMark)
	r.press("n")
	at(trace.FaultMark)
	r.press("N")
	at(trace.AcquiredMark)
	r.press("v")
	at(trace.ViolationMark)
	r.press("v").sees("A violation lasts here, until 13.006 s")
	r.press("G", "n").sees("No landmark after this one")
	r.press("g", "N").sees("No landmark before this one")
}

func TestSeek(t *testing.T) {
	r := read(t, "session-expiry", Options{NoQuiz: true})
	r.press("t").sees("A whole number, such as 31, is a beat", "8s").press("5", "enter").sees("beat 5/")
	r.press("t", "6", ".", "0", "0", "4", "s", "enter").sees("t=6.004s")
	r.press("t", "9", "9", "9", "enter").sees("the end", "There is no beat 999: they are 1 to 25.")
	r.press("t", "x", "enter").sees("neither a beat")
	r.press("t", "5", "esc").sees("the end")
	r.press("t", "0", "enter").sees("beat 1/", "There is no beat 0")
	r.press("t", "9", "9", "s", "enter").sees("the end", "99s is not in the run")
	r.press("t", "1", "e", "9", "9", "9", "s", "enter") // too large a number is no place
}

func TestFilterAndFollow(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	r.press("/").sees("show only").press("d", "e", "l", "e", "t", "e", "enter").sees("Only what contains")
	r.press("right")
	if e := newest(r, trace.Send); e == nil || e.Msg.Op != trace.Delete {
		t.Fatalf("the step has no delete:\n%s", r.screen())
	}
	r.sees("only “delete”").press("esc").misses("only “delete”")
	r.press("g", "F").sees("Following c1")
	for range 6 {
		r.press("right")
		if !about(r, "c1") {
			t.Fatalf("a beat without c1, at %d", r.m.at().n())
		}
	}
	r.press("F").sees("Following c2").press("esc", "/", "n", "o", "s", "u", "c", "h", "enter", "right").sees("No more beats of “nosuch”.")
}

// newest finds a Send of a kind in the newest step.
func newest(r *reader, kind trace.Kind) *trace.Event {
	b := r.m.at()
	for n := b.from; n < b.n(); n++ {
		if e := b.cursor.At(n); e.Kind == kind && e.Msg.Class == trace.Request {
			return &e
		}
	}
	return nil
}

func about(r *reader, name string) bool {
	b := r.m.at()
	who, _ := b.rec.Trace.NodeNamed(name)
	for n := b.from; n < b.n(); n++ {
		if e := b.cursor.At(n); e.Node == who || e.Peer == who || e.Kind == trace.Say {
			return true
		}
	}
	return false
}

func TestPlaying(t *testing.T) {
	r := read(t, "queue", Options{}, "n", "2")
	r.press(" ").sees("playing ×1")
	now := tick{r.m.clock}
	r.m.Update(now)
	r.sees("beat 2/")
	r.press("+").sees("×2")
	r.m.Update(now) // a late tick of the old clock
	r.sees("beat 2/")
	for i := 0; r.m.playing; i++ {
		r.m.Update(tick{r.m.clock})
		if i > 100 {
			t.Fatal("it plays for ever")
		}
	}
	r.sees("what do you think?", "When c1 lets go")
	r.press("esc", " ")
	for r.m.playing {
		r.m.Update(tick{r.m.clock})
	}
	r.sees("the end")
	r.press(" ").sees("beat 1/", "playing").press(" ").misses("playing")
}

func TestSteppingIsTheSameBothWays(t *testing.T) {
	for _, lesson := range scenarios.Names() {
		rec := uitest.Record(t, lesson)
		for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 50}} {
			r := readRun(t, rec, Options{NoQuiz: true})
			r.m.SetSize(size[0], size[1])
			screens := []string{r.m.View()}
			for !r.m.at().atEnd() {
				r.press("right")
				screens = append(screens, r.m.View())
			}
			for i := len(screens) - 2; i >= 0; i-- {
				r.press("left")
				if r.m.View() != screens[i] {
					t.Fatalf("%s at %v, beat %d: forwards\n%s\nbackwards\n%s", lesson, size, i+1, uitest.Plain(screens[i]), r.screen())
				}
			}
			if !strings.Contains(screens[0], "1/") {
				t.Fatal(screens[0])
			}
		}
	}
}

func TestAnyKeysAtAnySize(t *testing.T) {
	t.Chdir(t.TempDir()) // W writes files
	recs := map[string]*scenarios.Recording{}
	for _, lesson := range scenarios.Names() {
		recs[lesson] = uitest.Record(t, lesson)
	}
	keys := []string{"right", "left", ">", "<", "n", "N", "v", "g", "G", " ", "+", "-", "t", "/", "F", "C", "b", "p", "s", "tab",
		"shift+tab", "?", "1", "2", "3", "4", "5", "enter", "esc", "up", "down", "x", "q", "c", "f", "m", "W", "y", "pgdown", "j", "k"}
	rapid.Check(t, func(t *rapid.T) {
		m := New(recs[rapid.SampledFrom(scenarios.Names()).Draw(t, "lesson")], Options{})
		for range rapid.IntRange(1, 12).Draw(t, "keys") {
			w, h := rapid.IntRange(60, 240).Draw(t, "w"), rapid.IntRange(18, 70).Draw(t, "h")
			if rapid.IntRange(0, 9).Draw(t, "small") == 0 {
				w, h = rapid.IntRange(0, 60).Draw(t, "w small"), rapid.IntRange(1, 18).Draw(t, "h small")
			}
			m.SetSize(w, h)
			perform(m, m.Update(uitest.Key(rapid.SampledFrom(keys).Draw(t, "key"))))
			uitest.Rectangle(t, m.View(), w, h)
		}
	})
}
