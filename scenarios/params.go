package scenarios

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	mostParams     = 32
	longestSetting = 200 // characters of a text parameter
)

// properName is what parameters and processes may be called, so that expressions can name
// them.
var properName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,31}$`)

// words of the expression language that look like names.
var keywords = []string{"and", "contains", "else", "endsWith", "false", "if", "in", "let", "matches", "nil",
	"not", "or", "startsWith", "true", "get", "now", "date"}

// worldResults are results that repeat, in milliseconds, what the world was given. Parameters
// may bear their names, which they then set, though an expectation means the result.
var worldResults = []string{"T", "tick"}

// taken says what else a name means, or "".
func taken(name string) string {
	switch {
	case slices.Contains(keywords, name) || slices.Contains(functions, name):
		return "a word of expressions"
	case slices.Contains(resultNames, name) && !slices.Contains(worldResults, name):
		return "the name of a result"
	case slices.Contains(stateWords, name):
		return "a state"
	case slices.Contains([]string{AllProcesses, NextProcess, TheHolder, Somebody, Everybody, Nobody}, name):
		return "a word for processes"
	case serverName.MatchString(name):
		return "the name of a server"
	}
	return ""
}

// serverName is how servers are called.
var serverName = regexp.MustCompile(`^zk[0-9]*$`)

// declare reads the parameters. One that is wrong is noted as missing, so that nothing more
// is said where it is used.
func (b *binder) declare(n *node) {
	if n.kind != mapping {
		b.wrong(n, n.String(), "parameters, each as name: default")
		return
	}
	b.missing = map[string]bool{}
	for i, f := range n.fields {
		before := len(b.errs)
		p := Param{Pos: f.pos, Name: f.key}
		switch meaning := taken(f.key); {
		case i >= mostParams:
			b.wrongAt(f.pos, fmt.Sprintf("%d parameters", len(n.fields)), fmt.Sprintf("at most %d", mostParams))
			return
		case !properName.MatchString(f.key):
			b.wrongAt(f.pos, "the parameter name "+quote(f.key), "a letter, then letters, digits and _")
		case meaning != "":
			b.wrongAt(f.pos, fmt.Sprintf("the parameter name %s, which is %s", f.key, meaning), "another name")
		default:
			b.declareOne(&p, f.value)
		}
		if len(b.errs) > before {
			b.missing[f.key] = true
			continue
		}
		b.Params = append(b.Params, p)
	}
}

// declareOne reads a parameter's default, and in the long form what it may be.
func (b *binder) declareOne(p *Param, n *node) {
	if n.kind != mapping {
		p.Type, p.Default = b.literal(n)
		return
	}
	fields, ok := b.fields(n, "a parameter", []string{"default", "about", "min", "max", "oneof"}, "default")
	if !ok || fields["default"] == nil {
		return
	}
	p.Type, p.Default = b.literal(fields["default"])
	if p.Default == nil {
		return
	}
	if about := fields["about"]; about != nil {
		p.About = b.line(about)
	}
	p.Min, p.Max = b.bound(p, "min", fields["min"]), b.bound(p, "max", fields["max"])
	if p.Min != nil && p.Max != nil && less(p.Max, p.Min) {
		b.wrong(fields["max"], "a max of "+show(p.Max), "at least the min, "+show(p.Min))
		return
	}
	if oneof := fields["oneof"]; oneof != nil {
		for _, item := range b.list(oneof, "values") {
			if v := b.literalOf(p.Type, item); v != nil {
				p.OneOf = append(p.OneOf, v)
			}
		}
	}
	if !p.accepts(p.Default) {
		b.wrong(fields["default"], "a default of "+show(p.Default), p.Allowed())
	}
}

func (b *binder) bound(p *Param, key string, n *node) any {
	switch {
	case n == nil:
		return nil
	case p.Type != Int && p.Type != Duration:
		b.wrong(n, fmt.Sprintf("a %s for a parameter that is %v", key, p.Type), "it for a whole number or a duration only")
		return nil
	}
	return b.literalOf(p.Type, n)
}

// literalOf reads a value of a parameter whose type is known. It gives nil after an error.
func (b *binder) literalOf(t Type, n *node) any {
	got, v := b.literal(n)
	if v != nil && got != t {
		b.wrong(n, n.String(), t.String()+", as is the default")
		return nil
	}
	return v
}

// literal reads a value and its type. It gives nil after an error.
func (b *binder) literal(n *node) (Type, any) {
	const expected = "a whole number, true or false, a duration, or a text"
	if n.kind != scalar {
		b.wrong(n, n.String(), expected)
		return 0, nil
	}
	if strings.HasPrefix(n.text, "=") {
		b.wrong(n, "an expression", "a value: "+expected)
		return 0, nil
	}
	if !n.quoted {
		for _, t := range []Type{Int, Bool, Duration} {
			if v, err := t.parse(n.text); err == nil {
				return t, v
			}
		}
		if _, err := strconv.ParseFloat(n.text, 64); err == nil {
			b.wrong(n, "the number "+n.text, expected+" (a text that looks like a number goes into quotes)")
			return 0, nil
		}
	}
	v, err := String.parse(n.text)
	if err != nil {
		b.wrong(n, n.String(), err.Error())
		return 0, nil
	}
	return String, v
}

// parse reads a value. The error is what was expected.
func (t Type) parse(text string) (any, error) {
	var v any
	var err error
	switch t {
	case Int:
		v, err = strconv.Atoi(text)
	case Bool:
		if v = text == "true"; text != "true" && text != "false" {
			err = strconv.ErrSyntax
		}
	case Duration:
		var d time.Duration
		if d, err = time.ParseDuration(text); d.Abs() > longestDuration {
			return nil, fmt.Errorf("a duration of at most %s", show(longestDuration))
		}
		v = d
	case String:
		if v = text; len(text) > longestSetting {
			return nil, fmt.Errorf("a text of at most %d bytes", longestSetting)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%v", t)
	}
	return v, nil
}

// settle gives every parameter its value. It reports values that no parameter takes.
func (b *binder) settle(values map[string]string) {
	b.plan.Params = map[string]any{}
	names := make([]string, len(b.Params))
	for i, p := range b.Params {
		names[i] = p.Name
		b.plan.Params[p.Name] = p.Default
		text, ok := values[p.Name]
		if !ok {
			continue
		}
		v, err := p.Type.parse(text)
		if err != nil || !p.accepts(v) {
			b.errs = append(b.errs, &Error{File: b.File, Param: p.Name, Found: quote(text), Expected: p.Allowed()})
			continue
		}
		b.plan.Params[p.Name] = v
	}
	for _, given := range sortedKeys(values) {
		if slices.Contains(names, given) {
			continue
		}
		e := &Error{File: b.File, Param: given, Found: "no such parameter", Expected: either(names), Suggestion: nearest(given, names)}
		if len(names) == 0 {
			e.Expected = "none, because the scenario has no parameters"
		}
		b.errs = append(b.errs, e)
	}
}
