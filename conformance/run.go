package conformance

import "errors"

// Run is a sequence that begins anew when the machine has stood still, with the steps that it
// has taken so far.
type Run struct {
	*Sequence
	begin func() (*Sequence, error)
	steps []Step
}

// NewRun begins a sequence. Close must be called at its end.
func (r *Real) NewRun() (*Run, error) { return newRun(r.NewSequence) }

func newRun(begin func() (*Sequence, error)) (*Run, error) {
	s, err := begin()
	if err != nil {
		return nil, err
	}
	return &Run{Sequence: s, begin: begin}, nil
}

// patience is how often in a row a sequence is begun anew.
const patience = 10

// Take takes a step, as [Sequence.Take] does.
func (r *Run) Take(step Step) error {
	r.steps = append(r.steps, step)
	err := r.Sequence.Take(step)
	for try := 0; errors.Is(err, ErrLate) && try < patience; try++ {
		err = r.again()
	}
	return err
}

// Steps are those taken so far, the last of which may have failed.
func (r *Run) Steps() []Step { return r.steps }

func (r *Run) again() error {
	if err := r.Close(); err != nil {
		return err
	}
	var err error
	if r.Sequence, err = r.begin(); err != nil {
		return err
	}
	for _, step := range r.steps {
		if err := r.Sequence.Take(step); err != nil {
			return err
		}
	}
	return nil
}
