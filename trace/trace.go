package trace

import (
	"maps"
	"slices"
)

// groupSize is how many events are encoded as one piece. A piece is decoded whole.
const groupSize = 64

// Trace is a run as it was. It is written from front to back by one writer; reading
// and writing must not happen at once.
type Trace struct {
	Nodes []NodeInfo

	names     map[string]Node // never changed once shared with a clone
	shared    bool            // names is
	keep      bool
	n         int // events so far
	open      bool
	tables    *tables
	groups    [][]byte // finished groups of groupSize events, each beginning with its time
	tail      encoder  // the group being written
	last      Time     // of the newest event
	groupTime Time     // of the newest event in tail
	head      *State   // after all events; without keep only Procs and Counts are filled
	snapshots []snapshot
	bytes     int // encoded since the last snapshot
	total     int // encoded in all

	// Limit is how many processes may believe that they hold at once: 1 for a mutex.
	Limit   int
	summary Summary
}

type snapshot struct {
	n     int // it is the state after the first n events
	state *State
}

// New makes an empty trace. Without keep it counts and summarises, and forgets the events.
func New(keep bool) *Trace {
	t := &Trace{keep: keep, names: map[string]Node{}, tables: newTables(), head: newState(), Limit: 1}
	t.tail.t = t.tables
	t.snapshots = []snapshot{{0, newState()}}
	return t
}

// Kept reports whether the events are kept, and can be read.
func (t *Trace) Kept() bool { return t.keep }

// Len is the number of events so far.
func (t *Trace) Len() int { return t.n }

// Bytes is the memory that the kept events take, without tables and snapshots.
func (t *Trace) Bytes() int { return t.total }

// End is the time of the newest event.
func (t *Trace) End() Time { return t.last }

// Head is the state after the newest event. It must not be changed, and holds only until
// the next event. Without keep, only Procs and Counts are filled.
func (t *Trace) Head() *State { return t.head }

// AddNode makes a new place.
func (t *Trace) AddNode(name string, role Role) Node {
	if t.shared {
		t.names, t.shared = maps.Clone(t.names), false
	}
	n := Node(len(t.Nodes))
	t.names[name] = n
	t.Nodes = append(t.Nodes, NodeInfo{name, role})
	t.head.Procs = append(t.head.Procs, Proc{})
	return n
}

// NodeNamed finds a node by its name.
func (t *Trace) NodeNamed(name string) (Node, bool) {
	n, ok := t.names[name]
	return n, ok
}

// Name is a node's name, "" for NoNode.
func (t *Trace) Name(n Node) string {
	if n < 0 || int(n) >= len(t.Nodes) {
		return ""
	}
	return t.Nodes[n].Name
}

// Server is the first node that is a server, NoNode if there is none.
func (t *Trace) Server() Node {
	return Node(slices.IndexFunc(t.Nodes, func(n NodeInfo) bool { return n.Role == Server }))
}

// Clone gives a trace with the same past that can be continued on its own.
func (t *Trace) Clone() *Trace {
	t.shared = true
	c := *t
	c.Nodes = slices.Clip(t.Nodes)
	c.groups = slices.Clip(t.groups)
	c.tail.buf = slices.Clone(t.tail.buf)
	c.snapshots = slices.Clip(t.snapshots)
	c.head = t.head.Clone()
	c.summary = t.summary.clone()
	return &c
}

// Share gives up the memory of the first n events for that of another trace, which has the same
// events: a branch then takes memory only from where it leaves its origin.
func (t *Trace) Share(origin *Trace, n int) {
	for i := range min(n/groupSize, len(t.groups), len(origin.groups)) {
		t.groups[i] = origin.groups[i]
	}
	for i := range min(len(t.snapshots), len(origin.snapshots)) {
		if at := t.snapshots[i].n; at > n || at != origin.snapshots[i].n {
			return
		}
		t.snapshots[i] = origin.snapshots[i]
	}
}

// Add appends an event and gives its number. What the event changed is reported by the
// Set calls that follow, until the next Add. e.N and e.Changes are not read. Times must
// not go back.
func (t *Trace) Add(e *Event) int {
	e.N = t.n
	t.n++
	t.last = e.At
	t.head.At = e.At
	t.summary.add(t, e)
	if !t.keep {
		t.head.Counts.event(e, 1)
	} else {
		t.closeEvent()
		t.startEvent(e)
		t.head.begin(e, 1)
	}
	return e.N
}

// Message is Add for a message of which nothing is kept but what is counted: kind is Send, Recv
// or Lost.
func (t *Trace) Message(kind Kind, at Time, node, peer Node, tag Tag) int {
	n := t.n
	t.n++
	t.last = at
	t.head.At = at
	if tag.Class.Own() {
		t.summary.Active = at
	}
	switch kind {
	case Send:
		t.head.Counts.sent(tag, 1)
	case Recv:
		t.summary.heard(t, at, node, peer, tag.Class)
	}
	return n
}

func (t *Trace) startEvent(e *Event) {
	last := t.groupTime
	before := len(t.tail.buf)
	if before == 0 {
		t.tail.int(int64(e.At))
		last = e.At
	}
	t.tail.event(e, last)
	t.groupTime = e.At
	t.open = true
	t.count(len(t.tail.buf) - before)
}

func (t *Trace) count(bytes int) {
	t.bytes += bytes
	t.total += bytes
}

// closeEvent ends the list of changes of the newest event, and its group when it is full.
func (t *Trace) closeEvent() {
	if !t.open {
		return
	}
	t.open = false
	t.tail.byte(tagEnd)
	t.count(1)
	if done := t.n - 1; done%groupSize == 0 { // the event being added is not encoded yet
		t.groups = append(t.groups, slices.Clone(t.tail.buf))
		t.tail.buf = t.tail.buf[:0]
		// A copy of the state costs memory too: keep one only when the events since the last
		// outweigh it several times.
		if t.bytes > 1<<16+4*t.head.footprint() {
			t.snapshots = append(t.snapshots, snapshot{done, t.head.Clone()})
			t.bytes = 0
		}
	}
}

// SetProc reports what a process is now.
func (t *Trace) SetProc(n Node, p Proc) {
	old := t.head.Procs[n]
	if old == p {
		return
	}
	t.head.Procs[n] = p
	t.summary.proc(t, n, old, p)
	if t.keep {
		t.change(&ProcChange{n, old, p})
	}
}

// SetZnode reports what a server has at a path; the zero Znode: nothing.
func (t *Trace) SetZnode(server Node, path string, z Znode) {
	if !t.keep {
		return
	}
	key := ZnodeKey{server, path}
	if old := t.head.Znodes[key]; old != z {
		put(t.head.Znodes, key, z)
		t.change(&ZnodeChange{key, old, z})
	}
}

// SetWatch reports that a server has armed a watch or has it no longer.
func (t *Trace) SetWatch(key WatchKey, armed bool) {
	if !t.keep {
		return
	}
	if t.head.Watches[key] != armed {
		put(t.head.Watches, key, armed)
		t.change(&WatchChange{key, armed})
	}
}

// SetSession reports what the servers know of a session.
func (t *Trace) SetSession(id int64, s Session) {
	if !t.keep {
		return
	}
	if old := t.head.Sessions[id]; old != s {
		put(t.head.Sessions, id, s)
		t.change(&SessionChange{id, old, s})
	}
}

// SetLink reports what is wrong with a link; the zero Link: nothing.
func (t *Trace) SetLink(key LinkKey, l Link) {
	if !t.keep {
		return
	}
	if old := t.head.Links[key]; old != l {
		put(t.head.Links, key, l)
		t.change(&LinkChange{key, old, l})
	}
}

func (t *Trace) change(c Change) {
	if !t.open {
		panic("trace: a change without an event")
	}
	before := len(t.tail.buf)
	c.encode(&t.tail)
	t.count(len(t.tail.buf) - before)
}
