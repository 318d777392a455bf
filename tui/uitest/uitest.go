// Package uitest helps to test screens: it records lessons, presses keys and reads plain text.
package uitest

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"lockstep/scenarios"
)

// Record performs a lesson with parameters: pairs of names and values.
func Record(t testing.TB, lesson string, params ...string) *scenarios.Recording {
	t.Helper()
	s, err := scenarios.Lesson(lesson)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for i := 0; i+1 < len(params); i += 2 {
		values[params[i]] = params[i+1]
	}
	p, err := s.Bind(values)
	if err != nil {
		t.Fatal(err)
	}
	r, err := scenarios.Record(context.Background(), p, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Plain is what a screen says, without colours and without blanks at the ends of lines.
func Plain(screen string) string {
	lines := strings.Split(ansi.Strip(screen), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// Rectangle fails unless a screen is h lines of w cells each.
func Rectangle(t interface {
	Helper()
	Fatalf(string, ...any)
}, screen string, w, h int) {
	t.Helper()
	lines := strings.Split(screen, "\n")
	if h == 0 && screen == "" {
		return
	}
	if len(lines) != h {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), h, screen)
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			t.Fatalf("line %d is %d cells wide, want %d: %q", i, got, w, l)
		}
	}
}

var named = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEsc, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "left": tea.KeyLeft,
	"right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace, " ": tea.KeySpace,
	"ctrl+u": tea.KeyCtrlU, "ctrl+c": tea.KeyCtrlC,
}

// Key is the message of a key by Bubble Tea's name for it; any other text is typed as it is.
func Key(name string) tea.KeyMsg {
	if k, ok := named[name]; ok {
		if k == tea.KeySpace {
			return tea.KeyMsg{Type: k, Runes: []rune{' '}}
		}
		return tea.KeyMsg{Type: k}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}
