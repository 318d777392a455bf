// Package chart draws what several locks cost, as bars for sizes that grow: a row a size, a column
// a lock.
package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lockstep/trace/story"
	"lockstep/tui/look"
)

// Figures that are none.
const (
	Unknown = -1 // not measured yet
	Failed  = -2 // could not be measured
)

// row is what each lock costs at one size.
type row struct {
	n       int
	figures []int
	extra   bool // nobody asked for this size: it was looked at to find where a lock becomes cheaper
}

// Chart is a table of figures that is filled bit by bit.
type Chart struct {
	Names []string
	rows  []*row // by size
}

// New makes an empty chart for sizes from 1 up.
func New(names []string, sizes []int) *Chart {
	c := &Chart{Names: names}
	for _, n := range sizes {
		c.row(n)
	}
	return c
}

func (c *Chart) find(n int) (int, bool) {
	return slices.BinarySearchFunc(c.rows, n, func(r *row, n int) int { return r.n - n })
}

// row finds or makes the row of a size.
func (c *Chart) row(n int) *row {
	i, ok := c.find(n)
	if !ok {
		c.rows = slices.Insert(c.rows, i, &row{n: n, figures: slices.Repeat([]int{Unknown}, len(c.Names))})
	}
	return c.rows[i]
}

// Set notes a figure.
func (c *Chart) Set(n, column, figure int) { c.row(n).figures[column] = figure }

// Next is what should be measured next: first the sizes that were asked for, then those between two
// sizes where the order of two locks changes, until it is known where.
func (c *Chart) Next() (n, column int, ok bool) {
	for _, r := range c.rows {
		if i := slices.Index(r.figures, Unknown); i >= 0 {
			return r.n, i, true
		}
	}
	for column := 1; column < len(c.Names); column++ {
		if low, high, ok := c.change(column); ok && high.n-low.n > 1 {
			n := (low.n + high.n) / 2
			if _, there := c.find(n); !there { // what is there could not be measured
				c.row(n).extra = true
				return n, 0, true
			}
		}
	}
	return 0, 0, false
}

// change finds the last two neighbouring sizes between which a lock becomes cheaper than the first
// one, or dearer. Sizes that could not be measured say nothing.
func (c *Chart) change(column int) (low, high *row, ok bool) {
	var known []*row
	for _, r := range c.rows {
		if r.figures[0] >= 0 && r.figures[column] >= 0 {
			known = append(known, r)
		}
	}
	cheaper := func(r *row) bool { return r.figures[column] < r.figures[0] }
	for i := len(known) - 1; i > 0; i-- {
		if cheaper(known[i]) != cheaper(known[i-1]) {
			return known[i-1], known[i], true
		}
	}
	return nil, nil, false
}

// turn says which lock is the cheaper one from which size on.
type turn struct {
	n    int
	name string
}

// turns are where the order of a lock and the first one changes for good, as far as is known.
func (c *Chart) turns() []turn {
	var turns []turn
	for column := 1; column < len(c.Names); column++ {
		if _, row, ok := c.change(column); ok {
			t := turn{row.n, c.Names[0]}
			if row.figures[column] < row.figures[0] {
				t.name = c.Names[column]
			}
			turns = append(turns, t)
		}
	}
	return turns
}

// Wide reports whether the figures lie so far apart that bars of w cells would show nothing of the
// smallest.
func (c *Chart) Wide(w int) bool {
	least, most := math.MaxInt, 0
	for _, r := range c.rows {
		for _, f := range r.figures {
			if f > 0 {
				least, most = min(least, f), max(most, f)
			}
		}
	}
	return most > 0 && most/least > w
}

// roles tell bars apart where there are colours; where they stand does so everywhere.
var roles = []look.Role{look.Bad, look.Holder, look.Note, look.Waiter}

// Lines draws the chart, w cells wide: a line of names, and a line a size.
func (c *Chart) Lines(l *look.Look, words story.Catalogue, w int, log bool) []string {
	const label = 8
	column := max(0, w-label) / max(1, len(c.Names))
	figures, most := 1, 1
	for _, r := range c.rows {
		for _, f := range r.figures {
			most = max(most, f)
			figures = max(figures, len(strconv.Itoa(f)))
		}
	}
	head := l.Fit(l.Paint(look.Faint, words.Say("chart.n")), label)
	for _, name := range c.Names {
		head += l.Fit(l.Paint(look.Title, l.Cut(name, column-1)), column)
	}
	lines := []string{l.Fit(head, w)}
	turns := c.turns()
	var below []string // the notes for which there is no room beside the bars
	for _, r := range c.rows {
		if r.extra && !slices.ContainsFunc(turns, func(t turn) bool { return t.n == r.n }) {
			continue
		}
		line := l.Fit(leftPad(strconv.Itoa(r.n), label-2), label)
		for i, f := range r.figures {
			cell := c.cell(l, words, f, share(f, most, log), column-1, figures, roles[i%len(roles)])
			line = l.Fit(line, label+i*column) + cell
		}
		for _, t := range turns {
			note := "  " + l.Signs.ToLeft + " " + words.Say("chart.turn", "name", t.name)
			switch {
			case t.n != r.n:
			case look.Width(line)+look.Width(note) <= w:
				line += l.Paint(look.Holder, note)
			default:
				if mark := "  " + l.Signs.ToLeft; look.Width(line)+look.Width(mark) <= w {
					line += l.Paint(look.Holder, mark)
				}
				below = append(below, l.Paint(look.Holder, l.Signs.ToLeft+" "+words.Say("chart.turn.at", "n", strconv.Itoa(t.n), "name", t.name)))
			}
		}
		lines = append(lines, l.Fit(line, w))
	}
	for _, line := range below {
		lines = append(lines, l.Fit(line, w))
	}
	return lines
}

// cell is a bar with its figure, in at most w cells. Without room for both, the figure remains.
func (c *Chart) cell(l *look.Look, words story.Catalogue, figure int, part float64, w, figures int, role look.Role) string {
	switch figure {
	case Unknown:
		return l.Cut(l.Paint(look.Faint, l.Signs.Ellipsis), w)
	case Failed:
		return l.Cut(l.Paint(look.Bad, l.Signs.Fault+" "+words.Say("chart.failed")), w)
	}
	text := strconv.Itoa(figure)
	room := w - figures - 1
	if room < 3 {
		return l.Cut(text, w)
	}
	cells := max(1, int(math.Round(part*float64(room))))
	return l.Paint(role, strings.Repeat(l.Signs.Bar, cells)) + " " + text
}

// share is the part of the longest bar that a figure takes.
func share(figure, most int, log bool) float64 {
	if log {
		return math.Log1p(float64(max(0, figure))) / math.Log1p(float64(most))
	}
	return float64(figure) / float64(most)
}

func leftPad(s string, w int) string { return strings.Repeat(" ", max(0, w-len(s))) + s }
