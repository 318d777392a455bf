package scenarios

import (
	"fmt"
	"slices"
	"strings"
)

// sectionNames are the keys at the top of a file, in the order in which they are written.
var sectionNames = []string{"title", "chapter", "summary", "tags", "source", "text", "params", "seed", "world",
	"lock", "processes", "job", "script", "expect"}

// Parse reads a scenario and checks all of it. What depends on parameters is checked by
// binding the defaults, and then by changing one parameter at a time: to each value of a
// short list, and to its least and greatest value. So a lesson whose repair is taken with
// `fixed=true` is checked with and without.
//
// The error is of type Errors.
func Parse(file string, src []byte) (*Scenario, error) {
	text, root, errs := read(file, src)
	if root == nil {
		return nil, tidy(errs)
	}
	s := &Scenario{File: file, source: text}
	b := &binder{Scenario: s, errs: errs}
	b.header(root)
	if s.sections == nil {
		return nil, tidy(b.errs)
	}
	errs = append(b.errs, s.try(b.missing, nil)...)
	for _, values := range s.alternatives() {
		errs = append(errs, s.try(b.missing, values)...)
	}
	if err := tidy(errs); err != nil {
		return nil, err
	}
	return s, nil
}

// header reads what does not depend on parameters.
func (b *binder) header(root *node) {
	sections, ok := b.fields(root, "a scenario", sectionNames, "title", "chapter", "summary", "lock",
		"processes", "script")
	if !ok {
		return
	}
	b.sections = sections
	b.Title = b.line(sections["title"])
	b.Chapter = b.line(sections["chapter"])
	b.Summary = b.line(sections["summary"])
	if n := sections["source"]; n != nil {
		b.Source = b.line(n)
		if b.Source != "" && !strings.HasPrefix(b.Source, "https://") && !strings.HasPrefix(b.Source, "http://") {
			b.wrong(n, n.String(), "an address that begins with https://")
		}
	}
	if n := sections["tags"]; n != nil {
		for _, item := range b.list(n, "tags") {
			tag := b.line(item)
			if slices.Contains(b.Tags, tag) {
				b.wrong(item, "the tag "+quote(tag)+" again", "each tag once")
			}
			b.Tags = append(b.Tags, tag)
		}
	}
	if n := sections["text"]; n != nil && b.isText(n) {
		b.Text = n.text
	}
	if n := sections["params"]; n != nil {
		b.declare(n)
	}
}

// mostAlternatives bounds how often Parse binds.
const mostAlternatives = 16

// alternatives are values with which a scenario is tried besides its defaults.
func (s *Scenario) alternatives() []map[string]string {
	var list []map[string]string
	for _, p := range s.Params {
		values := slices.Clone(p.OneOf)
		if p.Type == Bool {
			values = append(values, !p.Default.(bool))
		}
		for _, v := range append(values, p.Min, p.Max) {
			if v != nil && v != p.Default && p.accepts(v) {
				list = append(list, map[string]string{p.Name: show(v)})
			}
		}
	}
	return list[:min(len(list), mostAlternatives)]
}

// try binds values and gives what is wrong then. Parameters in missing have no value.
func (s *Scenario) try(missing map[string]bool, values map[string]string) []*Error {
	b := &binder{Scenario: s, missing: missing}
	b.bind(values)
	for _, e := range b.errs {
		for name, value := range values {
			e.Found += fmt.Sprintf(" (when %s is %s)", name, value)
		}
	}
	return b.errs
}
