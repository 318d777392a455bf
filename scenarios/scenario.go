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
	switch {
	case p.Min != nil && p.Max != nil:
		return fmt.Sprintf("%v from %s to %s", p.Type, show(p.Min), show(p.Max))
	case p.Min != nil:
		return fmt.Sprintf("%v, at least %s", p.Type, show(p.Min))
	case p.Max != nil:
		return fmt.Sprintf("%v, at most %s", p.Type, show(p.Max))
	}
	return p.Type.String()
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
