package scenarios

import (
	"context"
	"fmt"
	"slices"

	"lockstep/trace"
)

// Pick names a step that could happen next: the message from a node, or without one a timer.
type Pick struct{ Node, From string }

// NextStep as the node of a Pick stands for whatever is due first.
const NextStep = NextProcess

func (p Pick) String() string {
	switch {
	case p.Node == NextStep:
		return "take " + NextStep
	case p.From == "":
		return "take at " + p.Node
	}
	return fmt.Sprintf("take at %s from %s", p.Node, p.From)
}

func (p Pick) missing() error {
	switch {
	case p.Node == NextStep:
		return fmt.Errorf("%v: nothing is left that could happen", p)
	case p.From == "":
		return fmt.Errorf("%v: no timer of %s can fire", p, p.Node)
	}
	return fmt.Errorf("%v: no message from %s can arrive at %s", p, p.From, p.Node)
}

// pick reads which step is to happen next.
func (b *binder) pick(n *node) Pick {
	const shape = "next, {at: c2}, which is a timer of c2, or {at: c2, from: zk}, a message"
	if n.kind != mapping {
		word, ok := b.word(n)
		if ok && word != NextStep {
			b.wrong(n, n.String(), shape)
		}
		return Pick{Node: NextStep}
	}
	fields, _ := b.fields(n, "a step to take", []string{"at", "from"}, "at")
	nodes := slices.Concat(b.plan.Processes, b.plan.Servers)
	var p Pick
	for key, to := range map[string]*string{"at": &p.Node, "from": &p.From} {
		if field := fields[key]; field != nil {
			if word, ok := b.word(field); ok {
				b.named(field, "process or server", word, nil, nodes)
				*to = word
			}
		}
	}
	return p
}

// stepper is a backend whose steps can be counted and chosen: a simulated world.
type stepper interface {
	Take(Pick) error
	// RunToEvent lets the world go on until so many events have happened.
	RunToEvent(ctx context.Context, events int) (bool, error)
}

var _ stepper = (*Simulation)(nil)

// onlySimulated says why a step has no counterpart in a real world, nil if it has.
func onlySimulated(s *Step) error {
	switch {
	case s.Kind == Take:
		return fmt.Errorf("%v: only in a simulated world can a step be chosen", s.Pick)
	case s.Kind == Until && s.Until.State == Happened:
		return fmt.Errorf("until: %v: only in a simulated world does the same event always come at the same place", s.Until)
	}
	return nil
}

// CanTake says why a step cannot happen next, nil if it can.
func (s *Simulation) CanTake(p Pick) error {
	_, err := s.choice(p)
	return err
}

// Take lets a step happen that need not be the one that is due first.
func (s *Simulation) Take(p Pick) error {
	choose, err := s.choice(p)
	if err == nil {
		choose()
	}
	return err
}

// choice finds how to take a step.
func (s *Simulation) choice(p Pick) (take func(), err error) {
	if p.Node == NextStep {
		if _, ok := s.world.NextAt(); !ok {
			return nil, p.missing()
		}
		return func() { s.world.Step() }, nil
	}
	at, err := s.node(p.Node)
	from := trace.NoNode
	if err == nil && p.From != "" {
		from, err = s.node(p.From)
	}
	if err != nil {
		return nil, fmt.Errorf("%v: %w", p, err)
	}
	for _, c := range s.world.Choices() {
		if c.Node == at && c.From == from {
			return func() { s.world.Take(c) }, nil
		}
	}
	return nil, p.missing()
}
