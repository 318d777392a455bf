package scenarios

import (
	"fmt"
	"slices"

	"lockstep/fault"
)

// Limits on a script.
const (
	mostSteps   = 5_000      // as written
	mostRepeats = 10_000_000 // as run
	mostEvents  = 1<<31 - 1  // that it can wait for
)

// stepWords are the actions of steps. Each step has one of them.
var stepWords = append([]string{"say", "start", "until", "release", "repeat", "if", "wait", "take", "predict", "expect"},
	fault.Words()...)

func (b *binder) script(n *node) {
	b.plan.Script = b.sequence(n)
	total := 0
	for _, s := range b.plan.Script {
		if total += cost(s); total > mostRepeats {
			b.wrongAt(s.Pos, fmt.Sprintf("repetitions that come to more than %d steps", mostRepeats), "fewer")
			return
		}
	}
}

// cost is how many steps a step runs. Once it is more than mostRepeats, how much more does
// not matter.
func cost(s Step) int {
	if s.Kind != Repeat {
		return 1
	}
	once := 0
	for _, inner := range s.Do {
		if once += cost(inner); once > mostRepeats {
			break
		}
	}
	return max(1, s.Count*once)
}

func (b *binder) sequence(n *node) []Step {
	var steps []Step
	for _, item := range b.list(n, "steps") {
		if b.steps++; b.steps > mostSteps {
			if b.steps == mostSteps+1 {
				b.wrong(item, "one step too many", fmt.Sprintf("at most %d", mostSteps))
			}
			return steps
		}
		steps = append(steps, b.step(item)...)
	}
	return steps
}

// step reads one step. It gives none after an error, and any number for an `if`.
func (b *binder) step(n *node) []Step {
	if n.kind != mapping {
		b.wrong(n, n.String(), "a step, such as say: text")
		return nil
	}
	action, others, ok := b.action(n)
	if !ok {
		return nil
	}
	s := Step{Pos: action.pos}
	value := action.value
	switch action.key {
	case "say":
		s.Kind, s.Text = Say, b.text(value)
	case "start":
		s.Kind, s.Targets = Start, b.targets(value, AllProcesses, NextProcess)
	case "until":
		s.Kind, s.Until = Until, b.condition(value)
	case "release":
		s.Kind, s.Targets = Release, b.targets(value, TheHolder)
		if b.plan.Job.Hold > 0 {
			b.unfit(value, "a release, though job says hold: "+show(b.plan.Job.Hold), "hold: order")
		}
	case "wait":
		s.Kind = Wait
		b.duration(value, 1, &s.For)
	case "take":
		s.Kind, s.Pick = Take, b.pick(value)
	case "expect":
		s.Kind, s.Check = Check, b.expectation(value)
	case "predict":
		s.Kind, s.Predict = Predict, b.question(value)
	case "repeat":
		s.Kind = Repeat
		b.int(value, 0, mostRepeats, &s.Count)
		s.Do = b.block(n, action, others["do"])
	case "if":
		return b.choose(n, action, others)
	default:
		kind, _ := fault.Parse(action.key)
		s.Kind, s.Fault = Inject, b.fault(kind, value)
	}
	return []Step{s}
}

// action finds what a step does, and reports keys that do not belong to it.
func (b *binder) action(n *node) (action field, others map[string]*node, ok bool) {
	others = map[string]*node{}
	for _, f := range n.fields {
		switch {
		case f.key == "do" || f.key == "else":
			others[f.key] = f.value
		case !slices.Contains(stepWords, f.key):
			b.unknown(&node{pos: f.pos}, "step", f.key, stepWords)
			return field{}, nil, false
		case action.key != "":
			b.wrongAt(f.pos, fmt.Sprintf("a second action, %s, in the step %s", f.key, action.key), "a new step, which begins with -")
			return field{}, nil, false
		default:
			action = f
		}
	}
	if action.key == "" {
		b.wrong(n, "a step without an action", either(stepWords))
		return field{}, nil, false
	}
	allowed := map[string][]string{"repeat": {"do"}, "if": {"do", "else"}}[action.key]
	for _, f := range n.fields {
		if _, other := others[f.key]; other && !slices.Contains(allowed, f.key) {
			expected := map[string]string{"do": "it in a step repeat or if", "else": "it in a step if"}[f.key]
			b.wrongAt(f.pos, fmt.Sprintf("%s in a step %s", f.key, action.key), expected)
			return field{}, nil, false
		}
	}
	return action, others, true
}

// block reads the steps under a step.
func (b *binder) block(n *node, action field, steps *node) []Step {
	if steps == nil {
		b.wrong(n, action.key+" without do", "do, with a list of steps")
		return nil
	}
	return b.sequence(steps)
}

// choose resolves an `if`. Both branches are checked.
func (b *binder) choose(n *node, action field, others map[string]*node) []Step {
	yes, ok := b.bool(action.value)
	outside := b.untaken
	defer func() { b.untaken = outside }()

	b.untaken = outside || !ok || !yes
	then := b.block(n, action, others["do"])
	var otherwise []Step
	if others["else"] != nil {
		b.untaken = outside || !ok || yes
		otherwise = b.sequence(others["else"])
	}
	if yes {
		return then
	}
	return otherwise
}
