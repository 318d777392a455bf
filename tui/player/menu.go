package player

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// item is a line of a menu.
type item struct {
	head   string // a heading above it; "" for none
	key    string // pressed to choose it at once; "" for none
	text   string
	detail string // what choosing it leads to
	role   look.Role
}

// menu is a list to choose from.
type menu struct {
	title  string
	intro  string
	items  []item
	chosen int
	hint   string // for the line at the bottom
	choose func(m *Model, i int) tea.Cmd
	other  func(m *Model, key string) tea.Cmd // keys of the menu's own; nil for none
}

func (l *menu) keys(*Model) string { return l.hint }

func (l *menu) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	switch name {
	case "esc", "q":
		m.closeOverlay()
		return nil
	case "up", "k", "shift+tab":
		l.chosen = max(0, l.chosen-1)
		return nil
	case "down", "j", "tab":
		l.chosen = max(0, min(l.chosen+1, len(l.items)-1))
		return nil
	case "home":
		l.chosen = 0
		return nil
	case "end":
		l.chosen = max(0, len(l.items)-1)
		return nil
	case "enter":
		if l.chosen < len(l.items) {
			return l.choose(m, l.chosen)
		}
		return nil
	}
	for i, it := range l.items {
		if it.key == name {
			l.chosen = i
			return l.choose(m, i)
		}
	}
	if l.other != nil {
		return l.other(m, name)
	}
	return nil
}

func (l *menu) view(m *Model, w, h int) []string {
	inner := max(1, w-4)
	var intro []string
	if l.intro != "" {
		intro = append(look.Wrap(l.intro, min(inner, 72)), "")
	}
	texts := 0
	for _, it := range l.items {
		texts = max(texts, look.Width(it.text))
	}
	texts = min(texts, max(8, inner/2))
	var lines []string
	at := 0 // the line of the chosen item
	for i, it := range l.items {
		if it.head != "" {
			lines = append(lines, m.look.Paint(look.Title, m.look.Cut(it.head, inner)))
		}
		key := " "
		if it.key != "" {
			key = it.key
		}
		key, text := m.look.Fit(key, 2), m.look.Fit(it.text, texts)
		if i == l.chosen {
			at = len(lines)
			line := m.look.Signs.Point + " " + key + text + "  " + it.detail
			lines = append(lines, m.look.Paint(look.Select, strings.TrimRight(m.look.Cut(line, inner), " ")))
			continue
		}
		lines = append(lines, m.look.Cut("  "+m.look.Paint(look.Key, key)+m.look.Paint(it.role, text)+"  "+
			m.look.Paint(look.Faint, it.detail), inner))
	}
	full := l.fullDetail(inner, texts+6)
	rows := max(1, h-2-len(intro)-len(full))
	if len(intro) > 0 && rows < min(len(lines), 10) { // no room for everything: the list matters
		rows += len(intro)
		intro = nil
	}
	return m.frame(l.title, slices.Concat(intro, window(lines, at, rows), full), w, h)
}

// fullDetail spells out what the chosen item leads to, if any of the details is cut on its own
// line. It takes as many lines for each item, so that the list stays where it is.
func (l *menu) fullDetail(w, before int) []string {
	most, cut := 0, false
	for _, it := range l.items {
		most = max(most, len(look.Wrap(it.detail, w)))
		cut = cut || before+look.Width(it.detail) > w
	}
	if !cut || l.chosen >= len(l.items) {
		return nil
	}
	lines := append([]string{""}, look.Wrap(l.items[l.chosen].detail, w)...)
	for len(lines) < most+1 {
		lines = append(lines, "")
	}
	return lines
}
