package trace

import "sort"

// Cursor stands between two events of a trace and knows the state there. Any number of
// cursors can read one trace; none may be used while the trace is being written.
type Cursor struct {
	t     *Trace
	n     int // events folded
	state *State

	here  decoded // the group that the cursor moves in
	there decoded // the group that At last looked at
}

// decoded is a group whose events have been read.
type decoded struct {
	group  int // −1 for none
	size   int // of its bytes: an unfinished group grows
	events []Event
}

// Cursor gives a cursor before the first event.
func (t *Trace) Cursor() *Cursor {
	if !t.keep {
		panic("trace: the events of this run were not kept")
	}
	return &Cursor{t: t, state: t.snapshots[0].restore(t), here: decoded{group: -1}, there: decoded{group: -1}}
}

// restore gives a copy of a kept state. Nodes that came later were not there yet.
func (s snapshot) restore(t *Trace) *State {
	state := s.state.Clone()
	for len(state.Procs) < len(t.Nodes) {
		state.Procs = append(state.Procs, Proc{})
	}
	return state
}

// N is how many events lie before the cursor.
func (c *Cursor) N() int { return c.n }

// State is the state after the events before the cursor.
func (c *Cursor) State() *State { return c.state }

// Trace is what the cursor reads.
func (c *Cursor) Trace() *Trace { return c.t }

// Next folds the next event and gives it, or reports false at the end. The event is valid
// until the cursor moves.
func (c *Cursor) Next() (*Event, bool) {
	if c.n >= c.t.n {
		return nil, false
	}
	e := c.t.event(&c.here, c.n)
	c.state.begin(e, 1)
	for _, change := range e.Changes {
		change.apply(c.state)
	}
	c.state.At = e.At
	c.n++
	return e, true
}

// Prev takes back the event before the cursor and gives it, or reports false at the start.
func (c *Cursor) Prev() (*Event, bool) {
	if c.n == 0 {
		return nil, false
	}
	c.n--
	e := c.t.event(&c.here, c.n)
	for i := len(e.Changes) - 1; i >= 0; i-- {
		e.Changes[i].revert(c.state)
	}
	c.state.begin(e, -1)
	c.state.At = 0
	if c.n > 0 {
		c.state.At = c.At(c.n - 1).At
	}
	return e, true
}

// Seek moves the cursor so that n events lie before it; n is brought into [0, Len].
func (c *Cursor) Seek(n int) {
	n = max(0, min(n, c.t.n))
	// The nearest copy at or before n, unless the way from here is shorter.
	i := sort.Search(len(c.t.snapshots), func(i int) bool { return c.t.snapshots[i].n > n }) - 1
	from := c.t.snapshots[i]
	if away := n - c.n; away < 0 && -away > n-from.n || away > n-from.n {
		c.state, c.n = from.restore(c.t), from.n
	}
	for c.n < n {
		c.Next()
	}
	for c.n > n {
		c.Prev()
	}
}

// At gives event n, which must exist, without moving.
func (c *Cursor) At(n int) Event { return *c.t.event(&c.there, n) }

// event gives event n, reading its group if that is not the one at hand.
func (t *Trace) event(d *decoded, n int) *Event {
	group := n / groupSize
	if data := t.groupBytes(group); d.group != group || d.size != len(data) {
		d.events = t.decodeGroup(group, data, d.events[:0])
		d.group, d.size = group, len(data)
	}
	return &d.events[n-group*groupSize]
}

// groupBytes gives an encoded group; the one being written is brought to an end first.
func (t *Trace) groupBytes(group int) []byte {
	if group < len(t.groups) {
		return t.groups[group]
	}
	if t.open {
		return append(t.tail.buf[:len(t.tail.buf):len(t.tail.buf)], tagEnd)
	}
	return t.tail.buf
}

func (t *Trace) decodeGroup(group int, data []byte, events []Event) []Event {
	d := decoder{t: t.tables, buf: data}
	if len(data) == 0 {
		return events
	}
	at := Time(d.int())
	for n := group * groupSize; d.pos < len(d.buf); n++ {
		e := d.event(n, at)
		at = e.At
		events = append(events, e)
	}
	return events
}
