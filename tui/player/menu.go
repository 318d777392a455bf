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
	texts, details := 0, 0
	for _, it := range l.items {
		texts, details = max(texts, look.Width(it.text)), max(details, look.Width(it.detail))
	}
	if details > 0 {
		texts = min(texts, max(8, inner/2))
	}
	texts = max(1, min(texts, inner-4))
	var lines []string
	var at []int // the line of each item
	for i, it := range l.items {
		if it.head != "" {
			lines = append(lines, m.look.Paint(look.Title, m.look.Cut(it.head, inner)))
		}
		at = append(at, len(lines))
		key := " "
		if it.key != "" {
			key = it.key
		}
		key, text := m.look.Fit(key, 2), m.look.Fit(it.text, texts)
		if i == l.chosen {
			line := m.look.Signs.Point + " " + key + text + "  " + it.detail
			lines = append(lines, m.look.Paint(look.Select, strings.TrimRight(m.look.Cut(strings.TrimRight(line, " "), inner), " ")))
			continue
		}
		lines = append(lines, m.look.Cut("  "+m.look.Paint(look.Key, key)+m.look.Paint(it.role, text)+"  "+
			m.look.Paint(look.Faint, it.detail), inner))
	}
	full := l.fullText(inner, texts)
	rows := max(1, h-2-len(intro)-len(full))
	if len(intro) > 0 && rows < min(len(lines), 10) { // no room for everything: the list matters
		rows += len(intro)
		intro = nil
	}
	chosen := 0
	if l.chosen < len(at) {
		chosen = at[l.chosen]
	}
	top := windowTop(len(lines), chosen, rows)
	from, _ := slices.BinarySearch(at, top)
	to, _ := slices.BinarySearch(at, top+rows)
	return m.frame(l.title+m.span(from, to, len(at)), slices.Concat(intro, lines[top:min(len(lines), top+rows)], full), w, h)
}

// fullText spells out the chosen item, or what it leads to, if any item has more of it than there
// is room for on its own line. It takes as many lines for each item, so that the list stays where it
// is.
func (l *menu) fullText(w, texts int) []string {
	textCut, detailCut := false, false
	for _, it := range l.items {
		textCut = textCut || look.Width(it.text) > texts
		detailCut = detailCut || it.detail != "" && texts+6+look.Width(it.detail) > w
	}
	if !textCut && !detailCut || l.chosen >= len(l.items) {
		return nil
	}
	spelled := func(it item) []string {
		if !textCut {
			return look.Wrap(it.detail, w)
		}
		lines := look.Wrap(it.text, w)
		if it.detail != "" {
			lines = append(lines, look.Wrap(it.detail, w)...)
		}
		return lines
	}
	most := 0
	for _, it := range l.items {
		most = max(most, len(spelled(it)))
	}
	lines := append([]string{""}, spelled(l.items[l.chosen])...)
	for len(lines) < most+1 {
		lines = append(lines, "")
	}
	return lines
}
