package scenarios

import (
	"lockstep/fault"
	"lockstep/sim"
	"lockstep/trace"
)

// Play is a run in the simulated world that is taken one step at a time, and can be cloned
// between any two steps: it is what a person steps through, and branches off.
type Play struct {
	world *Simulation
	run   *runner
	wait  *waiting   // what the script waits for; nil: it has to be asked
	wake  trace.Time // when a pause of the script is over
}

// NewPlay begins a run.
func NewPlay(p *Plan, seed uint64) (*Play, error) {
	w, err := Simulate(p.Setup(seed, true), true)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(p, w, seed)
	if err != nil {
		w.Close()
		return nil, err
	}
	return &Play{world: w, run: r}, nil
}

// Clone gives an independent run with the same past. Left alone, it goes on exactly as the
// original would.
func (p *Play) Clone() *Play {
	w := p.world.Clone()
	return &Play{world: w, run: p.run.clone(w), wake: p.wake}
}

// Trace is what has happened.
func (p *Play) Trace() *trace.Trace { return p.world.Trace() }

// Step takes one step of the script or of the world. It reports false when the run is over.
func (p *Play) Step() (bool, error) {
	if over, err := p.script(); over || err != nil {
		return false, err
	}
	world := p.world.world
	if p.wait.pause > 0 {
		if at, ok := world.NextAt(); !ok || at > p.wake {
			world.Advance(p.wake)
			p.resolve(true)
			return true, nil
		}
	}
	if p.wait.pause == 0 && p.world.rested() || !world.Step() {
		p.resolve(false)
	}
	return true, nil
}

// Choices are the steps of the world that could come next, once the script has said what it
// has to say. There are none when the run is over.
func (p *Play) Choices() ([]sim.Choice, error) {
	if over, err := p.script(); over || err != nil {
		return nil, err
	}
	return p.world.world.Choices(), nil
}

// Take lets a choice of the person's happen, instead of what is due first. It must be one that
// Choices has given since the last step.
func (p *Play) Take(c sim.Choice) { p.world.world.Take(c) }

// Inject breaks or mends something now.
func (p *Play) Inject(f fault.Fault) error { return p.world.Inject(f) }

// Result says what the run came to so far, and how the expectations ended that were due.
func (p *Play) Result() *Result {
	if p.run.ended {
		return p.run.clone(p.world).finish()
	}
	r := p.run.result()
	r.Expectations = append(r.Expectations, p.run.done...)
	return r
}

// Close ends the run's coroutines.
func (p *Play) Close() { p.world.Close() }

// script brings the script to where it must wait for the world, passing what it need not
// wait for. It reports whether the run is over.
func (p *Play) script() (bool, error) {
	for {
		if p.wait == nil {
			w, err := p.run.advance()
			if err != nil {
				return false, err
			}
			p.wait = &w
			if w.pause > 0 && p.wake == 0 {
				p.wake = p.world.world.Now().Add(w.pause)
			}
		}
		switch {
		case p.wait.over:
			return true, nil
		case p.wait.until != nil && p.wait.until():
			p.resolve(true)
		default:
			return false, nil
		}
	}
}

func (p *Play) resolve(held bool) {
	p.run.resolve(*p.wait, held)
	p.wait, p.wake = nil, 0
}
