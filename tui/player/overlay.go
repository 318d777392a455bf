package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// overlay is what lies over the panes and has the keys for as long as it does.
type overlay interface {
	key(m *Model, k tea.KeyMsg) tea.Cmd
	// view draws it, frame and all, into at most h lines of at most w cells; all lines are
	// equally wide.
	view(m *Model, w, h int) []string
	// keys is what the line at the bottom says meanwhile.
	keys(m *Model) string
}

// closeOverlay gives the keys back to the panes.
func (m *Model) closeOverlay() { m.overlay = nil }

// frame puts a box around lines: as wide as they need, or as the given width allows.
func (m *Model) frame(title string, lines []string, w, h int) []string {
	need := look.Width(title) + 4
	for _, l := range lines {
		need = max(need, look.Width(l)+2)
	}
	padded := make([]string, len(lines))
	for i, l := range lines {
		padded[i] = " " + l
	}
	return m.look.Box(title, padded, min(w, need+2), min(h, len(lines)+2), true)
}

// windowTop is the first of the lines of a list that are seen when there is room for h, with the
// chosen one among them.
func windowTop(lines, chosen, h int) int { return max(0, min(chosen-h/2, lines-h)) }

// window gives the lines of a list that fit, with the chosen one among them.
func window(lines []string, chosen, h int) []string {
	top := windowTop(len(lines), chosen, h)
	return lines[top:max(top, min(len(lines), top+h))]
}
