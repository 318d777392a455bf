package sim

import (
	"fmt"
	"maps"
	"time"

	"lockstep/internal/slab"
	"lockstep/trace"
)

// Options describe a world.
type Options struct {
	Seed    uint64
	Latency time.Duration // of every link, each way
	Jitter  time.Duration // up to so much is added to a message's latency, from the seed
	// Histories are what clones of processes are made from. Without them a run is faster and
	// takes less memory, and its world cannot be cloned.
	Histories bool
}

// World is everything that happens, and all that could happen next.
type World struct {
	opts  Options
	now   trace.Time
	seq   uint64
	rand  Rand
	trace *trace.Trace
	nodes []place
	agenda
	links    map[trace.LinkKey]*link
	closing  map[direction]int // hangups under way
	plain    bool              // no link was ever troubled and latencies are equal: order needs no care
	cause    int
	step     item // that is being taken
	inFlight int  // messages under way, heartbeats aside
	busy     int  // those of them that are about more than a connection
	pending  int  // timers that keep the run from ending
	sources  slab.Of[Source]
}

// direction is from one node to another.
type direction struct{ from, to trace.Node }

// place is what the world keeps of a node.
type place struct {
	node    Node
	life    trace.Life
	started bool
	birth   uint32 // incarnation: timers of a former one do not fire
	clock   trace.Time
	parked  []item // what came while it was paused
	ordered bool   // an order is waiting for it to be resumed
	in, out int    // messages under way to it, and from it
}

// New makes an empty world that writes to a trace.
func New(t *trace.Trace, o Options) *World {
	return &World{opts: o, rand: NewRand(o.Seed), trace: t, links: map[trace.LinkKey]*link{}, closing: map[direction]int{},
		plain: o.Jitter == 0, cause: -1}
}

// Trace is what has happened.
func (w *World) Trace() *trace.Trace { return w.trace }

// Now is the virtual time.
func (w *World) Now() trace.Time { return w.now }

// Add puts a node into the world. It does nothing until it is started.
func (w *World) Add(name string, role trace.Role, n Node) trace.Node {
	w.nodes = append(w.nodes, place{node: n})
	return w.trace.AddNode(name, role)
}

// Start lets a node begin.
func (w *World) Start(id trace.Node) {
	w.cause = w.trace.Add(&trace.Event{At: w.now, Kind: trace.Work, Node: id, Peer: trace.NoNode, Cause: -1, Text: "starts"})
	w.nodes[id].started = true
	w.nodes[id].node.Start(Place{w, id})
}

// Node gives what stands at a place.
func (w *World) Node(id trace.Node) Node { return w.nodes[id].node }

// Place lets a driver act as a node.
func (w *World) Place(id trace.Node) Place { return Place{w, id} }

// Life says whether a node runs.
func (w *World) Life(id trace.Node) trace.Life { return w.nodes[id].life }

// Quiet reports whether no message is under way, heartbeats aside: whatever has changed,
// everybody who wants to know has been told.
func (w *World) Quiet() bool { return w.inFlight == 0 }

// Idle is how long nothing but heartbeats has happened. While a process sleeps, or a
// script's timer is set, something is still to come, and it is 0.
func (w *World) Idle() time.Duration {
	if w.busy > 0 || w.pending > 0 {
		return 0
	}
	return w.now.Sub(w.trace.Summary().Active)
}

// NextAt is when the next step is due; false when nothing will ever happen again.
func (w *World) NextAt() (trace.Time, bool) {
	first := w.peek()
	if first == nil {
		return 0, false
	}
	return first.due, true
}

// Step takes the step that is due first, of those due at once the one that was made first.
// It reports false when there is none.
func (w *World) Step() bool {
	if w.agenda.len() == 0 {
		return false
	}
	w.pop(&w.step)
	w.perform(&w.step)
	return true
}

// Advance moves the time on where nothing happens. It must not pass over a step.
func (w *World) Advance(to trace.Time) {
	if at, ok := w.NextAt(); ok && at < to {
		panic(fmt.Sprintf("sim: cannot advance to %v past a step due at %v", to, at))
	}
	w.now = max(w.now, to)
}

// schedule puts an item on the agenda.
func (w *World) schedule(it *item) {
	w.account(it, 1)
	w.push(it)
}

// perform lets an item happen. The time never goes back, even when a driver picks something
// that was due later.
func (w *World) perform(it *item) {
	w.now = max(w.now, it.due)
	w.account(it, -1)
	at := &w.nodes[it.node]
	if at.life == trace.Paused {
		at.parked = append(at.parked, *it)
		return
	}
	w.cause = it.cause
	switch {
	case it.msg != nil && (at.life == trace.Crashed || it.deaf):
		w.lose(it)
	case it.msg != nil:
		w.notices(it)
		w.cause = w.record(trace.Recv, it.node, it.from, it.cause, it.msg, it.tag)
		at.node.Recv(Place{w, it.node}, it.from, it.msg)
	case at.life == trace.Alive && at.birth == it.life:
		at.node.Fire(Place{w, it.node}, it.timer)
	}
}

// lose records that a message, which is on no agenda any more, never arrives.
func (w *World) lose(it *item) {
	w.notices(it)
	w.record(trace.Lost, it.node, it.from, it.cause, it.msg, it.tag)
}

// notices ends what a hangup has begun, once it has arrived or is lost.
func (w *World) notices(it *item) {
	if it.tag.Class != trace.Hangup {
		return
	}
	if d := (direction{it.from, it.node}); w.closing[d] > 1 {
		w.closing[d]--
	} else {
		delete(w.closing, d)
	}
}

// hangingUp reports whether a message is for a connection that its receiver has closed, of which
// its sender has not heard yet. Then it never arrives. What opens a connection or closes one is
// no part of the old one.
func (w *World) hangingUp(it *item) bool {
	switch it.tag.Class {
	case trace.Hangup:
		w.closing[direction{it.from, it.node}]++
		return false
	case trace.Open:
		return false
	}
	return len(w.closing) > 0 && w.closing[direction{it.node, it.from}] > 0
}

// record puts what happens to a message into the trace.
func (w *World) record(kind trace.Kind, node, peer trace.Node, cause int, m Message, tag trace.Tag) int {
	if !w.trace.Kept() {
		return w.trace.Message(kind, w.now, node, peer, tag)
	}
	return w.trace.Add(&trace.Event{At: w.now, Kind: kind, Node: node, Peer: peer, Cause: cause, Msg: m.Describe()})
}

// account counts what is to come by itself: by = 1 when an item is on the agenda, −1 when it
// no longer is. What a paused node or a cut link holds back does not count: it comes only
// when somebody mends it.
func (w *World) account(it *item, by int) {
	if it.msg != nil {
		w.nodes[it.node].in += by
		w.nodes[it.from].out += by
	}
	switch {
	case it.beat:
	case it.msg == nil:
		w.pending += by
	default:
		w.inFlight += by
		if !it.tag.Class.Connects() {
			w.busy += by
		}
	}
}

func (w *World) send(from, to trace.Node, m Message) int {
	tag := m.Tag()
	n := w.record(trace.Send, from, to, w.cause, m, tag)
	w.seq++
	it := item{due: w.now.Add(w.opts.Latency), seq: w.seq, node: to, from: from, msg: m, cause: n,
		tag: tag, beat: tag.Class.Heartbeat()}
	it.deaf = w.hangingUp(&it)
	if w.plain {
		w.schedule(&it)
	} else {
		w.route(&it)
	}
	return n
}

func (w *World) setTimer(node trace.Node, due trace.Time, t Timer, background bool) {
	if due == trace.Forever {
		return
	}
	w.seq++
	w.schedule(&item{due: due, seq: w.seq, node: node, from: trace.NoNode, timer: t, cause: w.cause,
		life: w.nodes[node].birth, beat: background})
}

// stopTimer forgets a node's timer, if it is still to fire.
func (w *World) stopTimer(node trace.Node, t Timer) {
	var it item
	if w.remove(&it, func(it *item) bool { return it.msg == nil && it.node == node && it.timer == t }) {
		w.account(&it, -1)
	}
}

// CanOrder says why a process cannot be given an order now, nil if it can.
func (w *World) CanOrder(id trace.Node) error {
	at := &w.nodes[id]
	switch _, ok := at.node.(*Proc); {
	case !ok || !at.started:
		return fmt.Errorf("%s has not been started", w.trace.Name(id))
	case at.life == trace.Crashed:
		return fmt.Errorf("%s has crashed", w.trace.Name(id))
	}
	return nil
}

// Order gives a process an order: a driver's way to let it go on. Who is paused gets it when it
// is resumed.
func (w *World) Order(id trace.Node, name string) error {
	if err := w.CanOrder(id); err != nil {
		return err
	}
	if at := &w.nodes[id]; at.life == trace.Paused {
		at.ordered = true
		w.setTimer(id, w.now, Timer{timerWake, int64(orderID(name))}, false)
	} else {
		at.node.(*Proc).giveOrder(Place{w, id}, name)
	}
	return nil
}

// Ordered reports whether an order waits for a process to be resumed.
func (w *World) Ordered(id trace.Node) bool { return w.nodes[id].ordered }

// Reachable reports whether a message from one node would arrive at another now.
func (w *World) Reachable(from, to trace.Node) bool {
	l := w.links[trace.NewLinkKey(from, to)]
	return w.nodes[to].life == trace.Alive && (l == nil || !l.state.Cut)
}

// Say puts a line of a narrator into the trace.
func (w *World) Say(text string) {
	w.trace.Add(&trace.Event{At: w.now, Kind: trace.Say, Node: trace.NoNode, Peer: trace.NoNode, Cause: -1, Text: text})
}

// Close ends every process's coroutine. A closed world can still be looked at, not stepped.
func (w *World) Close() {
	for i := range w.nodes {
		if p, ok := w.nodes[i].node.(*Proc); ok {
			p.close()
		}
	}
	w.agenda = agenda{}
}

// Clone gives an independent world with the same past and the same possible futures. It
// panics unless histories are kept.
func (w *World) Clone() *World {
	if !w.opts.Histories {
		panic("sim: a world without histories cannot be cloned")
	}
	c := *w
	c.trace = w.trace.Clone()
	c.sources = slab.Of[Source]{}
	c.agenda = w.agenda.clone()
	c.nodes = make([]place, len(w.nodes))
	for i, at := range w.nodes {
		at.node = at.node.Clone()
		if p, ok := at.node.(*Proc); ok {
			p.Place = Place{&c, trace.Node(i)}
		}
		at.parked = append([]item(nil), at.parked...)
		c.nodes[i] = at
	}
	c.closing = maps.Clone(w.closing)
	c.links = make(map[trace.LinkKey]*link, len(w.links))
	for key, l := range w.links {
		c.links[key] = l.clone()
	}
	return &c
}

// Fingerprint tells this state of the world from another. Two worlds with one fingerprint
// behave alike; numbers that only say when something was made are left out.
func (w *World) Fingerprint() uint64 {
	h := NewHash()
	for i := range w.nodes {
		at := &w.nodes[i]
		h.Uint(uint64(at.life))
		h.Int(int64(at.clock))
		at.node.Fingerprint(h)
		for j := range at.parked {
			w.hashItem(h, &at.parked[j])
		}
	}
	for _, it := range w.all() {
		w.hashItem(h, it)
	}
	for a := range w.nodes {
		for b := a + 1; b < len(w.nodes); b++ {
			if l := w.links[trace.LinkKey{A: trace.Node(a), B: trace.Node(b)}]; l != nil {
				h.Int(int64(a))
				h.Int(int64(b))
				l.fingerprint(h, w)
			}
		}
	}
	return h.Sum()
}

func (w *World) hashItem(h *Hash, it *item) {
	h.Int(int64(it.due - w.now))
	h.Int(int64(it.node))
	h.Int(int64(it.from))
	if it.msg != nil {
		h.Bool(it.deaf)
		it.msg.Fingerprint(h)
		return
	}
	h.Int(int64(it.timer.Kind))
	h.Int(it.timer.Arg)
	h.Bool(it.life == w.nodes[it.node].birth)
}
