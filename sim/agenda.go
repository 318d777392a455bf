package sim

import (
	"slices"

	"lockstep/trace"
)

// item is something that can happen next: a message arrives at node, or node's timer
// fires.
type item struct {
	due        trace.Time
	seq        uint64 // in the order of creation: ties are broken by it
	node, from trace.Node
	msg        Message // nil for a timer
	timer      Timer
	cause      int       // the Send, or the event that was at hand when the timer was set
	life       uint32    // the node's incarnation that set the timer
	tag        trace.Tag // of a message
	deaf       bool      // the connection that it was sent on is closed by its receiver: it is lost
	beat       bool      // a heartbeat, or a timer of its kind: it does not keep a run from ending
}

func (it *item) before(other *item) bool {
	return it.due < other.due || it.due == other.due && it.seq < other.seq
}

// agenda is what could happen next, in order. Where every message takes equally long, each is
// due after all those sent before it: they stand in line, in a ring, and only timers and
// messages out of line need a heap.
type agenda struct {
	line  []item // a ring
	first int    // of the line
	size  int    // of the line
	heap  []item // 4-ary
}

func (a *agenda) clone() agenda {
	return agenda{slices.Clone(a.line), a.first, a.size, slices.Clone(a.heap)}
}

func (a *agenda) len() int { return a.size + len(a.heap) }

func (a *agenda) at(i int) *item { return &a.line[(a.first+i)&(len(a.line)-1)] }

func (a *agenda) push(it *item) {
	if it.msg == nil || a.size > 0 && it.before(a.at(a.size-1)) {
		a.heap = append(a.heap, *it)
		a.up(len(a.heap) - 1)
		return
	}
	if a.size == len(a.line) {
		a.grow()
	}
	*a.at(a.size) = *it
	a.size++
}

// grow doubles the ring; its length is a power of two.
func (a *agenda) grow() {
	line := make([]item, max(16, 2*len(a.line)))
	for i := range a.size {
		line[i] = *a.at(i)
	}
	a.line, a.first = line, 0
}

// peek gives the first item, nil if there is none. It is valid until the next change.
func (a *agenda) peek() *item {
	switch {
	case a.size == 0 && len(a.heap) == 0:
		return nil
	case a.size == 0:
		return &a.heap[0]
	case len(a.heap) > 0 && a.heap[0].before(a.at(0)):
		return &a.heap[0]
	}
	return a.at(0)
}

// pop takes out the first item, which must exist.
func (a *agenda) pop(it *item) {
	first := a.peek()
	*it = *first
	if a.size > 0 && first == a.at(0) {
		first.msg = nil // let it go
		a.first = (a.first + 1) & (len(a.line) - 1)
		a.size--
	} else {
		a.delete(0)
	}
}

// remove takes out the one timer that satisfies the condition. It reports whether there is one.
func (a *agenda) remove(it *item, condition func(*item) bool) bool {
	for i := range a.heap {
		if condition(&a.heap[i]) {
			*it = a.heap[i]
			a.delete(i)
			return true
		}
	}
	return false
}

// delete drops an item of the heap.
func (a *agenda) delete(i int) {
	last := len(a.heap) - 1
	a.heap[i] = a.heap[last]
	a.heap[last] = item{}
	a.heap = a.heap[:last]
	if i < last {
		a.down(i)
		a.up(i)
	}
}

// take removes the items that satisfy the condition, in their order.
func (a *agenda) take(condition func(*item) bool) []item {
	var taken, kept []item
	for _, it := range a.all() {
		if condition(it) {
			taken = append(taken, *it)
		} else {
			kept = append(kept, *it)
		}
	}
	*a = agenda{}
	for i := range kept {
		a.push(&kept[i])
	}
	return taken
}

// all gives pointers to the items in their order. They are valid until the next change.
func (a *agenda) all() []*item {
	items := make([]*item, 0, a.len())
	for i := range a.size {
		items = append(items, a.at(i))
	}
	for i := range a.heap {
		items = append(items, &a.heap[i])
	}
	slices.SortFunc(items, func(x, y *item) int {
		if x.before(y) {
			return -1
		}
		return 1
	})
	return items
}

func (a *agenda) up(i int) {
	it := a.heap[i]
	for i > 0 {
		parent := (i - 1) / 4
		if !it.before(&a.heap[parent]) {
			break
		}
		a.heap[i] = a.heap[parent]
		i = parent
	}
	a.heap[i] = it
}

func (a *agenda) down(i int) {
	n := len(a.heap)
	if i >= n {
		return
	}
	it := a.heap[i]
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, n); c++ {
			if a.heap[c].before(&a.heap[least]) {
				least = c
			}
		}
		if !a.heap[least].before(&it) {
			break
		}
		a.heap[i] = a.heap[least]
		i = least
	}
	a.heap[i] = it
}
