package realzk

import (
	"fmt"
	"slices"

	"lockstep/trace"
)

// task is one goroutine of a process. It runs only while it has the process's baton.
type task struct {
	p     *Process
	main  bool
	baton chan struct{} // handed over here
	waits []*source     // what it waits for, in a wait
	woken *source       // what ended its wait
	cause int           // the event that lets it run, −1 if none does
}

// unwound is what a task panics with when its process has stopped: it leaves its calls by
// the quickest way, and whatever its deferred calls ask for on the way has no effect.
type unwound struct{}

// spawn makes a task. It runs when it gets the baton.
func (p *Process) spawn(code func(), main bool) {
	t := &task{p: p, main: main, baton: make(chan struct{}, 1), cause: -1}
	p.tasks = append(p.tasks, t)
	p.m.w.running.Add(1)
	go t.run(code)
	p.want(t)
}

func (t *task) run(code func()) {
	w := t.p.m.w
	defer w.running.Done()
	defer func() {
		reason := recover()
		w.mu.Lock()
		defer w.mu.Unlock()
		t.end(reason)
	}()
	w.mu.Lock()
	alive := t.await()
	w.mu.Unlock()
	if alive {
		code()
	}
}

// end passes the baton on for the last time.
func (t *task) end(reason any) {
	p := t.p
	if _, stopped := reason.(unwound); reason != nil && !stopped && !p.dead {
		text := fmt.Sprintf("panic: %v", reason)
		p.cause = p.m.event(trace.Event{Kind: trace.Phase, Cause: p.cause, Text: text})
		p.m.show(func(s *trace.Proc) { s.Phase, s.Since, s.Waiting = trace.Failed, p.m.w.now(), false })
	}
	p.tasks = slices.DeleteFunc(p.tasks, func(other *task) bool { return other == t })
	p.release()
}

// want queues a task for the baton.
func (p *Process) want(t *task) {
	p.ready = append(p.ready, t)
	p.dispatch()
}

// release passes the baton on.
func (p *Process) release() {
	p.holder = nil
	p.dispatch()
	p.m.w.stir()
}

// dispatch hands the baton to the next task, unless the process is paused.
func (p *Process) dispatch() {
	if p.holder != nil || len(p.ready) == 0 || p.m.life == trace.Paused && !p.dead {
		return
	}
	p.holder = p.ready[0]
	p.ready = p.ready[1:]
	p.holder.baton <- struct{}{}
}

// await blocks until the task has the baton. It is called with w.mu held and returns so. It
// reports false when the process has stopped: then the task must unwind.
func (t *task) await() bool {
	mu := &t.p.m.w.mu
	mu.Unlock()
	<-t.baton
	mu.Lock()
	if t.cause >= 0 {
		t.p.cause, t.cause = t.cause, -1
	}
	return !t.p.dead
}

// enter begins every call of a program: it locks w.mu, stops here a task whose process is
// paused, and tells who calls.
func (p *Process) enter() *task {
	mu := &p.m.w.mu
	mu.Lock()
	t, alive := p.holder, !p.dead
	if alive && t != nil && p.m.life == trace.Paused {
		p.ready = slices.Insert(p.ready, 0, t)
		p.release()
		alive = t.await()
	}
	switch {
	case !alive:
		mu.Unlock()
		panic(unwound{})
	case t == nil:
		mu.Unlock()
		panic("realzk: called by a goroutine that is not a task of the process")
	}
	return t
}

// leave ends a call that did not block.
func (p *Process) leave() { p.m.w.mu.Unlock() }

// wake ends a task's wait.
func (p *Process) wake(t *task, s *source, cause int) {
	t.waits, t.woken, t.cause = nil, s, cause
	if t.main {
		p.m.noLongerWaits()
	}
	p.want(t)
}
