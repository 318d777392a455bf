package browser

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"lockstep/tui/loading"
	"lockstep/tui/look"
	"lockstep/tui/progress"
	"lockstep/tui/uitest"
)

func browserOf(t interface{ Fatal(...any) }, opts Options, w, h int) *Model {
	opts.Seed = 1
	m, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	m.SetSize(w, h)
	return m
}

// reader presses keys on a browser and reads its screen.
type reader struct {
	*testing.T
	*Model
	cmd tea.Cmd // of the last key
}

func read(t *testing.T, w, h int) *reader {
	return &reader{t, browserOf(t, Options{}, w, h), nil}
}

func (r *reader) screen() string { return uitest.Plain(r.View()) }

// press sends a key, and asserts what is on the screen after it, and with a minus before it, what
// is not.
func (r *reader) press(key string, want ...string) {
	r.Helper()
	r.cmd = r.Model.Update(uitest.Key(key))
	uitest.Rectangle(r, r.View(), r.w, r.h)
	r.shows(key, want...)
}

func (r *reader) shows(after string, want ...string) {
	r.Helper()
	screen := r.screen()
	for _, w := range want {
		if not, ok := strings.CutPrefix(w, "-"); ok && strings.Contains(screen, not) {
			r.Fatalf("after %q there is still %q:\n%s", after, not, screen)
		} else if !ok && !strings.Contains(screen, w) {
			r.Fatalf("after %q there is no %q:\n%s", after, w, screen)
		}
	}
}

// play waits for the recording that the last key has started.
func (r *reader) play() Play {
	r.Helper()
	cmd := r.Model.Update(record(r.T, r.cmd))
	if cmd == nil {
		r.Fatalf("no run is played:\n%s", r.screen())
	}
	return cmd().(Play)
}

// record performs what starts a recording, and gives what it comes to.
func record(t *testing.T, cmd tea.Cmd) loading.Done {
	t.Helper()
	if cmd == nil {
		t.Fatal("nothing is recorded")
	}
	for _, c := range cmd().(tea.BatchMsg) {
		got := make(chan tea.Msg, 1)
		go func() { got <- c() }()
		select {
		case msg := <-got:
			if done, ok := msg.(loading.Done); ok {
				return done
			}
		case <-time.After(time.Minute):
			t.Fatal("the recording does not end")
		}
	}
	t.Fatal("nothing is recorded")
	return loading.Done{}
}

func TestFirstScreen(t *testing.T) {
	r := read(t, 80, 24)
	r.shows("the start", "Waiting for a lock", "When the holder dies", "Mistakes in recipes", "▸ · The herd", "  · The queue",
		"0 of 7 done", "Everybody watches the one znode", "n = 5  1 to 20000", "how many want the lock", "enter start", "q quit")
	r.press("enter")
	if got := r.play(); got.Lesson != "herd" || got.Rec.Plan.Lock != "herd" {
		t.Errorf("Enter plays %q, want herd", got.Lesson)
	}
	r.shows("the lesson", "▸ ◐ The herd")
	r.Finished("herd")
	r.shows("the end of the lesson", "✓ The herd", "▸ · The queue", "1 of 7 done")
	r.press("enter")
	if got := r.play(); got.Lesson != "queue" {
		t.Errorf("then Enter plays %q, want queue", got.Lesson)
	}
}

func TestMoving(t *testing.T) {
	r := read(t, 80, 24)
	r.press("j", "▸ · The queue", "Each contender draws a number")
	r.press("down", "▸ · The queue that wakes everybody")
	r.press("k", "▸ · The queue  ", "-▸ · The herd")
	r.press("G", "▸ · The one before died", "fixed = false  true or false", "take the repaired recipe")
	r.press("j", "▸ · The one before died")
	r.press("g", "▸ · The herd")
	r.press("up", "▸ · The herd", "1-16 of")
	r.press(" ", "-1-16 of", "Run the lesson")
	r.press("pgup", "1-16 of")
	r.press("J", "2-17 of")
	r.press("j", "1-16 of")
	r.press("?", "choose; g the first, G the last", "◐ begun")
	r.press("j", "-g the first")
	r.press("q")
	if _, ok := r.cmd().(Quit); !ok {
		t.Error("q does not quit")
	}
}

func TestFilter(t *testing.T) {
	r := read(t, 80, 24)
	r.press("/", "lessons: │", "type to filter")
	r.press("j", "lessons: j│") // letters are typed, not obeyed
	r.press("backspace", "lessons: │")
	for _, k := range strings.Split("died", "") {
		r.press(k)
	}
	r.shows("died", "▸ · The one before died", "-The herd")
	r.press("ctrl+u", "The herd")
	for _, k := range []string{"t", "w", "o", " ", "h", "o", "l"} {
		r.press(k)
	}
	r.shows("two hol", "The holder that was not told", "The one before died", "-The herd") // by their tags
	r.press("down", "▸ · The one before died")
	r.press("enter", "lessons: two hol", "▸ · The one before died", "enter start")
	r.press("k", "▸ · The holder that was not told")
	r.press("esc", "-lessons:", "The herd", "▸ · The holder that was not told")
	r.press("/")
	r.press("xyz", "No lesson has all these words")
	r.press("enter")
	r.press("enter", "No lesson has all these words")
	r.press("e", "No lesson has all these words")
	r.press("esc", "The herd")
	r.press("/")
	r.press("everybody wakes queue", "▸ · The queue that wakes everybody", "-The herd")
}

func TestParameters(t *testing.T) {
	r := read(t, 80, 24)
	r.press("e", "▸ n = 5│", "a whole number from 1 to 20000, default 5")
	r.press("x", "n = 5x│")
	r.press("enter", `✗ "5x"; expected a whole number from 1 to 20000`)
	r.press("backspace", "n = 5│")
	r.press("left", "n = │5")
	r.press("1", "n = 1│5")
	r.press("enter")
	if got := r.play().Rec.Plan.Params["n"]; got != 15 {
		t.Errorf("n is %v, want 15", got)
	}
	r.shows("start", "n = 15  1 to 20000, default 5")
	r.press("e", "n = 15│")
	r.press("ctrl+u", "n = │")
	r.press("esc", "n = 15  1 to", "-n = │")
	r.press("G")
	r.press("k")
	r.press("e", "timeout = 6s│", "  tick    = 2s")
	r.press("tab", "▸ tick    = 2s│")
	r.press("ctrl+u")
	r.press("1ms")
	r.press("up", "▸ timeout = 6s│")
	r.press("enter", "▸ tick    = 1ms│", "✗ \"1ms\"; expected a duration from 50ms to 1m, such as 2s")
}

func TestOwnFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const mine = "title: My own\nchapter: Mine\nsummary: A file of mine\nlock: queue\nprocesses: 2\nscript:\n  - start: all\n  - until: settled\n"
	write("mine", mine)
	write("bad.yaml", "titel: x\n")
	r := read(t, 80, 24)
	r.press("o", "The path of a scenario file:")
	r.press("enter", "Type the path of a file")
	r.press("herd", "herd│")
	r.press("enter", "✗ there is no file ./herd") // never a lesson
	r.press("ctrl+u", "-there is no file")
	r.press("bad.yaml")
	r.press("enter", "titel", "did you mean title?")
	r.press("ctrl+u")
	r.press("mine")
	r.press("enter", "▸ · My own", "A file of mine", "Your files", "Enter starts it.", "It has no parameters.")
	r.press("enter")
	if got := r.play(); got.Lesson != "" || got.Rec.Plan.Scenario.Title != "My own" {
		t.Errorf("plays %q, %q", got.Lesson, got.Rec.Plan.Scenario.Title)
	}
	write("mine", strings.Replace(mine, "My own", "My second", 1))
	r.press("g")
	r.press("o")
	r.press("mine")
	r.press("enter", "▸ · My second", "-My own")
	r.press("o")
	r.press("esc", "-The path of")
}

func TestReset(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	store := progress.Open(path)
	store.Reach("herd", progress.Done)
	store.Reach("queue", progress.Opened)
	r := &reader{t, browserOf(t, Options{Progress: store}, 80, 24), nil}
	r.shows("the start", "✓ The herd", "▸ ◐ The queue", "1 of 7 done") // the first that is not finished
	r.press("R", "Forget how far you have come")
	r.press("n", "1 of 7 done", "-Forget")
	r.press("R")
	r.press("y", "0 of 7 done", "▸ · The herd", "All lessons are new again.")
	if got := progress.Open(path).Of("herd"); got != progress.New {
		t.Errorf("herd is %v in the file, want New", got)
	}
}

func TestNewerProgress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	if err := os.WriteFile(path, []byte(`{"version": 9}`), 0o644); err != nil {
		t.Fatal(err)
	}
	r := &reader{t, browserOf(t, Options{Progress: progress.Open(path)}, 80, 24), nil}
	r.shows("the start", "newer version of Lockstep")
	r.press("enter", "-newer version", "▸ · The herd") // closes it, and no more
	r.press("enter")
	r.play()
	r.shows("a lesson", "▸ ◐ The herd", "-newer version") // said once
	r.press("R")
	r.press("y", "is of a newer", "0 of 7 done")
}

func TestRecordingStops(t *testing.T) {
	r := read(t, 80, 24)
	r.press("e")
	r.press("ctrl+u")
	r.press("20000")
	r.press("enter", "Running: 0 events so far", "esc stops it")
	if !r.Busy() {
		t.Error("Ctrl-C would end the program, not the recording")
	}
	start := r.cmd
	r.press("j", "▸ · The herd")
	r.press("ctrl+c")
	if r.loading == nil {
		t.Fatal("the recording has not ended, but is forgotten")
	}
	r.Model.Update(record(t, start))
	r.shows("the end of the recording", "Stopped.", "▸ · The herd")
	r.press("j", "enter start", "-Stopped.")
}

// What was stopped may still report when another run has begun.
func TestLateRecording(t *testing.T) {
	r := read(t, 80, 24)
	r.press("enter")
	r.Model.Update(loading.Done{Err: context.Canceled})
	if r.loading == nil {
		t.Error("a recording that is not this one has ended it")
	}
	r.play()
}

func TestNarrow(t *testing.T) {
	r := read(t, 60, 18)
	r.shows("the start", "▸ · The herd", "tab text", "-Everybody watches")
	r.press("tab", "Everybody watches", "tab list", "space scroll", "-▸")
	r.press("j", "Each contender draws")
	r.press("tab", "▸ · The queue")
	r.SetSize(60, 40)
	r.shows("a higher window", "▸ · The queue", "Each contender draws")
	r.SetSize(59, 40)
	r.shows("a narrower window", "Lockstep needs a window of 60 by 18; this one has 59 by")
	r.SetSize(60, 17)
	r.shows("a lower window", "Lockstep needs a window of 60 by 18; this one has 60 by 17.")
}

func TestASCII(t *testing.T) {
	store := progress.Open("")
	store.Reach("herd", progress.Done)
	store.Reach("queue", progress.Opened)
	r := &reader{t, browserOf(t, Options{Look: &look.Look{Signs: look.ASCII}, Progress: store}, 80, 24), nil}
	r.shows("the start", "v The herd", "> ~ The queue", ". The queue that wakes", "+ lessons ---")
	r.press("?", "~ begun   v seen")
	r.press("?")
	r.press("g")
	r.SetSize(240, 70)
	for range r.entries {
		for _, c := range r.View() {
			if c > '~' {
				t.Fatalf("there is %q on the screen:\n%s", c, r.screen())
			}
		}
		r.press("j")
	}
}

func TestMouse(t *testing.T) {
	r := read(t, 80, 24)
	click := func(text string) tea.Cmd {
		t.Helper()
		for y, line := range strings.Split(r.screen(), "\n") {
			if x := strings.Index(line, text); x >= 0 {
				return r.Model.Update(tea.MouseMsg{X: 5, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			}
		}
		t.Fatalf("there is no %q", text)
		return nil
	}
	click("The queue that wakes")
	r.shows("a click", "▸ · The queue that wakes")
	click("When the holder dies") // a heading
	r.shows("a click on a heading", "▸ · The queue that wakes")
	r.Model.Update(tea.MouseMsg{X: 5, Y: 5, Button: tea.MouseButtonWheelUp, Action: tea.MouseActionPress})
	r.shows("the wheel on the list", "▸ · The queue ")
	r.Model.Update(tea.MouseMsg{X: 60, Y: 5, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	r.shows("the wheel on the text", "4-19 of")
	r.cmd = click("▸ · The queue")
	if got := r.play(); got.Lesson != "queue" {
		t.Errorf("a click on the chosen lesson plays %q, want queue", got.Lesson)
	}
}

// Whatever is pressed, the screen is the rectangle that it was given.
func TestRectangle(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long.yaml")
	params := "params:\n"
	for _, p := range "abcdefghijklmnop" {
		params += "  " + strings.Repeat(string(p), 30) + ": {default: 1, about: " + strings.Repeat("锁 ", 60) + "}\n"
	}
	text := "title: " + strings.Repeat("锁", 70) + "\nchapter: " + strings.Repeat("long ", 30) + "\nsummary: x\ntags: [" + strings.Repeat("y", 90) + "]\n" +
		"text: |\n  " + strings.Repeat("z", 300) + "\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n" + params + "lock: queue\nprocesses: 1\nscript:\n  - start: all\n"
	if err := os.WriteFile(long, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	keys := []string{"j", "k", "g", "G", " ", "pgup", "J", "/", "e", "o", "tab", "R", "?", "esc", "n", "x", "锁", "up", "left", "backspace", "ctrl+u", "enter", long}
	rapid.Check(t, func(t *rapid.T) {
		l := &look.Look{Signs: look.Unicode}
		opts := Options{Look: l}
		if rapid.Bool().Draw(t, "colours") {
			opts.Renderer = colourful(true)
			opts.Look = look.New(opts.Renderer, rapid.Bool().Draw(t, "ascii"))
		}
		m := browserOf(t, opts, 0, 0)
		size := func() {
			w := rapid.OneOf(rapid.IntRange(60, 240), rapid.IntRange(0, 60)).Draw(t, "w")
			h := rapid.OneOf(rapid.IntRange(18, 70), rapid.IntRange(0, 18)).Draw(t, "h")
			m.SetSize(w, h)
		}
		if rapid.Bool().Draw(t, "own") {
			for _, k := range []string{"o", long, "enter"} {
				m.Update(uitest.Key(k))
			}
		}
		size()
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			if rapid.IntRange(0, 4).Draw(t, "resize") == 0 {
				size()
			}
			m.Update(uitest.Key(rapid.SampledFrom(keys).Draw(t, "key")))
			uitest.Rectangle(t, m.View(), m.w, m.h)
		}
	})
}

func BenchmarkKey(b *testing.B) {
	m := browserOf(b, Options{Renderer: colourful(true), Look: look.New(colourful(true), false)}, 160, 50)
	for i := 0; b.Loop(); i++ {
		m.Update(uitest.Key([]string{"j", "k"}[i%2]))
		m.View()
	}
}
