package scenarios

import (
	"fmt"
	"slices"

	"lockstep/fault"
)

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
	Told(process string) bool
	CanTake(Pick) error
}

var _ foreseer = (*Simulation)(nil)

// Can says why a fault is not possible now, nil if it is.
func (s *Simulation) Can(f fault.Fault) error { return s.world.Can(f) }

// CanOrder says why an order to release would come to nothing now, nil if it would not: who is paused
// gets it when it is resumed, but only one.
func (s *Simulation) CanOrder(process string) error {
	n, err := s.node(process)
	if err != nil {
		return err
	}
	switch {
	case !s.Trace().Head().Procs[n].Believes():
		return fmt.Errorf("%s does not hold", process)
	case s.world.Ordered(n):
		return fmt.Errorf("%s has been told already", process)
	}
	return s.world.CanOrder(n)
}

// Told reports whether a process that is paused has an order waiting for it.
func (s *Simulation) Told(process string) bool {
	n, err := s.node(process)
	return err == nil && s.world.Ordered(n)
}

// possible reports whether the world can do now what a step says.
func (r *runner) possible(s *Step) bool {
	world := r.b.(foreseer)
	switch s.Kind {
	case Release:
		for _, target := range s.Targets {
			if !slices.ContainsFunc(r.named(target), func(name string) bool { return world.CanOrder(name) == nil }) {
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

// told reports whether a step orders only those who hold and have been told already. There is nothing to
// wait for then: another who gets the lock meanwhile is not whom the script means.
func (r *runner) told(s *Step) bool {
	if s.Kind != Release {
		return false
	}
	all := false
	for _, target := range s.Targets {
		for _, name := range r.named(target) {
			if all = r.b.(foreseer).Told(name); !all {
				return false
			}
		}
	}
	return all
}

// named are the processes that a step's target stands for.
func (r *runner) named(target string) []string {
	if target == TheHolder {
		return r.holders()
	}
	return []string{target}
}

// leaveOut gives up a step. Of a list of processes, those that can are told all the same.
func (r *runner) leaveOut(s *Step) {
	text := "until " + s.Until.String()
	switch s.Kind {
	case Release:
		text = ""
		for _, target := range s.Targets {
			if target == TheHolder || r.b.(foreseer).CanOrder(target) != nil || r.order(target) != nil {
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
