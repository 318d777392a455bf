package scenarios

import "lockstep/fault"

// A script knows how its run goes. Once somebody has done something else, it may ask for what is
// not possible: that the holder releases, when nobody holds yet. A lenient runner then waits until
// it is possible, and goes past it when the world comes to rest first.

// LeftOut is what a script says that a branch did not do, because it never was possible.
type LeftOut struct {
	Event int // there were so many events when it was given up
	Text  string
}

// foreseer is a backend that can say whether something is possible, without doing it.
type foreseer interface {
	Can(fault.Fault) error
	CanOrder(process string) error
	CanTake(Pick) error
}

var _ foreseer = (*Simulation)(nil)

// Can says why a fault is not possible now, nil if it is.
func (s *Simulation) Can(f fault.Fault) error { return s.world.Can(f) }

// CanOrder says why a process cannot be given an order now, nil if it can.
func (s *Simulation) CanOrder(process string) error {
	n, err := s.node(process)
	if err != nil {
		return err
	}
	return s.world.CanOrder(n)
}

// possible reports whether the world can do now what a step says.
func (r *runner) possible(s *Step) bool {
	world := r.b.(foreseer)
	switch s.Kind {
	case Release:
		for _, target := range s.Targets {
			if target == TheHolder && len(r.holders()) == 0 ||
				target != TheHolder && world.CanOrder(target) != nil {
				return false
			}
		}
	case Inject:
		f := s.Fault
		if f.Node == TheHolder {
			holders := r.holders()
			if len(holders) == 0 {
				return false
			}
			f.Node = holders[0]
		}
		return world.Can(f) == nil
	case Take:
		return world.CanTake(s.Pick) == nil
	}
	return true
}

// leaveOut gives up a step. Of a list of processes, those that can are told all the same.
func (r *runner) leaveOut(s *Step) {
	text := "until " + s.Until.String()
	switch s.Kind {
	case Release:
		text = ""
		for _, target := range s.Targets {
			if target == TheHolder || r.order(target) != nil {
				text += " " + target
			}
		}
		text = "release" + text
	case Inject:
		text = s.Fault.String()
	case Take:
		text = s.Pick.String()
	}
	r.leftOut = append(r.leftOut, LeftOut{r.b.Trace().Len(), text})
}
