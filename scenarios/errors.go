package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pos is a place in a scenario's file. Both count from 1; a column is a character.
type Pos struct{ Line, Column int }

func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Error is one thing that is wrong with a scenario, or with the value given to one of its
// parameters.
type Error struct {
	File         string
	Line, Column int    // 0 if Param is meant
	Param        string // the parameter whose value was given from outside, or ""
	Found        string
	Expected     string
	Suggestion   string // what may have been meant, or ""
	Source       string // the line of the file
}

// Error gives the place, what was found and what was expected, and shows the line:
//
//	herd.yaml:1:1: unknown key "titel"; expected title, chapter, …; did you mean title?
//	  titel: The herd
//	  ^
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "%s:%d:%d: ", e.File, e.Line, e.Column)
	} else {
		fmt.Fprintf(&b, "%s: parameter %s: ", e.File, e.Param)
	}
	fmt.Fprintf(&b, "%s; expected %s", e.Found, e.Expected)
	if e.Suggestion != "" {
		fmt.Fprintf(&b, "; did you mean %s?", e.Suggestion)
	}
	if e.Line > 0 {
		line, column := window(e.Source, e.Column)
		fmt.Fprintf(&b, "\n  %s\n  %s^", line, strings.Repeat(" ", column-1))
	}
	return b.String()
}

// widest is how much of a long line an error shows.
const widest = 100

// window cuts a long line to what is around a column, and says where the column is then.
func window(line string, column int) (string, int) {
	line = strings.Map(printable, line)
	if utf8.RuneCountInString(line) <= widest {
		return line, column
	}
	runes := []rune(line)
	from := max(0, min(column-widest/2, len(runes)-widest))
	to := min(from+widest, len(runes))
	cut := string(runes[from:to])
	column -= from
	if from > 0 {
		cut, column = "…"+cut, column+1
	}
	if to < len(runes) {
		cut += "…"
	}
	return cut, column
}

// printable replaces what a terminal would not show as one character, or would obey.
func printable(r rune) rune {
	switch {
	case r == '\t':
		return '→'
	case !unicode.IsGraphic(r):
		return utf8.RuneError
	}
	return r
}

// Errors are all that is wrong, in order of position. There is at least one.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find the first.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, one := range e {
		list[i] = one
	}
	return list
}

// mostErrors is how many are worth reading at once.
const mostErrors = 10

// tidy orders errors, drops all but the first found at a place, and keeps no more than are
// worth reading. It gives nil for none.
func tidy(list []*Error) error {
	if len(list) == 0 {
		return nil
	}
	place := func(a, b *Error) int {
		return cmp.Or(Pos{a.Line, a.Column}.compare(Pos{b.Line, b.Column}), strings.Compare(a.Param, b.Param))
	}
	slices.SortStableFunc(list, place)
	list = slices.CompactFunc(list, func(a, b *Error) bool { return place(a, b) == 0 })
	return Errors(list[:min(len(list), mostErrors)])
}
