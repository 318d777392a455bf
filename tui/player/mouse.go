package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/pane"
)

// mouse: a click on a pane gives it the keys, one on the timeline goes there; the wheel steps
// over the lanes, and moves other panes, and lists, as their arrows do.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.overlay != nil {
		switch {
		case msg.Action != tea.MouseActionPress:
		case msg.Button == tea.MouseButtonWheelDown:
			return m.overlay.key(m, tea.KeyMsg{Type: tea.KeyDown})
		case msg.Button == tea.MouseButtonWheelUp:
			return m.overlay.key(m, tea.KeyMsg{Type: tea.KeyUp})
		}
		return nil
	}
	if m.tooSmall() || msg.Action != tea.MouseActionPress && msg.Action != tea.MouseActionMotion {
		return nil
	}
	if msg.Y == m.h-2 && msg.Button == tea.MouseButtonLeft { // dragging seeks too
		m.notice = ""
		m.pause()
		b := m.at()
		b.moveTo(b.places.of(m.timeline.At(m.moment(), m.w, msg.X) + 1))
		return nil
	}
	if msg.Action != tea.MouseActionPress {
		return nil
	}
	for _, r := range m.layout() {
		if msg.X < r.x || msg.X >= r.x+r.w || msg.Y < r.y || msg.Y >= r.y+r.h {
			continue
		}
		m.notice = ""
		switch msg.Button {
		case tea.MouseButtonLeft:
			m.setFocus(r.pane)
		case tea.MouseButtonWheelDown:
			return m.wheel(r.pane, "down", nextBeat)
		case tea.MouseButtonWheelUp:
			return m.wheel(r.pane, "up", prevBeat)
		}
		return nil
	}
	return nil
}

func (m *Model) wheel(p int, key string, step func(*Model) tea.Cmd) tea.Cmd {
	if p == lanesPane {
		return step(m)
	}
	if k, ok := m.panes[p].pane.(pane.Keyed); ok {
		k.Key(m.moment(), key)
	}
	return nil
}
