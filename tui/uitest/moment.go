package uitest

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
	"lockstep/tui/pane"
)

// PlainLook is a look without colours.
func PlainLook(ascii bool) *look.Look { return look.New(lipgloss.NewRenderer(io.Discard), ascii) }

// At is the moment after the first n beats of a recording, 0 for its beginning.
func At(r *scenarios.Recording, beat int) *pane.Moment {
	m := &pane.Moment{Rec: r, Cursor: r.Trace.Cursor(), Look: PlainLook(false),
		Teller: story.Teller{Catalogue: story.English}, Follow: trace.NoNode}
	end := func(beat int) int {
		if beat < len(r.Beats) {
			return r.Beats[beat]
		}
		return r.Trace.Len()
	}
	if beat > 0 {
		m.From = end(beat - 1)
	}
	m.Cursor.Seek(end(beat))
	return m
}

// Text is a view without its colours.
func Text(lines []string) string { return Plain(strings.Join(lines, "\n")) }
