package pane

import (
	"strings"

	"lockstep/tui/look"
)

// Why says in a few sentences what the newest step was, what made it happen, and what comes of it.
type Why struct{}

func NewWhy() *Why { return &Why{} }

func (*Why) Name() string { return labels["why.name"] }
func (*Why) Help() string { return labels["why.help"] }

// View draws the sentences. Where there is no room for all, those that say least are left out.
func (*Why) View(m *Moment, w, h int) []string {
	reasons := m.Teller.Reasons(m.Cursor, m.From, m.Rec.Plan.Lock)
	var text string
	for most := 4; most > 0; most-- {
		text = clean(reasons.Text(most))
		if len(wrap(text, w)) <= h {
			break
		}
	}
	return m.Look.FitAll(m.paragraph(text, w, h), w, h)
}

// unbroken is a hyphen at which no line ends.
const unbroken = "\u2011"

// wrap breaks text into lines at its spaces alone: the name of a znode stays whole at its hyphen.
func wrap(text string, w int) []string {
	lines := look.Wrap(strings.ReplaceAll(text, "-", unbroken), w)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], unbroken, "-")
	}
	return lines
}

// paragraph breaks text into at most h lines. What has no room is left out from the end of a
// sentence on, or within the first if not even that has.
func (m *Moment) paragraph(text string, w, h int) []string {
	lines := wrap(text, w)
	if len(lines) <= h || h <= 0 || w <= 0 {
		return lines
	}
	more := " " + m.Look.Signs.Ellipsis
	for end := strings.LastIndex(text, ". "); end > 0; end = strings.LastIndex(text[:end], ". ") {
		if kept := wrap(text[:end+1]+more, w); len(kept) <= h {
			return kept
		}
	}
	lines = lines[:h]
	lines[h-1] = m.Look.Cut(lines[h-1], max(0, w-look.Width(more))) + more
	return lines
}
