package main

import (
	"github.com/charmbracelet/lipgloss"

	"lockstep/trace/story"
)

// painter gives lines colours, where the output is a terminal that wants them. Colour is
// never the only sign of anything.
type painter struct{ styles map[story.Sort]lipgloss.Style }

// newPainter paints for standard output. The terminal is asked for its background once only,
// whoever paints.
func newPainter() painter {
	r := lipgloss.DefaultRenderer()
	colour := func(light, dark string) lipgloss.Style {
		return r.NewStyle().Foreground(lipgloss.AdaptiveColor{Light: light, Dark: dark})
	}
	return painter{map[story.Sort]lipgloss.Style{
		story.Hold:  colour("2", "10").Bold(true),
		story.Event: colour("5", "13"),
		story.Wait:  colour("3", "11"),
		story.Bad:   colour("1", "9").Bold(true),
		story.Mend:  colour("6", "14"),
		story.Voice: colour("4", "12"),
		story.Plain: r.NewStyle().Faint(true),
	}}
}

func (p painter) line(sort story.Sort, text string) string {
	style, ok := p.styles[sort]
	if !ok {
		return text
	}
	return style.Render(text)
}

func (p painter) bad(text string) string  { return p.line(story.Bad, text) }
func (p painter) good(text string) string { return p.line(story.Hold, text) }
