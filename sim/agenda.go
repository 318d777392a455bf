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
	cause      int    // the Send, or the event that set the timer
	life       uint32 // the node's incarnation that set the timer
	beat       bool   // a heartbeat, or a timer of its kind: it does not keep a run from ending
}

// agenda is a priority queue of items: a 4-ary heap of references into a table, so that
// a swap moves 24 bytes and no item is allocated by itself.
type agenda struct {
	heap  []ref
	items []item
	free  []int32
}

type ref struct {
	due trace.Time
	seq uint64
	at  int32
}

func (a ref) before(b ref) bool { return a.due < b.due || a.due == b.due && a.seq < b.seq }

func (a *agenda) clone() agenda {
	return agenda{slices.Clone(a.heap), slices.Clone(a.items), slices.Clone(a.free)}
}

func (a *agenda) len() int { return len(a.heap) }

func (a *agenda) push(it item) {
	var at int32
	if n := len(a.free); n > 0 {
		at = a.free[n-1]
		a.free = a.free[:n-1]
		a.items[at] = it
	} else {
		at = int32(len(a.items))
		a.items = append(a.items, it)
	}
	a.heap = append(a.heap, ref{})
	a.up(len(a.heap)-1, ref{it.due, it.seq, at})
}

// peek gives the first item, which must exist. The pointer is valid until the next change.
func (a *agenda) peek() *item { return &a.items[a.heap[0].at] }

func (a *agenda) pop() item { return a.remove(0) }

// remove takes out the item at a place of the heap.
func (a *agenda) remove(i int) item {
	at := a.heap[i].at
	it := a.items[at]
	a.items[at] = item{}
	a.free = append(a.free, at)
	last := len(a.heap) - 1
	moved := a.heap[last]
	a.heap = a.heap[:last]
	if i < last {
		if i > 0 && moved.before(a.heap[(i-1)/4]) {
			a.up(i, moved)
		} else {
			a.down(i, moved)
		}
	}
	return it
}

// take removes the items that satisfy the condition, in their order.
func (a *agenda) take(condition func(*item) bool) []item {
	var taken []item
	kept := a.heap[:0]
	for _, r := range a.heap {
		if it := &a.items[r.at]; condition(it) {
			taken = append(taken, *it)
			*it = item{}
			a.free = append(a.free, r.at)
		} else {
			kept = append(kept, r)
		}
	}
	a.heap = kept
	for i := (len(kept) - 2) / 4; i >= 0 && len(kept) > 1; i-- {
		a.down(i, kept[i])
	}
	slices.SortFunc(taken, compare)
	return taken
}

// all gives pointers to the items in their order.
func (a *agenda) all() []*item {
	items := make([]*item, len(a.heap))
	for i, r := range a.heap {
		items[i] = &a.items[r.at]
	}
	slices.SortFunc(items, func(x, y *item) int { return compare(*x, *y) })
	return items
}

func compare(x, y item) int {
	if (ref{x.due, x.seq, 0}).before(ref{y.due, y.seq, 0}) {
		return -1
	}
	return 1
}

func (a *agenda) up(i int, r ref) {
	for i > 0 {
		parent := (i - 1) / 4
		if !r.before(a.heap[parent]) {
			break
		}
		a.heap[i] = a.heap[parent]
		i = parent
	}
	a.heap[i] = r
}

func (a *agenda) down(i int, r ref) {
	n := len(a.heap)
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, n); c++ {
			if a.heap[c].before(a.heap[least]) {
				least = c
			}
		}
		if !a.heap[least].before(r) {
			break
		}
		a.heap[i] = a.heap[least]
		i = least
	}
	a.heap[i] = r
}
