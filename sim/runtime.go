package sim

import (
	"fmt"
	"iter"
	"time"

	"lockstep/trace"
)

// Runtime is the side of a process that its code sees. Its calls block the calling task
// until the world answers. It holds nothing that does not follow from the answers, so a
// replay brings a new one to the same state.
type Runtime struct {
	proc    *Proc
	tasks   []*coroutine
	current int
	sources uint32
	orders  map[string]*Source // nil until the first
	closing bool
	failed  string

	first coroutine     // of most processes the only one
	room  [1]*coroutine // where tasks begin
}

// coroutine is one task: it runs until it asks for something, and goes on when it is told.
type coroutine struct {
	next   func() (request, bool)
	stop   func()
	yield  func(request) bool
	answer Answer
	wait   waitRequest // its last, where there is no history
	few    [3]*Source  // see List
	list   []*Source   // where those are too few
}

func newRuntime(p *Proc) *Runtime {
	r := &Runtime{proc: p}
	r.tasks = r.room[:0]
	r.task(&r.first, func() { p.program(r) })
	return r
}

// unwound is what a task panics with when its process has stopped: it never runs again, and
// leaves its calls by the quickest way.
type unwound struct{}

func (r *Runtime) task(co *coroutine, code func()) {
	co.next, co.stop = iter.Pull(func(yield func(request) bool) {
		co.yield = yield
		defer func() {
			switch reason := recover(); reason.(type) {
			case nil, unwound:
			default:
				r.failed = fmt.Sprintf("panic: %v", reason)
			}
		}()
		code()
	})
	r.tasks = append(r.tasks, co)
}

func (r *Runtime) resume(t told) (request, bool) {
	co := r.tasks[t.task]
	r.current = t.task
	co.answer = t.answer
	return co.next()
}

// Call asks for something and blocks until it is answered.
func (r *Runtime) Call(req any) Answer {
	if r.closing {
		panic(unwound{})
	}
	co := r.tasks[r.current]
	if !co.yield(req) {
		panic(unwound{})
	}
	return co.answer
}

// Remembered reports whether a history keeps what the process is told, for clones. Otherwise what
// has been read can be used again.
func (r *Runtime) Remembered() bool { return r.proc.w.opts.Histories }

func (r *Runtime) close() {
	r.closing = true
	for _, co := range r.tasks {
		co.stop()
	}
}

// Phase reports how far the process has come with its job, and why.
func (r *Runtime) Phase(phase trace.ProcPhase, why string) { r.Call(phaseRequest{phase, why}) }

// Go starts another task. It runs when this one blocks.
func (r *Runtime) Go(code func()) {
	if r.closing {
		panic(unwound{})
	}
	r.task(new(coroutine), code)
	r.Call(goRequest{})
}

// Mark remembers this moment; Passed tells whether d has gone by since.
func (r *Runtime) Mark() int64 { return int64(r.Call(markRequest{}).(number)) }

func (r *Runtime) Passed(since int64, d time.Duration) bool {
	return bool(r.Call(passedRequest{since, d}).(truth))
}

// Clock is the process's wall clock, counted from the start of the run.
func (r *Runtime) Clock() time.Duration { return time.Duration(r.Call(clockRequest{}).(number)) }

// After gives a source that fires when d has passed.
func (r *Runtime) After(d time.Duration) *Source {
	s := r.NewSource(Latch, "").Named(fmt.Sprintf("%v to pass", d))
	r.Call(afterRequest{s.id, d})
	return s
}

// Stop forgets a source that After gave. Nobody may wait for it any more.
func (r *Runtime) Stop(timer *Source) { r.Call(stopRequest{timer.id}) }

// Order gives the source that fires when a driver gives the process this order, once for
// each time it is given.
func (r *Runtime) Order(name string) *Source {
	s := r.orders[name]
	if s == nil {
		s = &Source{id: orderID(name), kind: Token, text: "the order to " + name}
		if r.orders == nil {
			r.orders = map[string]*Source{}
		}
		r.orders[name] = s
	}
	return s
}

// List gives an empty list of sources for the calling task's next wait: each task has one, so
// that none is made for each wait.
func (r *Runtime) List(n int) []*Source {
	co := r.tasks[r.current]
	if n <= len(co.few) {
		return co.few[:0]
	}
	if cap(co.list) < n {
		co.list = make([]*Source, n)
	}
	return co.list[:0]
}

// Wait blocks until one of the sources has fired, and gives its place in the list. Nil
// sources never fire.
func (r *Runtime) Wait(sources ...*Source) int {
	req := &r.tasks[r.current].wait
	if r.Remembered() {
		req = new(waitRequest) // clones of the world share it
	}
	*req = waitRequest{latched: -1}
	req.ids = req.few[:0]
	for i, s := range sources {
		if s == nil {
			req.ids = append(req.ids, 0) // no source has this id
			continue
		}
		req.ids = append(req.ids, s.id)
		if s.fired && req.latched < 0 {
			req.latched = i
		}
		if req.about == "" {
			req.about = s.about
		}
	}
	w := r.Call(req).(*woken)
	for i, s := range sources {
		if s != nil && s.id == w.id {
			if !s.fired {
				s.fired, s.value = s.kind == Latch, w.value
			}
			return i
		}
	}
	panic("sim: woken by a source that was not waited for")
}

// giveOrder fires the source of an order, from outside.
func (p *Proc) giveOrder(at Place, name string) {
	p.Place = at
	p.FireSource(orderID(name), nil)
	p.run()
}

// Bits of a source's id say what kind it is: one wait uses it up; it stays fired while something
// is so; it is an order, whose id comes from its name.
const (
	tokenBit = 1 << 31
	levelBit = 1 << 30
	orderBit = 1 << 29
)

// orderID derives a source's id from its name, so that an order can be given before the
// process asks for it.
func orderID(name string) uint32 {
	h := NewHash()
	h.String(name)
	return uint32(h.Sum())&(orderBit-1) | orderBit | tokenBit
}
