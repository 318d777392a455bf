package scenarios

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// mostExpressions bounds the work of binding.
const mostExpressions = 1000

// passage is an expression that stands in a scalar, between two other pieces of it.
type passage struct {
	in                  *node
	before, text, after string
}

// place finds where an expression begins. It is exact if the file has it word for word.
func (b *binder) place(p passage) (at Pos, exact bool) {
	whole := p.before + p.text + p.after
	at = b.source.locate(p.in, whole)
	if exact = b.source.holds(at, whole); exact {
		at.Column += utf8.RuneCountInString(p.before)
	}
	return at, exact
}

// formula compiles an expression and places its flaw.
func (b *binder) formula(p passage, in scope) (*formula, bool) {
	if b.expressions++; b.expressions > mostExpressions {
		if b.expressions == mostExpressions+1 {
			b.wrong(p.in, "one expression too many", fmt.Sprintf("at most %d in a scenario", mostExpressions))
		}
		return nil, false
	}
	f, flaw := formulaOf(p.text, in)
	switch {
	case flaw == nil:
		return f, true
	case flaw == errMissing:
		return nil, false
	}
	at, exact := b.place(p)
	if exact {
		at.Column += flaw.at
	}
	b.wrongAt(at, flaw.found, flaw.expected)
	e := b.errs[len(b.errs)-1]
	e.Suggestion = flaw.suggestion
	if flaw.found == tooShort && !p.in.quoted && strings.Contains(e.Source, " #") {
		e.Expected += " (in quotes if it contains a #, which begins a comment otherwise)"
	}
	return nil, false
}

// eval evaluates an expression over the parameters.
func (b *binder) eval(p passage) (any, bool) {
	f, ok := b.formula(p, b.params)
	if !ok {
		return nil, false
	}
	v, err := f.run(f.program, nil, b.params.values)
	if err != nil {
		if !b.untaken {
			at, _ := b.place(p)
			b.wrongAt(at, err.Error(), "an expression that has a value")
		}
		return nil, false
	}
	return v, true
}

// result compiles an expression over the results of a run. A "=" before it is let pass.
func (b *binder) result(n *node, in scope) (f *formula, text string, ok bool) {
	if n.kind != scalar {
		found := n.String()
		if n.kind == mapping {
			found += " (an expression that contains a colon goes into quotes)"
		}
		b.wrong(n, found, "an expression such as max_holders == 1")
		return nil, "", false
	}
	text = strings.TrimSpace(n.text)
	if !strings.HasPrefix(text, "==") {
		text = strings.TrimSpace(strings.TrimPrefix(text, "="))
	}
	in.open = in.open || b.untaken
	f, ok = b.formula(passage{in: n, text: text}, in)
	return f, text, ok
}

// value reads a scalar: its text, or what its expression gives. The description is for
// errors about it.
func (b *binder) value(n *node, expected string) (v any, described string, ok bool) {
	if n.kind != scalar {
		b.wrong(n, n.String(), expected)
		return nil, "", false
	}
	text, isExpression := strings.CutPrefix(n.text, "=")
	if !isExpression {
		return n.text, n.String(), true
	}
	text = strings.TrimSpace(text)
	if v, ok = b.eval(passage{in: n, text: text}); !ok {
		return nil, "", false
	}
	return v, fmt.Sprintf("= %s, which is %s", text, show(v)), true
}

// int reads a whole number. No node leaves the default.
func (b *binder) int(n *node, least, most int, to *int) { b.intOr("", n, least, most, to) }

// intOr reads a whole number where something else would have been right too.
func (b *binder) intOr(other string, n *node, least, most int, to *int) {
	if n == nil {
		return
	}
	expected := fmt.Sprintf("a whole number from %d to %d%s", least, most, other)
	v, described, ok := b.value(n, expected)
	if !ok {
		return
	}
	var i int
	switch v := v.(type) {
	case int:
		i = v
	case float64: // what a division gives
		i = int(v)
		ok = float64(i) == v
	case string:
		var err error
		i, err = strconv.Atoi(v)
		ok = err == nil && !n.quoted
	default:
		ok = false
	}
	if !ok || i < least || i > most {
		b.unfit(n, described, expected)
		return
	}
	*to = i
}

// duration reads a duration. No node leaves the default.
func (b *binder) duration(n *node, least time.Duration, to *time.Duration) {
	if n == nil {
		return
	}
	expected := Duration.String()
	if least == -longestDuration {
		expected += " or -5s"
	}
	v, described, ok := b.value(n, expected)
	if !ok {
		return
	}
	b.durationOf(n, v, described, expected, least, to)
}

func (b *binder) durationOf(n *node, v any, described, expected string, least time.Duration, to *time.Duration) {
	if text, isText := v.(string); isText {
		v, _ = Duration.parse(text)
	}
	d, ok := v.(time.Duration)
	switch {
	case !ok:
		b.unfit(n, described, expected)
	case d < least || d > longestDuration:
		b.unfit(n, described, fmt.Sprintf("a duration from %s to %s", show(least), show(longestDuration)))
	default:
		*to = d
	}
}

// durationOr reads a duration, or a word that stands for 0.
func (b *binder) durationOr(word string, n *node, to *time.Duration) {
	if n == nil {
		return
	}
	expected := word + ", or " + Duration.String()
	v, described, ok := b.value(n, expected)
	if !ok || v == word {
		return
	}
	b.durationOf(n, v, described, expected, 1, to)
}

// word reads a text that names something.
func (b *binder) word(n *node) (string, bool) {
	v, described, ok := b.value(n, "a name")
	if !ok {
		return "", false
	}
	word, ok := v.(string)
	if !ok {
		b.wrong(n, described, "a name")
	}
	return word, ok
}

// bool reads true or false.
func (b *binder) bool(n *node) (v, ok bool) {
	const expected = "true or false, or an expression that is"
	got, described, ok := b.value(n, expected)
	if !ok {
		return false, false
	}
	switch got {
	case true, "true":
		return true, true
	case false, "false":
		return false, true
	}
	b.wrong(n, described, expected)
	return false, false
}

// severalParts is what a process and the counts of requests are.
const severalParts = "a group of values"

// kindOf names a type for a reader.
func kindOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a duration"
	case t == nil || t.Kind() == reflect.Interface:
		return "values of several kinds"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	case reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	}
	return severalParts
}
