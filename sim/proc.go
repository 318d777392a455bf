package sim

import (
	"fmt"
	"slices"
	"time"

	"lockstep/fault"
	"lockstep/trace"
)

// Program is what a process runs: plain blocking code that acts through its Runtime. It must
// be a function of the answers it gets.
type Program func(*Runtime)

// Library is the part of a process that is a state machine: a client of some server, with
// its connection and its timers. The process's code calls it, and it answers when it can.
type Library interface {
	Start(*Proc)
	// Call handles what a task asks for. The task stays blocked until Proc.Answer.
	Call(p *Proc, task int, request any)
	Recv(p *Proc, from trace.Node, m Message)
	Fire(p *Proc, t Timer)
	Clone() Library
	Fingerprint(*Hash)
	// Connections are those that it has, or tries to make.
	Connections() []Connection
}

// Answer is what a task is told. It must not be changed afterwards: histories keep it, and
// clones share it.
type Answer interface{ Fingerprint(*Hash) }

// Proc is a process as a node of the world: tasks that run on coroutines, and a library.
// All of it but the coroutines is plain data that can be copied.
type Proc struct {
	program Program
	lib     Library
	tasks   []taskState
	ready   []told        // answers whose tasks have not been resumed yet
	fired   []firedSource // sources that fired while no task was waiting for them
	history []told        // all answers so far, where the world keeps histories
	told    Hash          // fingerprint of the history
	failed  string        // what a panic of the program said

	runtime *Runtime // nil in a clone until it must run
	Place            // of the present step

	// Where tasks and ready begin: what a step touches lies close together, because each message
	// is for another process, and thousands of them do not fit into the nearer caches.
	room struct {
		tasks [1]taskState
		ready [2]told
	}
}

// told is one answer to one task.
type told struct {
	task   int
	answer Answer
}

// taskState is what the world knows of a task: it is blocked in a wait for these sources, or
// in a call to the library, or over.
type taskState struct {
	waits []uint32
	woken woken // the answer to its last wait, where there is no history
}

type firedSource struct {
	id    uint32
	value Answer
}

// timerWake is the kind of the timers that fire a source. Libraries use kinds from 0 up.
const timerWake int32 = -1

// MakeProc makes a process that runs the program and has the library. It is a value so that it
// can lie beside its library.
func MakeProc(program Program, lib Library) Proc {
	return Proc{program: program, lib: lib}
}

// Connections are those that the process has, or tries to make.
func (p *Proc) Connections() []Connection { return p.lib.Connections() }

// Start begins the program, with nothing left of a former life.
func (p *Proc) Start(at Place) {
	p.close()
	*p = Proc{program: p.program, lib: p.lib, Place: at, told: *NewHash()}
	p.runtime = newRuntime(p)
	p.tasks, p.ready = p.room.tasks[:], p.room.ready[:0]
	p.lib.Start(p)
	p.ready = append(p.ready, told{0, begin{}})
	p.run()
}

// Recv hands a message to the library and lets the tasks that it answers run.
func (p *Proc) Recv(at Place, from trace.Node, m Message) {
	p.Place = at
	p.lib.Recv(p, from, m)
	p.run()
}

// Fire hands a timer to the library, or fires the source that it belongs to.
func (p *Proc) Fire(at Place, t Timer) {
	p.Place = at
	if t.Kind == timerWake {
		p.FireSource(uint32(t.Arg), nil)
	} else {
		p.lib.Fire(p, t)
	}
	p.run()
}

// Meaning says what a timer is for.
func (p *Proc) Meaning(t Timer) string {
	if t.Kind == timerWake {
		return "wake"
	}
	if lib, ok := p.lib.(Teller); ok {
		return lib.Meaning(t)
	}
	return ""
}

// suffering is a library that knows faults of its own.
type suffering interface {
	Can(*Proc, fault.Fault) error
	Suffer(*Proc, fault.Fault) error
}

// Can asks the library.
func (p *Proc) Can(at Place, f fault.Fault) error {
	p.Place = at
	if s, ok := p.lib.(suffering); ok {
		return s.Can(p, f)
	}
	return fmt.Errorf("%v: it does not know this fault", f)
}

// Suffer hands a fault to the library.
func (p *Proc) Suffer(at Place, f fault.Fault) error {
	p.Place = at
	err := p.lib.(suffering).Suffer(p, f)
	p.run()
	return err
}

// Clone copies everything but the coroutines.
func (p *Proc) Clone() Node {
	c := *p
	c.lib = p.lib.Clone()
	c.tasks = slices.Clone(p.tasks)
	c.ready = slices.Clone(p.ready)
	c.fired = slices.Clone(p.fired)
	c.history = slices.Clip(p.history)
	c.runtime = nil
	return &c
}

// Fingerprint covers what the program was told, and so all of its state, and the library.
func (p *Proc) Fingerprint(h *Hash) {
	h.Uint(p.told.Sum())
	for _, f := range p.fired {
		h.Uint(uint64(f.id))
	}
	p.lib.Fingerprint(h)
}

// State is what the trace shows of the process.
func (p *Proc) State() trace.Proc {
	return p.Trace().Head().Procs[p.Node()]
}

// SetState changes what the trace shows.
func (p *Proc) SetState(change func(*trace.Proc)) {
	s := p.State()
	change(&s)
	p.Trace().SetProc(p.Node(), s)
}

// Answer unblocks a task that made a call. The task runs when the library is done with the
// present step.
func (p *Proc) Answer(task int, a Answer) { p.ready = append(p.ready, told{task, a}) }

// FireSource fires a source. The tasks that wait for it wake, of a token the first. If there is
// none, or if it stays fired while something is so, the next to wait for it does not block.
func (p *Proc) FireSource(id uint32, value Answer) {
	woken := false
	for i := range p.tasks {
		if t := &p.tasks[i]; slices.Contains(t.waits, id) {
			p.wake(i, firedSource{id, value})
			woken = true
			if id&tokenBit != 0 {
				return
			}
		}
	}
	level := id&levelBit != 0
	if level && p.isFired(id) {
		return
	}
	if level || !woken {
		p.fired = append(p.fired, firedSource{id, value})
	}
}

func (p *Proc) isFired(id uint32) bool {
	return slices.ContainsFunc(p.fired, func(f firedSource) bool { return f.id == id })
}

// Unfire takes a fired source back: what it told of is no longer so.
func (p *Proc) Unfire(id uint32) {
	p.fired = slices.DeleteFunc(p.fired, func(f firedSource) bool { return f.id == id })
}

func (p *Proc) wake(task int, f firedSource) {
	p.tasks[task].waits = nil
	if s := p.State(); task == 0 && s.Waiting {
		s.Waiting, s.WaitOn = false, ""
		p.Trace().SetProc(p.Node(), s)
	}
	p.Answer(task, p.woken(task, f.id, f.value))
}

// woken makes the answer to a wait. Where no history keeps it, one for each task is enough.
func (p *Proc) woken(task int, id uint32, value Answer) *woken {
	if p.w.opts.Histories {
		return &woken{id, value}
	}
	w := &p.tasks[task].woken
	*w = woken{id, value}
	return w
}

// run resumes tasks until all are blocked or over.
func (p *Proc) run() {
	for len(p.ready) > 0 {
		next := p.ready[0]
		p.ready = p.ready[:copy(p.ready, p.ready[1:])]
		for next.answer != nil {
			request, blocked := p.resume(next)
			if !blocked {
				break
			}
			next.answer = p.handle(next.task, request)
		}
	}
}

// resume tells a task its answer and gives the next thing it asks for. A clone's coroutines
// are first brought to where the original's were.
func (p *Proc) resume(t told) (request, bool) {
	if p.runtime == nil {
		p.revive()
	}
	if p.w.opts.Histories {
		p.history = append(p.history, t)
		p.told.Int(int64(t.task))
		t.answer.Fingerprint(&p.told)
	}
	r, ok := p.runtime.resume(t)
	if failed := p.runtime.failed; failed != "" && p.failed == "" {
		p.failed = failed
		p.Event(trace.Event{Kind: trace.Phase, Peer: trace.NoNode, Text: failed})
		p.SetState(func(s *trace.Proc) { s.Phase, s.Since, s.Waiting = trace.Failed, p.Now(), false })
	}
	return r, ok
}

func (p *Proc) revive() {
	p.runtime = newRuntime(p)
	for i, t := range p.history {
		if t.task >= len(p.runtime.tasks) {
			panic(fmt.Sprintf("sim: %s is not a function of its answers: replay made %d tasks, answer %d is for task %d",
				p.Trace().Name(p.Node()), len(p.runtime.tasks), i, t.task))
		}
		p.runtime.resume(t)
	}
}

// handle serves what a task asks of its world, and gives the answer if there is one at once.
// What is asked of the library is answered later.
func (p *Proc) handle(task int, r request) Answer {
	switch r := r.(type) {
	case *waitRequest:
		return p.wait(task, r)
	case afterRequest:
		p.After(r.d, Timer{timerWake, int64(r.id)}, false)
		return begin{}
	case stopRequest:
		p.w.stopTimer(p.node, Timer{timerWake, int64(r.id)})
		p.Unfire(r.id)
		return begin{}
	case phaseRequest:
		p.Event(trace.Event{Kind: trace.Phase, Peer: trace.NoNode, Text: r.text})
		p.SetState(func(s *trace.Proc) { s.Phase, s.Since = r.phase, p.Now() })
		return begin{}
	case markRequest:
		return number(p.Now())
	case clockRequest:
		return number(p.Clock())
	case passedRequest:
		return truth(p.Now().Sub(trace.Time(r.since)) >= r.d)
	case goRequest:
		p.tasks = append(p.tasks, taskState{})
		p.ready = append(p.ready, told{len(p.tasks) - 1, begin{}})
		return begin{}
	}
	p.lib.Call(p, task, r)
	return nil
}

// wait blocks a task until one of its sources fires, unless one has.
func (p *Proc) wait(task int, r *waitRequest) Answer {
	for i, id := range r.ids {
		if r.latched == i {
			return p.woken(task, id, nil)
		}
		at := slices.IndexFunc(p.fired, func(f firedSource) bool { return f.id == id })
		if at >= 0 {
			f := p.fired[at]
			if id&levelBit == 0 {
				p.fired = slices.Delete(p.fired, at, at+1)
			}
			return p.woken(task, f.id, f.value)
		}
	}
	p.tasks[task].waits = r.ids
	if s := p.State(); task == 0 && s.Phase == trace.Acquiring {
		p.EventBecause(p.Cause(), trace.Event{Kind: trace.Wait, Peer: trace.NoNode})
		s.Waiting, s.WaitOn = true, r.about
		p.Trace().SetProc(p.Node(), s)
	}
	return nil
}

// close ends the coroutines. Nothing that the program does while it unwinds has an effect.
func (p *Proc) close() {
	if p.runtime != nil {
		p.runtime.close()
		p.runtime = nil
	}
	p.ready = nil
}

// The answers to what the world itself is asked.

type (
	begin  struct{} // go on
	number int64
	truth  bool
	woken  struct {
		id    uint32
		value Answer
	}
)

func (begin) Fingerprint(h *Hash)    { h.Uint(0) }
func (n number) Fingerprint(h *Hash) { h.Int(int64(n)) }
func (t truth) Fingerprint(h *Hash)  { h.Bool(bool(t)) }
func (w *woken) Fingerprint(h *Hash) {
	h.Uint(uint64(w.id))
	if w.value != nil {
		w.value.Fingerprint(h)
	}
}

// What a task asks of the world itself. Everything else it asks is for the library.
type (
	request     any
	waitRequest struct {
		ids     []uint32
		few     [4]uint32 // where ids are, unless they are many
		latched int       // place of the first source that is known to have fired, −1
		about   string    // what the first source is about
	}
	afterRequest struct {
		id uint32
		d  time.Duration
	}
	stopRequest  struct{ id uint32 }
	phaseRequest struct {
		phase trace.ProcPhase
		text  string
	}
	markRequest   struct{}
	clockRequest  struct{}
	passedRequest struct {
		since int64
		d     time.Duration
	}
	goRequest struct{}
)
