package tui

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/progress"
	"lockstep/tui/uitest"
)

// reader uses an app as a person does: it presses keys, waits for what they start, and reads.
type reader struct {
	*testing.T
	*App
	quit bool
}

func (r *reader) send(msg tea.Msg) {
	r.Helper()
	_, cmd := r.App.Update(msg)
	r.perform(cmd)
}

// perform does what a program would do with a command, except that no clock ticks.
func (r *reader) perform(cmd tea.Cmd) {
	r.Helper()
	if cmd == nil {
		return
	}
	got := make(chan tea.Msg, 1)
	go func() { got <- cmd() }()
	select {
	case msg := <-got:
		switch msg := msg.(type) {
		case nil:
		case tea.QuitMsg:
			r.quit = true
		case tea.BatchMsg:
			r.perform(msg[0]) // the others are clocks
		default:
			r.send(msg)
		}
	case <-time.After(time.Minute):
		r.Fatal("a command does not end")
	}
}

func (r *reader) press(key string, want ...string) {
	r.Helper()
	r.send(uitest.Key(key))
	screen := uitest.Plain(r.View())
	for _, w := range want {
		if !strings.Contains(screen, w) {
			r.Fatalf("after %q there is no %q:\n%s", key, w, screen)
		}
	}
}

func browse(t *testing.T, opts Options) *reader {
	t.Helper()
	opts.Seed = 1
	a, err := Browse(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{t, a, false}
	r.perform(a.Init())
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	return r
}

func TestFromLessonToLesson(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	r := browse(t, Options{Progress: path, NoQuiz: true})
	r.press("enter", "The herd", "why")
	if got := progress.Open(path).Of("herd"); got != progress.Opened {
		t.Errorf("an opened lesson is %v, want Opened", got)
	}
	for range 10_000 {
		if progress.Open(path).Of("herd") == progress.Done {
			break
		}
		r.press("right")
	}
	if progress.Open(path).Of("herd") != progress.Done {
		t.Fatal("→ does not lead to the end of the lesson")
	}
	r.press("q", "✓ The herd", "▸ · The queue", "1 of 7 done")
	r.press("enter", "The queue")
	r.press("q", "◐ The queue")
	if r.quit {
		t.Fatal("the program ended too early")
	}
	if r.press("q"); !r.quit {
		t.Error("q in the list of lessons does not end the program")
	}
}

func TestCtrlC(t *testing.T) {
	r := browse(t, Options{})
	if r.press("ctrl+c"); !r.quit {
		t.Error("Ctrl-C does not end the program in the list of lessons")
	}
	r = browse(t, Options{})
	r.press("?")
	if r.press("ctrl+c"); !r.quit {
		t.Error("Ctrl-C does not end the program in the help")
	}
	r = browse(t, Options{})
	r.press("enter")
	if r.press("ctrl+c"); !r.quit {
		t.Error("Ctrl-C does not end the program in the player")
	}
}

func TestCtrlZ(t *testing.T) {
	r := browse(t, Options{})
	_, cmd := r.App.Update(tea.KeyMsg{Type: tea.KeyCtrlZ})
	if _, ok := cmd().(tea.SuspendMsg); !ok {
		t.Error("Ctrl-Z does not give the terminal back for a while")
	}
}

func plan(t *testing.T, lesson string) *scenarios.Plan {
	t.Helper()
	s, err := scenarios.Lesson(lesson)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	r := &reader{t, Play(t.Context(), plan(t, "queue"), "queue", Options{Seed: 1, Progress: path}), false}
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	uitest.Rectangle(t, r.View(), 80, 24)
	if s := uitest.Plain(r.View()); !strings.Contains(s, "Running: 0 events so far") {
		t.Errorf("before the run:\n%s", s)
	}
	r.perform(r.Init())
	r.press("right", "The queue", "why")
	if got := progress.Open(path).Of("queue"); got != progress.Opened {
		t.Errorf("queue is %v, want Opened", got)
	}
	if r.press("q"); !r.quit || r.Err() != nil {
		t.Errorf("q ends the program: %v, %v", r.quit, r.Err())
	}
}

func TestPlayStopped(t *testing.T) {
	r := &reader{t, Play(t.Context(), plan(t, "queue"), "queue", Options{Seed: 1}), false}
	r.press("esc")
	if r.perform(r.Init()); !r.quit || r.Err() != nil {
		t.Errorf("Esc while it loads ends the program: %v, %v", r.quit, r.Err())
	}
	ctx, cancel := context.WithCancel(t.Context())
	r = &reader{t, Play(ctx, plan(t, "queue"), "queue", Options{Seed: 1}), false}
	cancel()
	if r.perform(r.Init()); !r.quit || !errors.Is(r.Err(), context.Canceled) {
		t.Errorf("a signal while it loads ends the program: %v, %v", r.quit, r.Err())
	}
}

func TestNeedsASCII(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "en_US.utf8"}, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "POSIX"}, true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "C"}, true},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, false},
		{map[string]string{"LC_CTYPE": "C", "LC_ALL": "C.UTF-8"}, false},
	} {
		if got := NeedsASCII(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}
