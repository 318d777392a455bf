package scenarios

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
)

// saver turns what was done to a world into steps of a script.
type saver struct {
	file   *savedFile
	params map[string]any
	events int   // there were when the last was done
	last   *Step // that the next process may join, nil: none
}

func (v *saver) step(key string, value any) {
	v.file.Script = append(v.file.Script, yaml.MapSlice{{Key: key, Value: value}})
}

// add brings the world to where something was done, and does it.
func (v *saver) add(a act) {
	if v.reach(a.at) {
		v.last = nil
	}
	v.events = a.after
	if v.last != nil && v.last.Kind == a.step.Kind && (a.step.Kind == Start || a.step.Kind == Release) {
		v.join(a.step)
		return
	}
	v.perform(a.step)
	v.last = &Step{Kind: a.step.Kind, Targets: slices.Clone(a.step.Targets)}
}

// reach lets the world go on to where it stood. It reports whether that takes a step.
func (v *saver) reach(at stand) bool {
	before := len(v.file.Script)
	if at.events > v.events {
		v.step("until", Condition{State: Happened, Event: at.events}.String())
	}
	if at.passed > 0 {
		v.step("wait", show(at.passed))
	}
	for range at.steps {
		v.step("take", NextStep)
	}
	return len(v.file.Script) > before
}

// join does to one more process what was done to others at the same moment.
func (v *saver) join(s *Step) {
	if slices.Contains(v.last.Targets, s.Targets[0]) { // it may be told twice, but not in one list
		v.perform(s)
		v.last.Targets = slices.Clone(s.Targets)
		return
	}
	v.last.Targets = append(v.last.Targets, s.Targets...)
	v.file.Script[len(v.file.Script)-1][0].Value = v.last.Targets
}

func (v *saver) perform(s *Step) {
	switch s.Kind {
	case Say:
		v.step("say", literally(s.Text))
	case Start, Release:
		v.step(s.Kind.String(), s.Targets[0])
	case Take:
		take := yaml.MapSlice{{Key: "at", Value: s.Pick.Node}}
		switch {
		case s.Pick.Node == NextStep:
			v.step("take", NextStep)
			return
		case s.Pick.From != "":
			take = append(take, yaml.MapItem{Key: "from", Value: s.Pick.From})
		}
		v.step("take", take)
	case Inject:
		f := s.Fault
		fields := yaml.MapSlice{{Key: "node", Value: f.Node}}
		if f.Peer != "" {
			fields = append(fields, yaml.MapItem{Key: "from", Value: f.Peer})
		}
		if f.Kind.Timed() {
			fields = append(fields, yaml.MapItem{Key: "by", Value: show(f.By)})
		}
		if len(fields) == 1 {
			v.step(f.Kind.String(), f.Node)
		} else {
			v.step(f.Kind.String(), fields)
		}
	case Predict:
		v.predict(s.Predict)
	case Check:
		v.keep(s.Check.formula)
		v.step("expect", asYAML(s.Check.Text))
	}
}

func (v *saver) predict(q *Question) {
	fields := yaml.MapSlice{{Key: "ask", Value: literally(q.Ask)}}
	if len(q.Choices) > 0 {
		var choices []any
		for _, c := range q.Choices {
			choices = append(choices, literally(c))
		}
		fields = append(fields, yaml.MapItem{Key: "choices", Value: choices})
	}
	v.keep(q.Answer.formula)
	fields = append(fields, yaml.MapItem{Key: "answer", Value: asYAML("= " + q.Answer.Text)})
	if q.Because != "" {
		fields = append(fields, yaml.MapItem{Key: "because", Value: literally(q.Because)})
	}
	v.step("predict", fields)
}

// keep keeps the parameters that an expression names, with the values that they had.
func (v *saver) keep(f *formula) {
	for _, name := range f.names {
		value, ok := v.params[name]
		if !ok {
			continue
		}
		if v.file.Params == nil {
			v.file.Params = map[string]savedParam{}
		}
		v.file.Params[name] = savedParam{savedValue{value}, []savedValue{{value}}}
	}
}

// literally writes a text so that it means itself: nothing in it is an expression.
func literally(text string) any {
	if strings.TrimSpace(text) == "" { // no step says nothing
		return asYAML(`{{""}}` + text)
	}
	return asYAML(strings.ReplaceAll(text, "{{", `{{"{{"}}`))
}

// innocent are the texts of one line in which nothing could mean something to YAML.
var innocent = regexp.MustCompile(`^[=\pL\pN]([\pL\pN .,;?()'/_+*=<>\[\]"-]*[\pL\pN.?)\]])?$`)

// asYAML decides how a text is written: in quotes, unless it surely needs none, or is a block.
func asYAML(text string) any {
	lines := strings.Split(text, "\n")
	ragged := func(line string) bool { return strings.TrimRightFunc(line, unicode.IsSpace) != line }
	switch {
	case len(lines) == 1 && innocent.MatchString(text):
		return text
	case len(lines) == 1, lines[0] == "", lines[0][0] == ' ', slices.ContainsFunc(lines, ragged):
		return savedValue{text}
	}
	return text
}

func allAsYAML(texts []string) []any {
	var all []any
	for _, text := range texts {
		all = append(all, asYAML(text))
	}
	return all
}
