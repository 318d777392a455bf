package tui

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/compare"
	"lockstep/tui/uitest"
)

var update = flag.Bool("update", false, "write docs/screens.md anew")

// capture is a screen of docs/screens.md: what is done to come to it, and what must be on it.
type capture struct {
	title, about string
	w, h         int
	start        func(*testing.T, *reader)
	keys         []string
	want         []string
}

var captures = []capture{
	{
		"The lessons", "What `lockstep` shows first: the lessons by chapter, and the text of the one chosen.",
		80, 24, atLessons, nil, []string{"The queue", "The herd"},
	},
	{
		"A lesson begins", "`lockstep play queue`: lanes, queue and why. What else there is joins when it first matters.",
		80, 24, playing("queue"), nil, []string{"lanes", "queue", "why"},
	},
	{
		"In the middle of the queue", "c3 has come and looks for the one before it. The znodes have joined with the first watch; `4` and `5` have opened two panes more.",
		100, 30, playing("queue"), []string{"n", "2", "right", "right", "right", "right", "right", "right", "4", "5", "1"},
		[]string{"znodes", "sessions", "counts"},
	},
	{
		"What if", "`f` at the step where c1 holds: only what is possible now, each with its consequence.",
		100, 30, playing("queue"), append(rights(14), "f"), []string{"crash c1"},
	},
	{
		"A branch", "The holder has crashed; its session has ended, its znode is gone, and the next one is told. The lesson's own run is as it was.",
		100, 30, playing("queue"), append(rights(14), "f", "enter", "n", "n"), []string{"├ crash c1", "● c2"},
	},
	{
		"Predict", "The lesson asks before it goes on. The answer comes from the run.",
		80, 24, playing("queue"), rights(16), []string{"what do you think?", "who holds next"},
	},
	{
		"Compare", "`lockstep compare herd queue --tui`: the same release in both, and what it costs as the crowd grows.",
		120, 40, comparing("herd", "queue"), []string{"n", "n", "n", "n", "left"}, []string{"4 events, 4 wake, 1 wins, 3 lose", "c2 wakes and holds", "from here on queue is cheaper"},
	},
	{
		"Two believers", "`lockstep play session-expiry`: c1 is cut off and does not know that its session has ended.",
		100, 30, playing("session-expiry"), []string{"v", "esc", "v"}, []string{"2 believe"},
	},
}

func rights(n int) []string { return strings.Fields(strings.Repeat("right ", n)) }

func atLessons(t *testing.T, r *reader) {
	a, err := Browse(t.Context(), Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r.App = a
}

func playing(lesson string) func(*testing.T, *reader) {
	return func(t *testing.T, r *reader) {
		r.App = Play(t.Context(), plan(t, lesson), lesson, Options{Seed: 1})
	}
}

func comparing(left, right string) func(*testing.T, *reader) {
	return func(t *testing.T, r *reader) {
		plans := []*scenarios.Plan{plan(t, left), plan(t, right)}
		var entrants []compare.Entrant
		for _, p := range plans {
			entrants = append(entrants, compare.Simulated(p.Scenario.Name(), p.Scenario, nil, 1))
		}
		r.App = Compare(t.Context(), plans[0], plans[1], entrants, nil, Options{Seed: 1})
	}
}

// screen is what the reader sees after all keys.
func (c *capture) screen(t *testing.T) string {
	r := &reader{T: t}
	c.start(t, r)
	r.send(tea.WindowSizeMsg{Width: c.w, Height: c.h})
	r.perform(r.Init())
	for _, k := range c.keys {
		r.press(k)
	}
	uitest.Rectangle(t, r.View(), c.w, c.h)
	screen := uitest.Plain(r.View())
	for _, want := range c.want {
		if !strings.Contains(screen, want) {
			t.Errorf("%s: not on the screen: %q\n%s", c.title, want, screen)
		}
	}
	return screen
}

// docs/screens.md shows the screens as they are. make screens writes it anew.
func TestScreens(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintln(&b, "# Screens\n\nWritten by `make screens`, and compared with the program by its tests. In a terminal they have colours.")
	for _, c := range captures {
		fmt.Fprintf(&b, "\n## %s\n\n%s (%d × %d)\n\n```text\n%s\n```\n", c.title, c.about, c.w, c.h, c.screen(t))
	}
	current(t, filepath.Join("..", "docs", "screens.md"), b.Bytes())
}

// README.md begins with a screen, which is as true as those.
func TestReadme(t *testing.T) {
	file := filepath.Join("..", "README.md")
	readme, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := capture{"README", "", 80, 24, playing("queue"), rights(6), []string{"waits for c1"}}
	before, rest, found := strings.Cut(string(readme), "```text\n")
	_, after, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("README.md has no place for a screen: a block that begins with ```text")
	}
	current(t, file, []byte(before+"```text\n"+c.screen(t)+"\n```\n"+after))
}

// current fails unless a file is what it should be; with -update it makes it so.
func current(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s does not show the screens as they are; make screens writes it anew", file)
	}
}
