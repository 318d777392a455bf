package player

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"lockstep/tui/look"
)

func TestTheFirstScreenIsNotCrowded(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 50}} {
		r := read(t, "queue", Options{})
		r.m.SetSize(size[0], size[1])
		r.sees("╭ lanes ─", "╭ queue ─", "╭ why ─").misses("╭ znodes", "╭ sessions", "╭ counts", "╭ source")
	}
}

func TestPanesJoinWhenTheyMatter(t *testing.T) {
	r := read(t, "session-expiry", Options{NoQuiz: true})
	r.misses("╭ znodes", "╭ sessions", "╭ counts")
	for range 8 {
		r.press("right")
	}
	r.sees("╭ znodes").misses("╭ sessions", "╭ counts")
	r.press("n", "n").sees("╭ sessions")
	r.press("end").sees("╭ counts").press("g").misses("╭ znodes", "╭ sessions", "╭ counts")
}

func TestPaneKeys(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	r.press("4").sees("╭ sessions").press("4").misses("╭ sessions").press("s").sees("╭ source").press("s").misses("╭ source")
	r.m.SetSize(80, 24)
	r.sees("╭ queue").press("tab").sees("╭ queue").press("5").sees("╭ counts").misses("╭ queue")
	r.press("shift+tab").sees("╭ queue").misses("╭ counts").press("tab").sees("╭ counts").press("2").sees("╭ queue")
	r.m.SetSize(160, 50)
	r.press("s").sees("╭ source", "╭ queue", "╭ lanes")
}

func TestTooSmall(t *testing.T) {
	r := read(t, "queue", Options{})
	r.m.Update(tea.WindowSizeMsg{Width: 59, Height: 40})
	r.sees("This window is 59 × 40.", "A run needs 60 × 18.")
	r.m.Update(tea.WindowSizeMsg{Width: 60, Height: 18})
	r.sees("╭ lanes", "╭ queue", "╭ why").press("right").sees("beat 2/")
}

func TestHelp(t *testing.T) {
	r := read(t, "queue", Options{})
	r.press("?").sees("This pane: lanes", "All keys", "the next beat (also l, Enter)").press("?").misses("All keys")
	r.press("tab", "?").sees("This pane: queue").press("esc").misses("All keys")
	r.m.SetSize(60, 18)
	r.press("?").sees("All keys", "1–13 of ", "↓").misses("This pane: queue")
	r.press("pgdown", "pgdown", "pgdown").sees("This pane: queue", "↑")
	for range 60 {
		r.press("down")
	}
	r.sees("A click gives a pane").misses("↓ ─").press("q").misses("A click")
	if len(r.got) != 0 {
		t.Errorf("q left the run from the help: %v", r.got)
	}
}

func TestQuitAndCompare(t *testing.T) {
	r := read(t, "queue", Options{})
	r.press("c")
	if c, ok := r.got[0].(Compare); !ok || c.Rec != r.m.Recording() {
		t.Errorf("c gives %v", r.got)
	}
	r.press("q")
	if _, ok := r.got[1].(Quit); !ok {
		t.Errorf("q gives %v", r.got)
	}
}

func TestMouse(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	r.m.Update(tea.MouseMsg{X: 90, Y: 5, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	r.press("?").sees("This pane: queue").press("esc")
	r.m.Update(tea.MouseMsg{X: 10, Y: 5, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	r.sees("beat 2/")
	r.m.Update(tea.MouseMsg{X: 10, Y: 5, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelUp})
	r.sees("beat 1/")
	r.m.Update(tea.MouseMsg{X: 99, Y: 28, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if r.m.at().place() < r.m.at().places.count()/2 {
		t.Errorf("a click on the end of the timeline leads to beat %d", r.m.at().place()+1)
	}
}

func TestASCII(t *testing.T) {
	l := look.New(lipgloss.NewRenderer(discard{}), true)
	r := read(t, "queue", Options{Look: l, NoQuiz: true})
	for _, keys := range [][]string{{"?"}, {"esc", "/", "x", "enter"}, {" "}, {" ", "esc", "b"}, {"esc", "-", "-"}, {"end"}, {"t"}} {
		r.press(keys...)
		for _, c := range r.screen() {
			if c > 127 {
				t.Fatalf("%q is not ASCII:\n%s", c, r.screen())
			}
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
