package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/uitest"
)

func play(t *testing.T, lesson string) *reader {
	t.Helper()
	r := &reader{t, Play(t.Context(), plan(t, lesson), lesson, Options{Seed: 1, NoQuiz: true}), false}
	r.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	r.perform(r.Init())
	return r
}

// What the player's run is shown beside.
func TestBesidesThePlayer(t *testing.T) {
	r := play(t, "queue")
	r.press("c", "queue beside herd", "requests for n contenders", "beat 1/27")
	r.press("q", "The queue", "╭ why")
	if r.quit {
		t.Fatal("the program ended with the comparison")
	}

	r = play(t, "predecessor-died")
	r.press("c", "predecessor-died fixed=false beside predecessor-died fixed=true")
	if strings.Contains(uitest.Plain(r.View()), "contenders") {
		t.Error("there is a chart of a lesson without n")
	}

	play(t, "session-expiry").press("c", "session-expiry timeout=6s beside session-expiry timeout=12s")
	play(t, "herd").press("c", "herd beside queue")

	r = play(t, "queue")
	r.press("n")
	r.press("f", "what if")
	r.press("enter", "crash c1")
	r.press("c", "queue beside queue, crash c1")
	r.press("d", "they differ first")
	r.press("q", "╭ why", "├ crash c1")
}

func TestCompareScreen(t *testing.T) {
	r := &reader{T: t}
	comparing("herd", "queue")(t, r)
	r.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	if s := uitest.Plain(r.View()); !strings.Contains(s, "Running") {
		t.Errorf("before the runs:\n%s", s)
	}
	r.perform(r.Init())
	r.press("right", "herd beside queue", "step 2/")
	if r.press("q"); !r.quit || r.Err() != nil {
		t.Errorf("q ends the program: %v, %v", r.quit, r.Err())
	}
}
