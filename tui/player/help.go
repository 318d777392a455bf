package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// helpScreen tells about the pane in focus and lists all keys.
type helpScreen struct{ top, most int }

func help(m *Model) tea.Cmd {
	m.pause()
	m.overlay = &helpScreen{}
	return nil
}

func (s *helpScreen) keys(m *Model) string { return m.say("keys.help") }

func (s *helpScreen) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "down", "j":
		s.top = min(s.top+1, s.most)
	case "up", "k":
		s.top = max(0, s.top-1)
	case "pgdown", " ", "right":
		s.top = min(s.top+10, s.most)
	case "pgup", "left":
		s.top = max(0, s.top-10)
	case "esc", "q", "?", "enter":
		m.closeOverlay()
	}
	return nil
}

func (s *helpScreen) view(m *Model, w, h int) []string {
	const keyWidth = 6
	inner := max(1, min(w-4, 92))
	p := m.panes[m.focus].pane
	lines := []string{m.look.Paint(look.Title, m.say("help.pane", "pane", p.Name()))}
	lines = append(lines, look.Wrap(m.plain(p.Help()), inner)...)
	lines = append(lines, "", m.look.Paint(look.Title, m.say("help.keys")))
	columns := 1
	if inner >= 72 {
		columns = 2
	}
	rows := (len(m.bindings) + columns - 1) / columns
	wide := inner / columns
	for r := range rows {
		line := ""
		for i := r; i < len(m.bindings); i += rows {
			b := m.bindings[i]
			line += m.look.Fit(m.look.Paint(look.Key, m.look.Fit(m.plain(b.shown), keyWidth))+m.say(b.text), wide)
		}
		lines = append(lines, line)
	}
	lines = append(lines, "")
	for _, l := range look.Wrap(m.say("help.mouse"), inner) {
		lines = append(lines, m.look.Paint(look.Faint, l))
	}
	rows = max(1, h-2)
	s.most = max(0, len(lines)-rows)
	s.top = min(s.top, s.most)
	return m.frame(m.say("title.help"), lines[s.top:min(len(lines), s.top+rows)], w, h)
}
