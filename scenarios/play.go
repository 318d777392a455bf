package scenarios

import (
	"slices"

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
	acts  []act      // everything that was done to the world so far

	since trace.Time // of the newest event or act: what happened after it left no trace
	loose int        // steps since then that could not be told from the next by their time
}

// NewPlay begins a run. A seed of 0 is the scenario's own.
func NewPlay(p *Plan, seed uint64) (*Play, error) { return newPlay(p.Setup(seed, true), p, true) }

// newPlay begins a run in a world of its own. Without histories it cannot be cloned, and takes much
// less memory.
func newPlay(s Setup, p *Plan, histories bool) (*Play, error) {
	w, err := Simulate(s, histories)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(p, w, s.Seed)
	if err != nil {
		w.Close()
		return nil, err
	}
	play := &Play{world: w, run: r}
	r.act = play.act
	return play, nil
}

// Clone gives an independent run with the same past. Left alone, it goes on exactly as the
// original would.
func (p *Play) Clone() *Play {
	c := *p
	c.world = p.world.Clone()
	c.run = p.run.clone(c.world)
	c.run.act = c.act
	c.wait = nil // it is a question about the original's world
	c.acts = slices.Clip(p.acts)
	return &c
}

// Trace is what has happened.
func (p *Play) Trace() *trace.Trace { return p.world.Trace() }

// Step takes one step of the script or of the world. It reports false when the run is over.
func (p *Play) Step() (bool, error) {
	if moved, err := p.script(); moved || err != nil {
		return moved, err
	}
	switch {
	case p.wait.over:
		return false, nil
	case p.wait.pause > 0 && p.awake():
		p.world.world.Advance(p.wake)
		p.resolve(true)
	case p.wait.pause == 0 && p.rested() || !p.proceed():
		p.resolve(false)
	}
	return true, nil
}

// awake reports whether nothing is left to happen before the pause of the script is over.
func (p *Play) awake() bool {
	at, ok := p.world.world.NextAt()
	return !ok || at > p.wake
}

// rested reports whether the world will not bring what the script waits for.
func (p *Play) rested() bool {
	if p.wait.event > 0 {
		return p.world.stalled()
	}
	return p.world.rested()
}

// Choices are the steps of the world that could come next, once the script has said what it
// has to say. There are none when the run is over.
func (p *Play) Choices() ([]sim.Choice, error) {
	for {
		moved, err := p.script()
		if err != nil {
			return nil, err
		}
		if !moved {
			break
		}
	}
	if p.wait.over {
		return nil, nil
	}
	return p.world.world.Choices(), nil
}

// Take lets a choice of the person's happen, instead of what is due first. It must be one that
// Choices has given since the last step.
func (p *Play) Take(c sim.Choice) {
	name := p.Trace().Name
	p.act(&Step{Kind: Take, Pick: Pick{name(c.Node), name(c.From)}}, func() error {
		p.world.world.Take(c)
		return nil
	})
}

// Inject breaks or mends something now.
func (p *Play) Inject(f fault.Fault) error {
	return p.act(&Step{Kind: Inject, Fault: f}, func() error { return p.world.Inject(f) })
}

// Move does what a person wants at this point. From now on the script puts up with what it did not
// expect; after a fault it neither tells nor asks anything more.
func (p *Play) Move(m Move) error {
	p.run.lenient = true
	if p.wait != nil && p.wait.over { // not any more
		p.wait, p.run.ended = nil, false
	}
	if m.Fault != nil {
		p.run.silent = true
		return p.Inject(*m.Fault)
	}
	if _, err := p.Choices(); err != nil { // the script goes first
		return err
	}
	return p.act(&Step{Kind: Take, Pick: *m.Pick}, func() error { return p.world.Take(*m.Pick) })
}

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

// script takes the next step of the script, if it need not wait for the world. It reports whether
// there was one.
func (p *Play) script() (bool, error) {
	if p.wait == nil {
		w, err := p.run.next()
		if w == nil {
			return err == nil, err
		}
		if p.wait = w; w.pause > 0 && p.wake == 0 {
			p.wake = p.world.world.Now().Add(w.pause)
		}
	}
	if p.wait.until != nil && p.wait.until() {
		p.resolve(true)
		return true, nil
	}
	return false, nil
}

func (p *Play) resolve(held bool) {
	// Only a pause, or waiting for an event, lets the world go on when it rests.
	if p.wait.pause > 0 || p.wait.event > 0 {
		p.mark(&Step{Kind: Wait})
	}
	p.run.resolve(*p.wait, held)
	p.wait, p.wake = nil, 0
}
