package compare

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"pgregory.net/rapid"

	"lockstep/scenarios"
	"lockstep/tui/look"
	"lockstep/tui/uitest"
)

// reader presses keys, and looks at the screen after each.
type reader struct {
	t *testing.T
	*Model
	left bool
}

func open(t *testing.T, left, right *scenarios.Recording, opts Options) *reader {
	t.Helper()
	r := &reader{t: t, Model: New(left, right, opts)}
	r.SetSize(120, 40)
	r.run(r.Init())
	return r
}

// herdAndQueue opens the two with a chart of both.
func herdAndQueue(t *testing.T, opts Options) *reader {
	t.Helper()
	for _, name := range []string{"herd", "queue"} {
		s, err := scenarios.Lesson(name)
		if err != nil {
			t.Fatal(err)
		}
		opts.Entrants = append(opts.Entrants, Simulated(name, s, nil, 1))
	}
	return open(t, uitest.Record(t, "herd"), uitest.Record(t, "queue"), opts)
}

// run carries out a command, and what that leads to.
func (r *reader) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			r.run(c)
		}
	case Quit:
		r.left = true
	default:
		r.run(r.Update(msg))
	}
}

func (r *reader) press(keys ...string) *reader {
	r.t.Helper()
	for _, k := range keys {
		r.run(r.Update(uitest.Key(k)))
		uitest.Rectangle(r.t, r.View(), r.w, r.h)
	}
	return r
}

func (r *reader) screen() string { return uitest.Plain(r.View()) }

func (r *reader) sees(words ...string) *reader {
	r.t.Helper()
	for _, w := range words {
		if !strings.Contains(r.screen(), w) {
			r.t.Fatalf("not on the screen: %q\n%s", w, r.screen())
		}
	}
	return r
}

func (r *reader) misses(words ...string) *reader {
	r.t.Helper()
	for _, w := range words {
		if strings.Contains(r.screen(), w) {
			r.t.Fatalf("on the screen: %q\n%s", w, r.screen())
		}
	}
	return r
}

func TestInStepByLandmarks(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.sees("herd beside queue", "by landmarks", "step 1/", "nobody holds")
	r.press("n").sees("c1 holds")
	r.press("n").sees("c1 releases: 1 event, c2 wakes ")
	r.press("n").sees("c1 releases: 4 events, 4 wake, 1 wins", "c1 releases: 1 event, c2 wakes and holds")
	r.press("n").sees("c2 releases")
	r.press("left").sees("c1 releases: 4 events, 4 wake, 1 wins, 3 lose", "c1 releases: 1 event, c2 wakes and holds")
	r.press("right").sees("c2 releases").press("N").sees("c2 wakes and holds")
	r.press("g").sees("step 1/").press("left").sees("This is the beginning.")
	r.press("G").sees("30 requests: 15 create", "23 requests; 4 events").press("right").sees("This is the end of both.")
}

func TestEveryStepCanBeTakenBack(t *testing.T) {
	for _, keys := range [][]string{nil, {"="}} {
		r := herdAndQueue(t, Options{})
		r.press(keys...)
		r.notice = ""
		var screens []string
		for !(r.Model.left.at == r.Model.left.last() && r.right.at == r.right.last()) {
			screens = append(screens, r.screen())
			r.press("right")
		}
		if len(screens) < 20 {
			t.Errorf("only %d steps", len(screens))
		}
		for i := len(screens) - 1; i >= 0; i-- {
			if r.press("left"); r.screen() != screens[i] {
				t.Fatalf("%v: going back to step %d shows\n%s\nwant\n%s", keys, i, r.screen(), screens[i])
			}
		}
	}
}

func TestInStepByTime(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.press("n", "n", "=").sees("by time", "In step by time")
	for range 10 {
		r.press("right").misses("In step")
		now := r.now()
		for _, s := range []*side{r.Model.left, r.right} {
			if s.time(s.at) > now || s.next() <= now {
				t.Fatalf("%s is at %v, with the next at %v; it is %v", s.name, s.time(s.at), s.next(), now)
			}
		}
	}
	r.press("n", "N", "=").sees("by landmarks")
	if p := r.pairs[r.place]; p.left != r.Model.left.at || p.right != r.right.at {
		t.Errorf("at %v, but the runs are at %d and %d", p, r.Model.left.at, r.right.at)
	}
}

func TestFirstDifference(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.press("G", "d").sees("╭ ≠ herd", "╭ ≠ queue", "here they differ first", "1 request: 1 create; no events", "2 requests: 1 create, 1 get children; no events")
	r.press("left").misses("≠")

	same := open(t, uitest.Record(t, "queue"), uitest.Record(t, "queue"), Options{})
	same.press("d").sees("They never differ").misses("requests for n contenders")
}

func TestABranchBesideItsParent(t *testing.T) {
	rec := uitest.Record(t, "predecessor-died")
	fixed := uitest.Record(t, "predecessor-died", "fixed", "true")
	r := open(t, rec, fixed, Options{Names: [2]string{"faulty", "repaired"}})
	r.press("d").sees("faulty beside repaired", "≠ faulty", "≠ repaired")
}

func TestChart(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.sees("requests for n contenders (logarithmic)", " 10100", " 498", "◀ from here on queue is cheaper", " 18  ◀").misses("counting")
	for _, line := range strings.Split(r.screen(), "\n") {
		if strings.Contains(line, "from here on") && !strings.Contains(line, " 4 ") {
			t.Errorf("the crossover is marked in %q", line)
		}
	}
	r.press("L").misses("logarithmic").press("L").sees("logarithmic")
	r.press("c").misses("requests for n contenders").press("c").sees("requests for n contenders")
}

func TestFiguresComeOneByOne(t *testing.T) {
	slow := func(name string) Entrant {
		return Entrant{name, func(_ context.Context, n int) (int, error) {
			if n == 7 {
				return 0, errors.New("no such size")
			}
			return n * len(name), nil
		}}
	}
	r := &reader{t: t, Model: New(uitest.Record(t, "herd"), uitest.Record(t, "queue"),
		Options{Entrants: []Entrant{slow("a"), slow("bb")}, Sizes: []int{5, 7}})}
	r.SetSize(120, 40)
	cmd := r.measure()
	r.sees("counting a with 5 …")
	cmd = r.Update(cmd())
	r.sees("counting bb with 5 …", " 5")
	cmd = r.Update(cmd())
	r.sees(" 10", "counting a with 7 …")
	r.run(cmd)
	r.sees("✗ failed").misses("counting")
}

// Between the sizes asked for, the one from which on a lock is cheaper is looked for.
func TestCrossoverBetweenTheSizes(t *testing.T) {
	r := herdAndQueue(t, Options{Sizes: []int{2, 100}})
	r.sees("     4 ", "◀ from here on queue is cheaper", " 18  ◀")
}

func TestHelpAndLeaving(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.press("?").sees("where the two differ first", "esc back").press("q").misses("where the two differ first")
	if r.left {
		t.Fatal("q left the comparison from the help")
	}
	if r.press("q"); !r.left {
		t.Error("q does not leave")
	}
	if r.ctx.Err() == nil {
		t.Error("what goes on aside goes on")
	}
}

func TestWheel(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.Update(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	r.sees("step 2/")
	r.Update(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelUp})
	r.sees("step 1/")
}

func TestTooSmall(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.SetSize(50, 40)
	r.sees("This window is 50 × 40.", "need 60 × 18.")
	r.SetSize(60, 18)
	r.sees("requests for n contenders", "nobody holds")
}

func TestASCII(t *testing.T) {
	r := herdAndQueue(t, Options{Look: look.New(lipgloss.NewRenderer(discard{}), true)})
	for _, keys := range [][]string{nil, {"n"}, {"d"}, {"?"}, {"esc", "="}, {"G"}, {"right"}} {
		r.press(keys...)
		for _, c := range r.screen() {
			if c > 127 && c != '·' {
				t.Fatalf("%v: %q is not ASCII:\n%s", keys, c, r.screen())
			}
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Whatever is pressed in a window of whatever size, the screen fills it exactly.
func TestRectangle(t *testing.T) {
	recs := []*scenarios.Recording{uitest.Record(t, "herd"), uitest.Record(t, "queue"), uitest.Record(t, "children", "n", "40"),
		uitest.Record(t, "crash-ephemeral"), uitest.Record(t, "session-expiry"), uitest.Record(t, "predecessor-died")}
	keys := []string{"right", "left", "n", "N", "d", "=", "L", "c", "up", "down", "g", "G", "?", "esc"}
	long := Entrant{strings.Repeat("a lock with a long name ", 4), func(_ context.Context, n int) (int, error) { return n * n * 1000, nil }}
	short := Entrant{"b", func(_ context.Context, n int) (int, error) { return 50 * n, nil }}
	rapid.Check(t, func(t *rapid.T) {
		opts := Options{Names: [2]string{rapid.SampledFrom([]string{"", strings.Repeat("long ", 20), "日本語"}).Draw(t, "name"), ""}}
		for range rapid.IntRange(0, 6).Draw(t, "entrants") {
			opts.Entrants = append(opts.Entrants, rapid.SampledFrom([]Entrant{long, short}).Draw(t, "entrant"))
		}
		m := New(rapid.SampledFrom(recs).Draw(t, "left"), rapid.SampledFrom(recs).Draw(t, "right"), opts)
		w, h := rapid.IntRange(60, 240).Draw(t, "w"), rapid.IntRange(18, 70).Draw(t, "h")
		if rapid.IntRange(0, 9).Draw(t, "small") == 0 {
			w, h = rapid.IntRange(0, 70).Draw(t, "small w"), rapid.IntRange(0, 20).Draw(t, "small h")
		}
		m.SetSize(w, h)
		cmd := m.measure()
		for range rapid.IntRange(0, 30).Draw(t, "keys") {
			if cmd != nil {
				cmd = m.Update(cmd())
			}
			if key := rapid.SampledFrom(keys).Draw(t, "key"); key != "esc" || m.help {
				m.Update(uitest.Key(key))
			}
			uitest.Rectangle(t, m.View(), w, h)
		}
	})
}
