package loading

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/look"
	"lockstep/tui/uitest"
)

func loading(t *testing.T, ctx context.Context, n string) *Model {
	t.Helper()
	s, err := scenarios.Lesson("herd")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Bind(map[string]string{"n": n})
	if err != nil {
		t.Fatal(err)
	}
	return New(ctx, plan, 1, &look.Look{Signs: look.Unicode})
}

func TestDone(t *testing.T) {
	m := loading(t, t.Context(), "5")
	done := m.record().(Done)
	if done.Err != nil || done.Of != m || len(done.Rec.Result.Acquired) != 5 {
		t.Errorf("got %+v", done)
	}
	if cmd := m.Update(tick{m}); cmd != nil {
		t.Error("the count goes on after the end")
	}
}

func TestStops(t *testing.T) {
	for _, key := range []string{"esc", "q", "ctrl+c"} {
		m := loading(t, t.Context(), "20000")
		if m.Update(tick{m}) == nil {
			t.Error("the count does not go on")
		}
		m.Update(uitest.Key("x"))
		m.Update(uitest.Key(key))
		if done := m.record().(Done); !errors.Is(done.Err, context.Canceled) || done.Rec != nil {
			t.Errorf("%s: got %v", key, done.Err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	m := loading(t, ctx, "20000")
	cancel()
	if done := m.record().(Done); !errors.Is(done.Err, context.Canceled) {
		t.Errorf("a signal: got %v", done.Err)
	}
}

func TestTooLong(t *testing.T) {
	m := loading(t, t.Context(), "20000")
	m.most = 20_000
	done := m.record().(Done)
	var long *TooLongError
	if !errors.As(done.Err, &long) || !strings.Contains(done.Err.Error(), "more than 20,000 events") || !strings.Contains(done.Err.Error(), "lockstep run herd --quiet") {
		t.Errorf("got %v", done.Err)
	}
	if !strings.Contains(m.Line(), "Running: 2") { // twenty thousand and some
		t.Errorf("the line is %q", m.Line())
	}
}

func TestScreen(t *testing.T) {
	m := loading(t, t.Context(), "5")
	for _, size := range [][2]int{{80, 24}, {60, 18}, {3, 2}, {1, 1}, {0, 0}} {
		m.SetSize(size[0], size[1])
		uitest.Rectangle(t, m.View(), size[0], size[1])
	}
	m.SetSize(80, 24)
	if s := uitest.Plain(m.View()); !strings.Contains(s, "Running: 0 events so far") || !strings.Contains(s, "esc stops it") {
		t.Errorf("the screen is\n%s", s)
	}
	if m.Update(tea.WindowSizeMsg{}) != nil {
		t.Error("a message of no concern starts something")
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
