package pane

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lockstep/tui/look"
)

// canvas is one line, cell by cell: what is put later covers what is there.
type canvas struct {
	cells []cell
	// odd: there are characters whose widths depend on their neighbours.
	odd bool
}

type cell struct {
	text string // "" is the right half of a wide character
	role look.Role
}

func newCanvas(w int) *canvas {
	c := &canvas{cells: make([]cell, max(0, w))}
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

// simple reports whether a character takes one cell, whatever is beside it: those that lines,
// names and most texts are made of.
func simple(r rune) bool {
	return r >= ' ' && r < 0x7f || r >= 0x2500 && r < 0x25f0 || r == '…' || r == '×'
}

// put writes text from column x on. What does not fit is left out.
func (c *canvas) put(x int, text string, role look.Role) {
	for i, r := range text {
		s, w := text[i:i+utf8.RuneLen(r)], 1
		if !simple(r) {
			w = look.Width(s)
			c.odd = true
		}
		if w > 0 && x >= 0 && x+w <= len(c.cells) {
			c.set(x, s, w, role)
		}
		x += w
	}
}

func (c *canvas) set(x int, s string, w int, role look.Role) {
	if c.cells[x].text == "" && x > 0 { // it covers the right half of a wide character
		c.cells[x-1].text = " "
	}
	if x+w < len(c.cells) && c.cells[x+w].text == "" {
		c.cells[x+w].text = " "
	}
	c.cells[x] = cell{s, role}
	for i := 1; i < w; i++ {
		c.cells[x+i] = cell{"", role}
	}
}

// line paints the cells, those of one role at once.
func (c *canvas) line(l *look.Look) string {
	var out, run strings.Builder
	role := look.Normal
	flush := func() {
		if run.Len() > 0 {
			if strings.TrimSpace(run.String()) == "" {
				out.WriteString(run.String())
			} else {
				out.WriteString(l.Paint(role, run.String()))
			}
		}
		run.Reset()
	}
	for _, c := range c.cells {
		if c.text != "" && c.text != " " && c.role != role {
			flush()
			role = c.role
		}
		run.WriteString(c.text)
	}
	flush()
	if c.odd {
		return l.Fit(out.String(), len(c.cells))
	}
	return out.String()
}

// plain is text without what a terminal would take for a command.
func plain(s string) string {
	s = strings.ToValidUTF8(s, "?")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

func itoa(n int) string { return strconv.Itoa(n) }
