// Package look is how Lockstep's screens look: colours, signs and boxes, and the widths of text in
// terminal cells. Colour is never the only sign of anything.
package look

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
)

// Role is what a piece of text stands for; the theme says how that looks.
type Role uint8

const (
	Normal Role = iota
	Faint       // what matters less
	Holder      // who holds the lock, and what went well
	Waiter      // who waits
	Note        // a watch event
	Bad         // a fault, a violation, what goes wrong because of it
	Mend        // what was mended
	Voice       // the narrator
	Fresh       // what the newest step has changed
	Title       // of a pane
	Focus       // the frame of the pane that has the keys
	Key         // a key to press
	Select      // the chosen line of a list
	numRoles
)

// Look draws text. The zero value is plain text with Unicode signs.
type Look struct {
	styles [numRoles]lipgloss.Style
	Signs  *Signs
}

// Signs are the characters that lines, bars and marks are made of. Each is one cell wide.
type Signs struct {
	Horizontal, Vertical, TopLeft, TopRight, BottomLeft, BottomRight string
	LaneTick, ToRight, ToLeft, FromLeft, FromRight                   string // ├ ▶ ◀ ├ ┤
	Holds, Waits, Lost, Fault, Mend, Point, Ellipsis, Bar, Branch    string
	Folded, Expiry, Position, Dotted, Violation                      string
}

// Unicode and ASCII are the two sets of signs.
var (
	Unicode = &Signs{"─", "│", "╭", "╮", "╰", "╯", "├", "▶", "◀", "├", "┤",
		"●", "○", "✗", "✗", "✓", "▸", "…", "▇", "├", "┆", "⧖", "▲", "┄", "!"}
	ASCII = &Signs{"-", "|", "+", "+", "+", "+", "+", ">", "<", "+", "+",
		"*", "o", "x", "x", "v", ">", "~", "#", "+", ":", "!", "^", ".", "%"}
)

// New makes a look. Without colours (NO_COLOR, or a terminal that has none) signs and bold text
// remain.
func New(r *lipgloss.Renderer, ascii bool) *Look {
	l := &Look{Signs: Unicode}
	if ascii {
		l.Signs = ASCII
	}
	colour := func(light, dark string) lipgloss.Style {
		return r.NewStyle().Foreground(lipgloss.AdaptiveColor{Light: light, Dark: dark})
	}
	l.styles = [numRoles]lipgloss.Style{
		Normal: r.NewStyle(),
		Faint:  r.NewStyle().Faint(true),
		Holder: colour("2", "10").Bold(true),
		Waiter: colour("3", "11"),
		Note:   colour("5", "13"),
		Bad:    colour("1", "9").Bold(true),
		Mend:   colour("6", "14"),
		Voice:  colour("4", "12"),
		Fresh:  r.NewStyle().Bold(true),
		Title:  r.NewStyle().Bold(true),
		Focus:  colour("4", "12").Bold(true),
		Key:    r.NewStyle().Bold(true),
		Select: r.NewStyle().Reverse(true),
	}
	return l
}

// Paint draws text in a role. Text of several lines is drawn line by line.
func (l *Look) Paint(role Role, text string) string {
	if text == "" {
		return ""
	}
	return l.styles[role].Render(text)
}

// Width is how many cells a line takes.
func Width(s string) int { return ansi.StringWidth(s) }

// Cut shortens a line to at most w cells; what was cut is shown by an ellipsis.
func (l *Look) Cut(s string, w int) string {
	if w <= 0 {
		return ""
	}
	return ansi.Truncate(s, w, l.Signs.Ellipsis)
}

// Fit makes a line exactly w cells wide.
func (l *Look) Fit(s string, w int) string {
	s = l.Cut(s, w)
	return s + strings.Repeat(" ", max(0, w-Width(s)))
}

// FitAll makes exactly h lines of w cells.
func (l *Look) FitAll(lines []string, w, h int) []string {
	out := make([]string, h)
	for i := range out {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out[i] = l.Fit(line, w)
	}
	return out
}

// Wrap breaks text into lines of at most w cells, between words where it can.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}

// Box puts a frame with a title around lines: h lines of w cells in all.
func (l *Look) Box(title string, lines []string, w, h int, focused bool) []string {
	if w < 2 || h < 2 {
		return l.FitAll(nil, max(0, w), max(0, h))
	}
	s, frame := l.Signs, Faint
	if focused {
		frame = Focus
	}
	title = l.Cut(title, w-4)
	if title != "" {
		title = " " + title + " "
	}
	top := l.Paint(frame, s.TopLeft) + l.Paint(Title, title) +
		l.Paint(frame, strings.Repeat(s.Horizontal, max(0, w-2-Width(title)))+s.TopRight)
	side := l.Paint(frame, s.Vertical)
	out := []string{top}
	for _, line := range l.FitAll(lines, w-2, h-2) {
		out = append(out, side+line+side)
	}
	return append(out, l.Paint(frame, s.BottomLeft+strings.Repeat(s.Horizontal, w-2)+s.BottomRight))
}

// Beside puts columns of equally many lines next to each other.
func Beside(columns ...[]string) []string {
	if len(columns) == 0 {
		return nil
	}
	out := make([]string, len(columns[0]))
	for i := range out {
		var b strings.Builder
		for _, c := range columns {
			b.WriteString(c[i])
		}
		out[i] = b.String()
	}
	return out
}
