package player

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/uitest"
)

// reader presses keys, and looks at the screen after each.
type reader struct {
	t *testing.T
	m *Model
	// got are the messages for whoever owns the player.
	got []tea.Msg
}

func read(t *testing.T, lesson string, opts Options, params ...string) *reader {
	t.Helper()
	return readRun(t, uitest.Record(t, lesson, params...), opts)
}

func readRun(t *testing.T, rec *scenarios.Recording, opts Options) *reader {
	t.Helper()
	r := &reader{t: t, m: New(rec, opts)}
	r.m.SetSize(100, 30)
	return r
}

// press presses keys one after another, and carries out what they lead to.
func (r *reader) press(keys ...string) *reader {
	r.t.Helper()
	for _, k := range keys {
		r.run(r.m.Update(uitest.Key(k)))
		uitest.Rectangle(r.t, r.m.View(), r.m.w, r.m.h)
	}
	return r
}

// run carries out a command, and keeps what is for whoever owns the player.
func (r *reader) run(cmd tea.Cmd) { r.got = append(r.got, perform(r.m, cmd)...) }

// perform carries out a command. Ticks are not waited for.
func perform(m *Model, cmd tea.Cmd) []tea.Msg {
	if cmd == nil || m.playing {
		return nil
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		return perform(m, msg[0]) // the others are clocks
	case Quit, Compare:
		return []tea.Msg{msg}
	default:
		return perform(m, m.Update(msg))
	}
	return nil
}

func (r *reader) screen() string { return uitest.Plain(r.m.View()) }

// shows reports whether words are on the screen; a pane's title is with its sign of focus and without.
func (r *reader) shows(words string) bool {
	screen := r.screen()
	return strings.Contains(screen, words) || strings.Contains(strings.ReplaceAll(screen, "╭ ▸ ", "╭ "), words)
}

// sees asserts that words are on the screen.
func (r *reader) sees(words ...string) *reader {
	r.t.Helper()
	for _, w := range words {
		if !r.shows(w) {
			r.t.Fatalf("not on the screen: %q\n%s", w, r.screen())
		}
	}
	return r
}

// misses asserts that words are not on the screen.
func (r *reader) misses(words ...string) *reader {
	r.t.Helper()
	for _, w := range words {
		if r.shows(w) {
			r.t.Fatalf("on the screen: %q\n%s", w, r.screen())
		}
	}
	return r
}
