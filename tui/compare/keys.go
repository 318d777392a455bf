package compare

import (
	tea "github.com/charmbracelet/bubbletea"
)

// binding is what a key does. The line at the bottom, the help and the keyboard all read it.
type binding struct {
	keys  []string // by Bubble Tea's names
	shown string
	short string // in the catalogue, for the line at the bottom; "": not there
	help  string // in the catalogue
	do    func(*Model)
}

var bindings = []binding{
	{[]string{"right", "l", "enter", " "}, "→", "key.next", "help.next", func(m *Model) { m.step(1) }},
	{[]string{"left", "h"}, "←", "key.prev", "help.prev", func(m *Model) { m.step(-1) }},
	{[]string{"n"}, "n", "key.landmark", "help.landmark", func(m *Model) { m.landmark(1) }},
	{[]string{"N"}, "N", "", "help.unlandmark", func(m *Model) { m.landmark(-1) }},
	{[]string{"d"}, "d", "key.difference", "help.difference", (*Model).toDifference},
	{[]string{"="}, "=", "key.sync", "help.sync", (*Model).toggle},
	{[]string{"L"}, "L", "key.scale", "help.scale", (*Model).rescale},
	{[]string{"c"}, "c", "", "help.chart", func(m *Model) { m.hidden = !m.hidden }},
	{[]string{"up", "k"}, "↑/↓", "", "help.scroll", func(m *Model) { m.scrolled = max(0, m.scrolled-1) }},
	{[]string{"down", "j"}, "", "", "", func(m *Model) { m.scrolled++ }},
	{[]string{"home", "g"}, "g", "", "help.home", (*Model).home},
	{[]string{"end", "G"}, "G", "", "help.end", (*Model).end},
}

func (m *Model) key(name string) tea.Cmd {
	m.notice = ""
	if m.help {
		switch name {
		case "?", "esc", "q", "enter":
			m.help = false
		}
		return nil
	}
	switch name {
	case "?":
		m.help = true
		return nil
	case "q", "esc":
		m.cancel()
		return func() tea.Msg { return Quit{} }
	}
	for _, b := range bindings {
		for _, k := range b.keys {
			if k == name {
				b.do(m)
				return nil
			}
		}
	}
	return nil
}

func (m *Model) wheel(button tea.MouseButton) {
	switch m.notice = ""; button {
	case tea.MouseButtonWheelDown:
		m.step(1)
	case tea.MouseButtonWheelUp:
		m.step(-1)
	}
}

func (m *Model) home() {
	m.place = 0
	m.left.move(0)
	m.right.move(0)
}

func (m *Model) end() {
	m.place = len(m.pairs) - 1
	m.left.move(m.left.last())
	m.right.move(m.right.last())
}

// rescale changes from linear bars to logarithmic ones, or back.
func (m *Model) rescale() {
	if m.logarithmic() {
		m.scale = linear
	} else {
		m.scale = logarithmic
	}
}
