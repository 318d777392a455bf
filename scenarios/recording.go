package scenarios

import (
	"context"

	"lockstep/fault"
	"lockstep/trace"
)

// Recording is a whole simulated run, kept so that it can be looked at from any side, and gone on
// with differently from any point.
type Recording struct {
	Plan      *Plan
	Seed      uint64
	Moves     []Move // what makes it another run than the script's own
	Trace     *trace.Trace
	Result    *Result
	Beats     []int // numbers of the events that a beat begins with; the first is 0
	Questions []Asked
	// Stopped says why the script could not go on, nil if it has come to its end. After a move the
	// script may ask for what is not possible any more.
	Stopped error
}

// Move is what a person does at some point of a run.
type Move struct {
	At    int          // how many events there were before; a world stops between steps only
	Fault *fault.Fault // something to break or mend,
	Pick  *Pick        // or the step to take next
}

// Pick is a step that could happen next: the message from a node, or without one a timer.
type Pick struct{ Node, From string }

// Asked is a question that the script has asked, and what it came to.
type Asked struct {
	*Question
	Event  int // it is asked after so many events
	Answer any // computed from how the run went on
}

// Record performs a plan in the simulated world, with moves in the order of their points.
// progress, which may be nil, hears now and then how many events there are.
func Record(ctx context.Context, p *Plan, seed uint64, moves []Move, progress func(events int)) (*Recording, error) {
	play, err := NewPlay(p, seed)
	if err != nil {
		return nil, err
	}
	defer play.Close()
	r := &Recording{Plan: p, Seed: seed, Moves: moves, Trace: play.Trace()}
	for steps := 0; ; steps++ {
		if steps&0xfff == 0 {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if progress != nil {
				progress(r.Trace.Len())
			}
		}
		for len(moves) > 0 && r.Trace.Len() >= moves[0].At {
			if err := play.Move(moves[0]); err != nil {
				return nil, err
			}
			moves = moves[1:]
		}
		going, err := play.Step()
		if err != nil {
			r.Stopped = err
			break
		}
		if !going {
			break
		}
	}
	r.Result = play.Result()
	for i, q := range play.run.asked {
		asked := Asked{Question: q.question, Event: q.event}
		if i < len(r.Result.Predictions) {
			asked.Answer = r.Result.Predictions[i].Answer
		}
		r.Questions = append(r.Questions, asked)
	}
	r.Beats = beats(r.Trace)
	return r, nil
}

// Move does what a person wants at this point.
func (p *Play) Move(m Move) error {
	if m.Fault != nil {
		return p.Inject(*m.Fault)
	}
	choices, err := p.Choices()
	if err != nil {
		return err
	}
	for _, c := range choices {
		if name := p.Trace().Name; name(c.Node) == m.Pick.Node && name(c.From) == m.Pick.From {
			p.Take(c)
			return nil
		}
	}
	return m.Pick.missing()
}
