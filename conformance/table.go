package conformance

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Table shows the whole sequence: who did what, and what both servers answered. "=" is the same
// answer; the row where they first differ is marked with an arrow. Root is called "~".
//
// A reply is its zxid, its error, and its record with Stats as c, m and p for czxid, mzxid and
// pzxid and what is not 0 of the rest.
func (s *Sequence) Table() string {
	t := table{{"", "client", "request", "real server", "fake"}}
	for _, r := range s.history {
		t = append(t, r.cells())
	}
	return t.String()
}

func (r row) cells() [5]string {
	cells := [5]string{3: r.said(0), 4: "="}
	if r.client != stranger {
		cells[1] = string(rune('A' + r.client))
	}
	if r.step != nil {
		cells[2] = r.step.String()
	}
	switch {
	case r.failed != nil:
		cells[0], cells[3], cells[4] = "→", r.failed.Error(), ""
	case r.differs:
		cells[0], cells[4] = "→", r.said(1)
	}
	return cells
}

// said is what one of the sides answered.
func (r row) said(i int) string {
	var lines []string
	for _, a := range r.answers[i] {
		if isBarrier(a) && !r.differs {
			continue
		}
		lines = append(lines, a.String())
	}
	if r.ends[i] {
		lines = append(lines, "closed")
	}
	return strings.Join(lines, "\n")
}

// table is cells of text, each of one or more lines, in columns that are as wide as they must be
// and not wider than maxCell.
type table [][5]string

const maxCell = 56

func (t table) String() string {
	var widths [5]int
	cut := make([][5][]string, len(t))
	for i, cells := range t {
		for j, text := range cells {
			cut[i][j] = wrapped(visible(strings.ReplaceAll(text, Root, "~")))
			for _, line := range cut[i][j] {
				widths[j] = max(widths[j], utf8.RuneCountInString(line))
			}
		}
	}
	var b strings.Builder
	for _, cells := range cut {
		for n := 0; ; n++ {
			line, more := "", false
			for j, lines := range cells {
				text := ""
				if n < len(lines) {
					text = lines[n]
				}
				more = more || n+1 < len(lines)
				line += fmt.Sprintf("%-*s  ", widths[j], text)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			if !more {
				break
			}
		}
	}
	return b.String()
}

// visible writes out what would not be seen.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// wrapped cuts a text into lines that fit a cell, at spaces if it can.
func wrapped(text string) []string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		for utf8.RuneCountInString(line) > maxCell {
			at := len(string([]rune(line)[:maxCell]))
			if space := strings.LastIndexByte(line[:at], ' '); space > maxCell/2 {
				at = space
			}
			lines = append(lines, line[:at])
			line = "    " + strings.TrimLeft(line[at:], " ")
		}
		lines = append(lines, line)
	}
	return lines
}
