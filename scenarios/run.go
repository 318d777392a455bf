package scenarios

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"lockstep/lock"
	"lockstep/trace"
)

// Setup is what the plan needs of a world. A seed of 0 is the scenario's own.
func (p *Plan) Setup(seed uint64, keep bool) Setup {
	recipe, _ := lock.Find(p.Lock)
	return Setup{
		Processes: p.Processes, Program: p.job(recipe), Servers: p.World.Servers, Root: Root,
		Tick: p.World.Tick, Timeout: p.World.Timeout, Latency: p.World.Latency, Jitter: p.World.Jitter,
		Seed: p.seed(seed), Keep: keep, Limit: recipe.Limit,
	}
}

// Run performs a plan's script in a world, until the script is done and nothing but
// heartbeats is left. The result says which expectations hold; an error means that the run
// could not be performed.
func Run(ctx context.Context, p *Plan, b Backend, seed uint64) (*Result, error) {
	r, err := newRunner(p, b, seed)
	if err != nil {
		return nil, err
	}
	for {
		w, err := r.advance()
		if err != nil {
			return nil, err
		}
		if w.over {
			return r.finish(), nil
		}
		held := false
		switch {
		case w.pause > 0:
			err = b.RunFor(ctx, w.pause)
		case w.event > 0:
			held, err = b.(stepper).RunToEvent(ctx, w.event)
		default:
			held, err = b.RunUntil(ctx, w.until)
		}
		if err != nil {
			return nil, r.at(w.step, err)
		}
		r.resolve(w, held)
	}
}

// runner is where a run stands in its script. All of it but the backend is plain data.
type runner struct {
	plan   *Plan
	b      Backend
	seed   uint64
	code   []instruction
	pc     int
	loops  []int    // what is left of the repeats that it is in
	unborn []string // processes not started yet
	done   []ExpectationDone
	asked  []asked
	ended  bool // the script is done, and the world has come to rest

	// lenient: something was done that the script knows nothing of. See lenient.go.
	lenient bool
	leftOut []LeftOut
	// silent: something was broken or mended that the script knows nothing of, so what it tells and
	// asks is about another run.
	silent bool
	// act, if there is one, is handed every action that is performed, and must let it happen.
	act func(*Step, func() error) error
}

// asked is a question of the script's, and where the run was.
type asked struct {
	question *Question
	event    int
	acquired int // acquisitions before it
}

// waiting says what the world must do before the script can go on.
type waiting struct {
	step  *Step
	until func() bool   // nil: to come to rest
	pause time.Duration // or to let this time pass
	event int           // or to let so many events happen, whether it rests or not; until says so too
	over  bool          // nothing: the run is over
}

func newRunner(p *Plan, b Backend, seed uint64) (*runner, error) {
	r := &runner{plan: p, b: b, seed: p.seed(seed), code: flatten(p.Script, nil), unborn: slices.Clone(p.Processes)}
	for _, in := range r.code {
		// What this world cannot do is refused before anything has happened.
		if in.step == nil {
			continue
		}
		if err := possibleIn(b, in.step); err != nil {
			return nil, r.at(in.step, err)
		}
	}
	return r, nil
}

// possibleIn says why a world can never do what a step says, nil if it can.
func possibleIn(b Backend, s *Step) error {
	if s.Kind == Inject {
		return b.Check(s.Fault)
	}
	if _, ok := b.(stepper); !ok {
		return onlySimulated(s)
	}
	return nil
}

func (r *runner) clone(b Backend) *runner {
	c := *r
	c.b = b
	c.loops = slices.Clone(r.loops)
	c.unborn = slices.Clone(r.unborn)
	c.done = slices.Clip(r.done)
	c.asked = slices.Clip(r.asked)
	c.leftOut = slices.Clip(r.leftOut)
	return &c
}

// at puts a step's place before an error.
func (r *runner) at(s *Step, err error) error {
	if s == nil || err == nil {
		return err
	}
	return fmt.Errorf("%s:%d:%d: %w", r.plan.Scenario.Place(), s.Pos.Line, s.Pos.Column, err)
}

// advance performs the script up to the next step that must wait for the world.
func (r *runner) advance() (waiting, error) {
	for {
		if w, err := r.next(); w != nil || err != nil {
			return *cmp.Or(w, &waiting{}), err
		}
	}
}

// next performs the next thing that the script says, or gives what has to be waited for first.
func (r *runner) next() (*waiting, error) {
	switch {
	case r.pc == len(r.code) && r.ended:
		return &waiting{over: true}, nil
	case r.pc == len(r.code):
		return &waiting{}, nil
	}
	in := r.code[r.pc]
	if in.step == nil { // the end of a repeat
		if top := len(r.loops) - 1; r.loops[top] > 1 {
			r.loops[top]--
			r.pc = in.back + 1
		} else {
			r.loops = r.loops[:top]
			r.pc++
		}
		return nil, nil
	}
	switch s := in.step; s.Kind {
	case Repeat:
		if s.Count == 0 {
			r.pc = in.back + 1
			return nil, nil
		}
		r.loops = append(r.loops, s.Count)
	case Until:
		switch s.Until.State {
		case Ended:
			return &waiting{step: s}, nil
		case Happened:
			return &waiting{step: s, until: r.condition(s.Until), event: s.Until.Event}, nil
		}
		return &waiting{step: s, until: r.condition(s.Until)}, nil
	case Wait:
		return &waiting{step: s, pause: s.For}, nil
	case Say, Predict:
		if !r.silent {
			r.narrate(s)
		}
	default:
		if r.lenient && r.told(s) {
			r.leaveOut(s)
			break
		}
		if r.lenient && !r.possible(s) {
			return &waiting{step: s, until: func() bool { return r.possible(s) }}, nil
		}
		ok, err := r.perform(s)
		if err != nil {
			return nil, r.at(s, err)
		}
		if !ok {
			r.pc = len(r.code)
			return nil, nil
		}
	}
	r.pc++
	return nil, nil
}

// resolve tells how the waiting ended. When the world comes to rest before what was waited
// for, that has failed, and the script is over.
func (r *runner) resolve(w waiting, held bool) {
	switch {
	case w.step == nil:
		r.ended = true
	case w.until != nil && !held && r.lenient:
		r.leaveOut(w.step)
		r.pc++
	case w.until != nil && !held:
		r.fail(w.step, "until "+w.step.Until.String(), "the run ended first")
		r.pc = len(r.code)
	case w.step.Kind == Until || w.step.Kind == Wait:
		r.pc++
	}
}

// finish checks what is expected at the end.
func (r *runner) finish() *Result {
	result := r.result()
	env := resultEnv(r.plan, result, r.b.Trace())
	for i := range r.plan.Expect {
		r.expect(&r.plan.Expect[i], env)
	}
	result.Expectations = append(result.Expectations, r.done...)
	for _, q := range r.asked {
		result.Predictions = append(result.Predictions, q.answer(result, env))
	}
	return result
}

// answer computes from how the run went on what the script had asked.
func (q asked) answer(result *Result, env map[string]any) Prediction {
	env["next_holder"] = ""
	if len(result.Acquired) > q.acquired {
		env["next_holder"] = result.Acquired[q.acquired]
	}
	got, err := q.question.Answer.Eval(env)
	if err != nil {
		got = err.Error()
	}
	return Prediction{q.question.Ask, got, q.question.Because, q.event}
}

func (r *runner) result() *Result { return resultOf(r.plan, r.b, r.seed) }

func (r *runner) fail(s *Step, text, got string) {
	r.done = append(r.done, ExpectationDone{text, false, got, s.Pos.Line})
}

// do lets an action happen, and hands it to whoever writes down what is performed.
func (r *runner) do(s *Step, action func() error) error {
	if r.act == nil {
		return action()
	}
	return r.act(s, action)
}

// narrate tells or asks what a step says. It cannot fail.
func (r *runner) narrate(s *Step) {
	text := s.Text
	if s.Kind == Predict {
		t := r.b.Trace()
		r.asked = append(r.asked, asked{s.Predict, t.Len(), len(t.Summary().Acquired)})
		text = "? " + s.Predict.Ask
	}
	r.do(s, func() error { r.b.Say(text); return nil })
}

// perform does what a step says at once. It reports false when the script cannot go on.
func (r *runner) perform(s *Step) (bool, error) {
	switch s.Kind {
	case Start:
		return true, r.start(s)
	case Release:
		return r.release(s)
	case Inject:
		return r.inject(s)
	case Take:
		return true, r.do(s, func() error { return r.b.(stepper).Take(s.Pick) })
	case Check:
		r.do(s, func() error {
			r.expect(s.Check, resultEnv(r.plan, r.result(), r.b.Trace()))
			if !r.done[len(r.done)-1].OK {
				return errDisappointed
			}
			return nil
		})
	}
	return true, nil
}

// errDisappointed says that an expectation does not hold, which is no reason to stop.
var errDisappointed = errors.New("an expectation does not hold")

func (r *runner) start(s *Step) error {
	for _, target := range s.Targets {
		names := []string{target}
		switch target {
		case AllProcesses:
			names = slices.Clone(r.unborn)
		case NextProcess:
			names = slices.Clone(r.unborn[:min(1, len(r.unborn))])
		}
		if len(names) == 0 {
			return fmt.Errorf("start %s: every process has been started", target)
		}
		for _, name := range names {
			switch i := slices.Index(r.unborn, name); {
			case i < 0:
				return fmt.Errorf("start %s: it has been started already", name)
			case i == 0:
				r.unborn = r.unborn[1:]
			default:
				r.unborn = slices.Delete(r.unborn, i, i+1)
			}
			one := &Step{Kind: Start, Targets: []string{name}}
			if err := r.do(one, func() error { return r.b.Start(name) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *runner) release(s *Step) (bool, error) {
	for _, target := range s.Targets {
		names := r.named(target)
		if len(names) == 0 {
			r.fail(s, "release holder", "nobody holds")
			return false, nil
		}
		for _, name := range names {
			if r.lenient && r.b.(foreseer).CanOrder(name) != nil { // another holder can
				continue
			}
			if err := r.order(name); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

func (r *runner) order(name string) error {
	one := &Step{Kind: Release, Targets: []string{name}}
	return r.do(one, func() error { return r.b.Order(name, releaseOrder) })
}

func (r *runner) holders() []string {
	t := r.b.Trace()
	var names []string
	for _, n := range t.Summary().Believers {
		names = append(names, t.Name(n))
	}
	return names
}

func (r *runner) inject(s *Step) (bool, error) {
	f := s.Fault
	if f.Node == TheHolder {
		holders := r.holders()
		if len(holders) == 0 {
			r.fail(s, f.String(), "nobody holds")
			return false, nil
		}
		f.Node = holders[0]
	}
	return true, r.do(&Step{Kind: Inject, Fault: f}, func() error { return r.b.Inject(f) })
}

func (r *runner) expect(e *Expectation, env map[string]any) {
	ok, got, err := e.Eval(env)
	if err != nil {
		ok, got = false, err.Error()
	}
	r.done = append(r.done, ExpectationDone{e.Text, ok, got, e.Pos.Line})
}

// condition turns what a script waits for into a question about the trace's head.
func (r *runner) condition(c Condition) func() bool {
	switch c.State {
	case Settled:
		return r.b.Settled
	case Happened:
		return func() bool { return r.b.Trace().Len() >= c.Event }
	}
	is := func(n trace.Node) bool {
		return holdsOf(c.State, r.b.Trace().Head().Procs[n])
	}
	count := func() int {
		count := 0
		for i := range r.plan.Processes {
			if is(trace.Node(i)) {
				count++
			}
		}
		return count
	}
	switch c.Who {
	case Somebody:
		return func() bool { return count() > 0 }
	case Everybody:
		return func() bool { return count() == len(r.plan.Processes) }
	case Nobody:
		return func() bool { return count() == 0 }
	}
	n := trace.Node(slices.Index(r.plan.Processes, c.Who))
	return func() bool { return is(n) }
}

// holdsOf reports whether a process is in a state.
func holdsOf(s State, p trace.Proc) bool {
	switch s {
	case Idle:
		return p.Phase == trace.Idle
	case Acquiring:
		return p.Phase == trace.Acquiring
	case Waits:
		return p.Waits()
	case Holds:
		return p.Believes()
	case Done:
		return p.Phase == trace.Done
	case Failed:
		return p.Phase == trace.Failed
	case Connected:
		return p.View == trace.Connected
	case Disconnected:
		return p.View == trace.Disconnected
	case Expired:
		return p.View == trace.SessionExpired
	case Closed:
		return p.View == trace.SessionClosed
	case Crashed:
		return p.Life == trace.Crashed
	}
	return false
}
