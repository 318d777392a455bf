package realzk

import (
	"fmt"
	"slices"
	"time"

	"lockstep/lock"
	"lockstep/trace"
	"lockstep/zk"
)

// Process is what a program sees of its process, and one life of it: a restart makes
// another. It is a lock.Env.
type Process struct {
	m      *member
	client *client
	begun  bool // its program runs, or is over
	dead   bool // it never runs again

	tasks  []*task // those that are not over, oldest first
	holder *task   // who has the baton
	ready  []*task // who wants it
	calls  int     // tasks that wait for the library
	cause  int     // the event that the running task acts on, −1 for none

	orders map[string]*source
	timers map[*timer]struct{} // that will fire by themselves
	parked []*timer            // that came due during a pause
}

var _ lock.Env = (*Process)(nil)

// timer fires a source when its time has come.
type timer struct {
	source *source
	clock  *time.Timer
	due    time.Time
	cause  int
}

// ZK is the process's session. It is being opened when the program begins; the first call
// waits for it.
func (p *Process) ZK() zk.Client { return p.client }

// Phase reports how far the process has come with its job, and why.
func (p *Process) Phase(phase trace.ProcPhase, why string) {
	p.enter()
	defer p.leave()
	p.cause = p.m.event(trace.Event{Kind: trace.Phase, Cause: p.cause, Text: why})
	p.m.show(func(s *trace.Proc) { s.Phase, s.Since = phase, p.m.w.now() })
}

// Order is a source that fires once each time the driver gives the process this order.
func (p *Process) Order(name string) zk.Source {
	p.enter()
	defer p.leave()
	return p.order(name)
}

func (p *Process) order(name string) *source {
	s := p.orders[name]
	if s == nil {
		s = &source{p: p, kind: token, text: "the order to " + name}
		p.orders[name] = s
	}
	return s
}

// Wait blocks until one of the sources has fired and gives it: the first in the list if
// several have. A nil source never fires.
func (p *Process) Wait(sources ...zk.Source) zk.Source {
	list := make([]*source, len(sources))
	for i, s := range sources {
		if s == nil {
			continue
		}
		b, ok := s.(interface{ base() *source })
		if !ok || b.base().p != p {
			panic(fmt.Sprintf("realzk: %v is not a source of this process", s))
		}
		list[i] = b.base()
	}
	t := p.enter()
	defer p.leave()
	for i, s := range list {
		if s != nil && s.fired > 0 {
			s.see()
			return sources[i]
		}
	}
	t.waits = list
	if t.main && p.m.shown.Phase == trace.Acquiring {
		p.m.event(trace.Event{Kind: trace.Wait, Cause: p.cause})
		p.m.show(func(s *trace.Proc) { s.Waiting, s.WaitOn = true, about(list) })
	}
	p.release()
	if !t.await() {
		panic(unwound{})
	}
	for i, s := range list {
		if s == t.woken {
			return sources[i]
		}
	}
	panic("realzk: woken by a source that was not waited for")
}

// about is the path that a wait is about: that of the first source which has one.
func about(list []*source) string {
	for _, s := range list {
		if s != nil && s.about != "" {
			return s.about
		}
	}
	return ""
}

// After gives a source that fires once d has passed, counted from now.
func (p *Process) After(d time.Duration) zk.Source {
	p.enter()
	defer p.leave()
	t := &timer{due: time.Now().Add(d), cause: p.cause,
		source: &source{p: p, kind: latch, text: fmt.Sprintf("%v to pass", d)}}
	t.clock = time.AfterFunc(d, func() {
		mu := &p.m.w.mu
		mu.Lock()
		defer mu.Unlock()
		p.cameDue(t)
	})
	p.timers[t] = struct{}{}
	return t.source
}

// Stop forgets a timer.
func (p *Process) Stop(s zk.Source) {
	p.enter()
	defer p.leave()
	for t := range p.timers {
		if t.source == s {
			t.clock.Stop()
			delete(p.timers, t)
		}
	}
	p.parked = slices.DeleteFunc(p.parked, func(t *timer) bool { return t.source == s })
}

// cameDue fires a timer, or keeps it for after a pause.
func (p *Process) cameDue(t *timer) {
	if _, live := p.timers[t]; !live {
		return
	}
	delete(p.timers, t)
	if p.m.life == trace.Paused {
		p.parked = append(p.parked, t)
		return
	}
	t.source.fire(t.cause)
}

// unpark fires the timers that came due during a pause, up to a moment; the zero time is all
// of them. What arrived later comes after them.
func (p *Process) unpark(until time.Time) {
	for len(p.parked) > 0 && (until.IsZero() || !p.parked[0].due.After(until)) {
		t := p.parked[0]
		p.parked = p.parked[1:]
		t.source.fire(t.cause)
	}
}

// Mark remembers this moment.
func (p *Process) Mark() lock.Mark {
	p.enter()
	defer p.leave()
	return lock.Mark(p.m.w.now())
}

// Passed tells whether d has gone by since a mark.
func (p *Process) Passed(since lock.Mark, d time.Duration) bool {
	p.enter()
	defer p.leave()
	return p.m.w.now().Sub(trace.Time(since)) >= d
}

// Now is the process's wall clock, which a fault may have moved.
func (p *Process) Now() time.Time {
	p.enter()
	defer p.leave()
	return time.Now().Add(p.m.clock)
}

// Go starts a task of this process beside the caller's. It runs when the caller blocks.
func (p *Process) Go(_ string, task func()) {
	p.enter()
	defer p.leave()
	p.spawn(task, false)
}

// kill ends this life: no task runs any more but to leave its calls, nothing is sent, no
// timer fires.
func (p *Process) kill() {
	if p.dead {
		return
	}
	p.dead = true
	for t := range p.timers {
		t.clock.Stop()
	}
	clear(p.timers)
	p.parked = nil
	for _, t := range p.tasks {
		if t.waits != nil {
			t.waits = nil
			p.want(t)
		}
	}
	p.client.die()
	p.dispatch()
	p.m.cond.Broadcast()
}
