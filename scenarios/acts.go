package scenarios

import "time"

// A simulated run is a function of what was done to its world, and of where the world stood then.
// That is written down as it happens, in terms that a script can say: see Recording.Save.

// act is something that was done to a world: a step of a script, with names instead of words like
// holder or next. One of the kind Wait was done by nobody: the script has let the world go on to there.
type act struct {
	at    stand
	step  *Step
	after int // events that there were when it was done
}

// stand is where a world stands: the step that made the newest of so many events, then a time, and
// then so many steps more. None of what follows the event has left a trace.
type stand struct {
	events int
	passed time.Duration
	steps  int
}

// act lets something be done to the world, and writes it down unless it turns out to be impossible.
func (p *Play) act(s *Step, do func() error) error {
	at := p.stand()
	if err := do(); err != nil {
		return err
	}
	p.acts = append(p.acts, act{at, s, p.Trace().Len()})
	p.since, p.loose = p.world.world.Now(), 0
	return nil
}

// mark writes down that the world was let go on to here.
func (p *Play) mark(s *Step) { p.act(s, func() error { return nil }) }

// proceed takes the step that is due first. It reports false if there is none.
func (p *Play) proceed() bool {
	w := p.world.world
	events, now := p.Trace().Len(), w.Now()
	if !w.Step() {
		return false
	}
	switch {
	case p.Trace().Len() > events:
		p.since, p.loose = w.Now(), 0
	case w.Now() > now:
		p.loose = 1
	default:
		p.loose++
	}
	return true
}

// stand tells where the world stands.
func (p *Play) stand() stand {
	w := p.world.world
	passed, events := w.Now().Sub(p.since), p.Trace().Len()
	switch next, ok := w.NextAt(); {
	case passed == 0:
		return stand{events, 0, p.loose}
	case !ok || next > w.Now():
		return stand{events, passed, 0} // all that was due has happened
	}
	return stand{events, passed - 1, p.loose}
}
