package scenarios

import (
	"fmt"
	"strings"
	"time"
)

// Scenario is a file that has been read and found right. Bind gives its parameters their
// values, and with that everything else.
type Scenario struct {
	File    string
	lesson  bool // it is an embedded one: File is nothing that a user has
	Title   string
	Chapter string // groups lessons
	Summary string
	Tags    []string
	Source  string // public report that it comes from, "" for none
	Text    string // of the lesson, Markdown, with its {{expressions}} as written
	Params  []Param

	// What depends on parameters stays as it was read; each Bind walks it.
	source   *source
	sections map[string]*node
}

// Place names the scenario where it may be wrong: its file, or the lesson.
func (s *Scenario) Place() string {
	if s.lesson {
		return "the lesson " + s.Name()
	}
	return s.File
}

// known is what a person calls the scenario.
func (s *Scenario) known() string {
	if s.lesson {
		return s.Place()
	}
	return "the scenario " + s.Name()
}

// Type is the type of a parameter.
type Type uint8

const (
	Int Type = iota
	Bool
	String
	Duration
)

var typeNames = [...]string{"a whole number", "true or false", "a text", "a duration such as 6s or 50ms"}

// String says what a value of the type looks like.
func (t Type) String() string { return typeNames[t] }

// Param is something that whoever runs a scenario may choose.
type Param struct {
	Pos     Pos
	Name    string
	About   string // "" if the scenario does not say
	Type    Type
	Default any   // int, bool, string or time.Duration, as Type says
	Min     any   // nil if there is none; else of the same type, as is Max
	Max     any   // these two for Int and Duration only
	OneOf   []any // if not empty, the only values allowed
}

// Allowed says which values the parameter takes: "a whole number from 1 to 100".
func (p Param) Allowed() string {
	if len(p.OneOf) > 0 {
		words := make([]string, len(p.OneOf))
		for i, v := range p.OneOf {
			words[i] = show(v)
		}
		return "one of " + strings.Join(words, ", ")
	}
	if p.Min == nil && p.Max == nil {
		return p.Type.String()
	}
	what, example := p.Type.String(), ""
	if p.Type == Duration {
		what, example = "a duration", ", such as "+show(p.Default)
	}
	switch {
	case p.Max == nil:
		what += ", at least " + show(p.Min)
	case p.Min == nil:
		what += ", at most " + show(p.Max)
	default:
		what += fmt.Sprintf(" from %s to %s", show(p.Min), show(p.Max))
	}
	return what + example
}

// accepts reports whether a value of the parameter's type is one that it takes.
func (p Param) accepts(v any) bool {
	if p.Min != nil && less(v, p.Min) || p.Max != nil && less(p.Max, v) {
		return false
	}
	for _, one := range p.OneOf {
		if v == one {
			return true
		}
	}
	return len(p.OneOf) == 0
}

func less(a, b any) bool {
	switch a := a.(type) {
	case int:
		return a < b.(int)
	case time.Duration:
		return a < b.(time.Duration)
	}
	return false
}
