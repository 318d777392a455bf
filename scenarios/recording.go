package scenarios

import (
	"context"
	"errors"
	"slices"

	"lockstep/fault"
	"lockstep/trace"
)

// Recording is a whole simulated run, kept so that it can be looked at from any side, and gone on
// with differently from any point.
type Recording struct {
	Plan      *Plan
	Seed      uint64
	Moves     []Move     // what makes it another run than the script's own
	Parent    *Recording // what it branches off, nil for the script's own run
	Trace     *trace.Trace
	Result    *Result
	Beats     []int // numbers of the events that a beat begins with; the first is 0
	Questions []Asked
	LeftOut   []LeftOut // what the script could not do after a move
	// Stopped says why the script could not go on, nil if it has come to its end.
	Stopped error

	boundaries boundaries
	acts       []act
}

// Move is what a person does at some point of a run.
type Move struct {
	At    int          // how many events there were before; a world stops between steps only
	Fault *fault.Fault // something to break or mend,
	Pick  *Pick        // or the step to take next
}

func (m Move) String() string {
	if m.Fault != nil {
		return m.Fault.String()
	}
	return m.Pick.String()
}

// Asked is a question that the script has asked, and what it came to.
type Asked struct {
	*Question
	Event  int // it is asked after so many events
	Answer any // computed from how the run went on
}

// Record performs a plan in the simulated world, with moves in the order of their points. With
// moves the script is lenient from the first on: what is not possible waits, or is left out.
// progress, which may be nil, hears now and then how many events there are. A seed of 0 is the
// scenario's own.
func Record(ctx context.Context, p *Plan, seed uint64, moves []Move, progress func(events int)) (*Recording, error) {
	play, err := newPlay(p.Setup(seed, true), p, false)
	if err != nil {
		return nil, err
	}
	defer play.Close()
	r := &Recording{Plan: p, Seed: p.seed(seed), Moves: moves, Trace: play.Trace()}
	err = play.follow(ctx, moves, func() bool {
		r.boundaries.add(r.Trace.Len())
		return true
	}, progress)
	if stopped := (*stoppedError)(nil); errors.As(err, &stopped) {
		r.Stopped = stopped.error
	} else if err != nil {
		return nil, err
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
	r.LeftOut = play.run.leftOut
	r.acts = play.acts
	return r, nil
}

// stoppedError says why a script could not go on.
type stoppedError struct{ error }

// follow lets a run go its way, with moves at their points, until it is over or between says that
// it is enough. between is called wherever the world stands between two steps, before a move there.
func (p *Play) follow(ctx context.Context, moves []Move, between func() bool, progress func(events int)) error {
	for steps := 0; ; steps++ {
		if steps&0xfff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(p.Trace().Len())
			}
		}
		for {
			if !between() {
				return nil
			}
			if len(moves) == 0 || p.Trace().Len() < moves[0].At {
				break
			}
			if err := p.Move(moves[0]); err != nil {
				return err
			}
			moves = moves[1:]
		}
		going, err := p.Step()
		if err != nil {
			return &stoppedError{err}
		}
		if !going {
			return nil
		}
	}
}

// Branch is the run as it would go on if a person did something at some point. The point is the
// first boundary that is not before m.At, and is noted in the new run's last move. What was done
// there or later in this run is not done in the new one.
func (r *Recording) Branch(ctx context.Context, m Move, progress func(events int)) (*Recording, error) {
	m.At = r.Boundary(m.At)
	kept := slices.Clone(r.movesBefore(m.At))
	branch, err := Record(ctx, r.Plan, r.Seed, append(kept, m), progress)
	if err != nil {
		return nil, err
	}
	branch.Parent = r
	branch.Trace.Share(r.Trace, m.At)
	return branch, nil
}

// movesBefore are the moves that led to a point.
func (r *Recording) movesBefore(at int) []Move {
	n := 0
	for n < len(r.Moves) && r.Moves[n].At < at {
		n++
	}
	return r.Moves[:n]
}
