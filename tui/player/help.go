package player

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// help tells about the pane in focus and lists all keys.
func help(m *Model) tea.Cmd {
	m.pause()
	m.overlay = &page{title: m.say("title.help"), text: (*Model).helpLines, widest: 92, close: "?"}
	return nil
}

// helpLines begin with the pane; where they do not fit, with the keys.
func (m *Model) helpLines(w, rows int) []string {
	p := m.panes[m.focus].pane
	about := []string{m.look.Paint(look.Title, m.say("help.pane", "pane", p.Name()))}
	about = append(about, look.Wrap(m.look.Spell(p.Help()), w)...)
	keys := m.helpKeys(w)
	var mouse []string
	for _, l := range look.Wrap(m.say("help.mouse"), w) {
		mouse = append(mouse, m.look.Paint(look.Faint, l))
	}
	gap := []string{""}
	if len(about)+len(keys)+len(mouse)+2 > rows {
		return slices.Concat(keys, gap, about, gap, mouse)
	}
	return slices.Concat(about, gap, keys, gap, mouse)
}

// helpKeys lists the keys, in two columns where there is room.
func (m *Model) helpKeys(w int) []string {
	const keyWidth = 6
	lines := []string{m.look.Paint(look.Title, m.say("help.keys"))}
	columns := 1
	if w >= 72 {
		columns = 2
	}
	rows := (len(m.bindings) + columns - 1) / columns
	for r := range rows {
		line := ""
		for i := r; i < len(m.bindings); i += rows {
			b := m.bindings[i]
			line += m.look.Fit(m.look.Paint(look.Key, m.look.Fit(m.look.Spell(b.shown), keyWidth))+m.say(b.text), w/columns)
		}
		lines = append(lines, line)
	}
	return lines
}
