package browser

import (
	"strings"

	"lockstep/tui/look"
)

// row is a line of the list, and the entry that it belongs to: an index of shown, or -1.
type row struct {
	of   int
	line string
}

// How much the list says about each entry: as much as there is room for.
const (
	titles      = iota // its title
	withTags           // and its tags
	withSummary        // and its summary
	mostDetail  = withSummary
)

// rows are the lines of the list, at least one for each entry, w cells wide or less.
func (m *Model) rows(shown []int, w, detail int) []row {
	var rows []row
	chapter := ""
	for i, of := range shown {
		e := m.entries[of]
		if e.chapter != chapter {
			if chapter = e.chapter; len(rows) > 0 {
				rows = append(rows, row{-1, ""})
			}
			rows = append(rows, row{-1, m.look.Paint(look.Title, m.look.Cut(e.chapter, w))})
		}
		for _, line := range m.entryLines(e, i == m.chosen, w, detail) {
			rows = append(rows, row{i, line})
		}
	}
	return rows
}

// entryLines is one entry: mark, sign and title, and below it as much as is wanted.
func (m *Model) entryLines(e *entry, chosen bool, w, detail int) []string {
	const margin = 4 // of the mark and the sign
	mark := " "
	if chosen {
		mark = m.look.Signs.Point
	}
	sign, role := m.sign(e)
	var lines []string
	for i, line := range look.Wrap(e.scenario.Title, max(1, w-margin)) {
		switch {
		case chosen && i == 0:
			lines = append(lines, m.look.Paint(look.Select, m.look.Fit(mark+" "+sign+" "+line, w)))
		case chosen:
			lines = append(lines, m.look.Paint(look.Select, m.look.Fit("    "+line, w)))
		case i == 0:
			lines = append(lines, mark+" "+m.look.Paint(role, sign)+" "+line)
		default:
			lines = append(lines, "    "+line)
		}
	}
	below := func(text string) {
		for _, line := range look.Wrap(text, max(1, w-margin)) {
			lines = append(lines, "    "+m.look.Paint(look.Faint, line))
		}
	}
	if detail >= withSummary {
		below(e.scenario.Summary)
	}
	tags := fitting(e.scenario.Tags, w-margin)
	if detail >= withTags && tags != "" {
		below(tags)
	}
	if found := m.found(e, w-margin); found != "" && !(detail >= withTags && strings.Contains(tags, found)) {
		below(found)
	}
	return lines
}

// found are the tags that a filter has matched, if what else is always on the screen does not tell why
// the entry is there.
func (m *Model) found(e *entry, w int) string {
	var tags []string
	for _, tag := range e.scenario.Tags {
		for _, word := range strings.Fields(strings.ToLower(m.filter.String())) {
			if strings.Contains(strings.ToLower(tag), word) && !strings.Contains(strings.ToLower(e.scenario.Title), word) {
				tags = append(tags, tag)
				break
			}
		}
	}
	return fitting(tags, w)
}

// fitting are as many tags as fit into a line. None is cut.
func fitting(tags []string, w int) string {
	for n := len(tags); n > 0; n-- {
		if line := strings.Join(tags[:n], ", "); look.Width(line) <= w {
			return line
		}
	}
	return ""
}

// listRows are the rows of the list in a frame, and the first that is on the screen. The detail is
// what all entries have room for, so that it stays the same while somebody filters.
func (m *Model) listRows(r rect) ([]row, int) {
	all := make([]int, len(m.entries))
	for i := range all {
		all[i] = i
	}
	w, room := r.w-4, r.h-2
	detail := mostDetail
	for detail > titles && len(m.rows(all, w, detail)) > room {
		detail--
	}
	rows := m.rows(m.shown, w, detail)
	first, last := -1, -1
	for i, row := range rows {
		if row.of == m.chosen {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if m.chosen == 0 {
		first = 0 // with the heading above it
	}
	m.top = max(min(m.top, first), last-room+1)
	m.top = max(0, min(m.top, len(rows)-room))
	return rows, m.top
}

func (m *Model) listView(r rect) []string {
	title := m.words.Say("lessons")
	switch {
	case m.typing:
		title = m.words.Say("lessons.some", "filter", m.filter.view(m.look, max(1, r.w-16)))
	case m.filter.String() != "":
		title = m.words.Say("lessons.some", "filter", m.filter.String())
	}
	rows, top := m.listRows(r)
	var lines []string
	for _, row := range rows[min(top, len(rows)):] {
		lines = append(lines, row.line)
	}
	if len(rows) == 0 {
		lines = look.Wrap(m.words.Say("lessons.empty"), r.w-4)
	}
	return m.look.Box(title, indent(lines), r.w, r.h, m.overlay == nil)
}
