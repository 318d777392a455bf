package pane

import (
	"slices"

	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
)

// shape says how a row is drawn.
type shape uint8

const (
	arrow  shape = iota // a message that has arrived
	flying              // one on its way
	lost                // one that never arrives
	local               // what happens at one node
	broken              // a fault on a link, or its mending
	voice               // the narrator
)

// row is one thing that happened, or many of a sort that happened in a lane of many.
type row struct {
	shape    shape
	event    int // its number; of many, that of the newest
	at       trace.Time
	from, to trace.Node // the ends of an arrow; a local row is at from
	msg      trace.Msg  // of an arrow
	sign     string     // of a local row
	role     look.Role
	key      string   // the text of a row that is no arrow
	pairs    []string // what goes into it
	count    int      // how many it stands for
	who      trace.Node
}

// The most that is looked at for one screen: events one by one, and messages on their way.
const (
	mostEvents  = 12_000
	mostFlying  = 3_000
	longestIdle = 192 // heartbeats in a row after which the rest of their beat is passed over
)

// shortReason is how many cells a reason takes where there is little room.
const shortReason = 16

// undo takes back one change of what the lanes show, on the way up the screen.
type undo struct {
	event int
	proc  *trace.ProcChange
	link  *trace.LinkChange
}

// walker finds rows from the cursor back.
type walker struct {
	m      *Moment
	at     int // the events before this one are still to be looked at
	left   int // how many more may be
	idle   int // heartbeats in a row
	undos  []undo
	server trace.Node
	owners map[string]int64 // of znodes that have changed since: what they were at this point
}

func newWalker(m *Moment) *walker {
	return &walker{m: m, at: m.N(), left: mostEvents, server: m.Server(), owners: map[string]int64{}}
}

// next gives the row before the last one given.
func (w *walker) next() (row, bool) {
	for w.at > 0 && w.left > 0 {
		w.at--
		w.left--
		e := w.m.Cursor.At(w.at)
		r, ok := w.row(&e)
		w.note(&e)
		if ok && w.m.concerned(&r) {
			return r, true
		}
		w.pass(&e)
	}
	return row{}, false
}

// pass jumps over the middle of a beat that is full of heartbeats.
func (w *walker) pass(e *trace.Event) {
	if !(e.Kind.HasMsg() && e.Msg.Class.Heartbeat() || e.Kind == trace.Work) {
		w.idle = 0
		return
	}
	if w.idle++; w.idle > longestIdle {
		w.idle = 0
		if begin := w.m.Rec.Beats[beatOf(w.m, w.at)]; w.at > begin+longestIdle {
			w.at = begin + longestIdle
		}
	}
}

// note keeps how to take back what an event changed.
func (w *walker) note(e *trace.Event) {
	for _, change := range e.Changes {
		switch c := change.(type) {
		case *trace.ProcChange:
			w.undos = append(w.undos, undo{event: e.N, proc: c})
		case *trace.LinkChange:
			w.undos = append(w.undos, undo{event: e.N, link: c})
		case *trace.ZnodeChange:
			if c.Key.Server == w.server {
				w.owners[c.Key.Path] = c.Old.Owner
			}
		}
	}
}

// row says how an event is drawn, if it is.
func (w *walker) row(e *trace.Event) (row, bool) {
	s := w.m.Look.Signs
	r := row{event: e.N, at: e.At, from: e.Node, to: e.Peer, who: e.Node, count: 1}
	is := func(shape shape, sign string, role look.Role, key string, pairs ...string) (row, bool) {
		r.shape, r.sign, r.role, r.key, r.pairs = shape, sign, role, key, pairs
		return r, true
	}
	switch e.Kind {
	case trace.Recv, trace.Lost:
		if !drawn(e.Msg.Class) {
			return r, false
		}
		r.from, r.to, r.msg = e.Peer, e.Node, e.Msg
		r.who = w.m.process(r.from, r.to)
		switch {
		case e.Kind == trace.Lost:
			r.shape, r.role = lost, look.Bad
		case e.Msg.Class == trace.Notice:
			r.role = look.Note
		}
		return r, true
	case trace.Phase:
		return w.phase(e, is)
	case trace.Wait:
		return w.wait(e, is)
	case trace.Told:
		return w.told(e, is)
	case trace.Expired:
		r.who = e.Peer
		return w.expired(e, is)
	case trace.Fault:
		shape, sign, role := local, s.Fault, look.Bad
		if story.Mends(e) {
			sign, role = s.Mend, look.Mend
		}
		if e.Peer != trace.NoNode {
			shape = broken
			r.who = w.m.process(e.Node, e.Peer)
		}
		return is(shape, sign, role, "lane.fault", "text", plain(e.Text))
	case trace.Say:
		return is(voice, "", look.Voice, "", "text", e.Text)
	}
	return r, false
}

// maker completes a row.
type maker func(shape shape, sign string, role look.Role, key string, pairs ...string) (row, bool)

// drawn reports whether messages of a class have rows of their own. A session's beginning and
// end are rows at its process.
func drawn(c trace.Class) bool {
	return c.Own() || c == trace.Close || c == trace.Upkeep || c == trace.UpkeepDone
}

// process is the one of two nodes that is a process.
func (m *Moment) process(a, b trace.Node) trace.Node {
	if a != trace.NoNode && m.Trace().Nodes[a].Role == trace.Server && b != trace.NoNode {
		return b
	}
	return a
}

// changeOf is what an event changed of its process.
func changeOf(e *trace.Event) trace.ProcChange {
	for _, change := range e.Changes {
		if c, ok := change.(*trace.ProcChange); ok && c.Node == e.Node {
			return *c
		}
	}
	return trace.ProcChange{Node: e.Node}
}

func (w *walker) phase(e *trace.Event, is maker) (row, bool) {
	s := w.m.Look.Signs
	switch changeOf(e).New.Phase {
	case trace.Holding:
		if w.violates(e.N) {
			return is(local, s.Violation, look.Bad, "lane.holds.too")
		}
		return is(local, s.Holds, look.Holder, "lane.holds")
	case trace.Releasing:
		return is(local, s.FromLeft, look.Normal, "lane.releases")
	case trace.Failed:
		text := plain(e.Text)
		return is(local, s.Fault, look.Bad, "lane.fails", "text", text, "short", w.m.Look.Cut(text, shortReason))
	}
	return row{}, false
}

// violates reports whether with an event more believe that they hold than may.
func (w *walker) violates(event int) bool {
	marks := w.m.Trace().Summary().Landmarks
	i, _ := slices.BinarySearchFunc(marks, event, func(l trace.Landmark, n int) int { return l.Event - n })
	for ; i < len(marks) && marks[i].Event == event; i++ {
		if marks[i].Mark == trace.ViolationMark {
			return true
		}
	}
	return false
}

// wait says for whom a process waits: the owner, at that moment, of the znode that it watches.
func (w *walker) wait(e *trace.Event, is maker) (row, bool) {
	s, state := w.m.Look.Signs, w.m.State()
	on := changeOf(e).New.WaitOn
	if on == "" {
		return is(local, s.Waits, look.Waiter, "lane.waits")
	}
	owner, known := w.owners[on]
	if !known {
		owner = state.Znodes[trace.ZnodeKey{Server: w.server, Path: on}].Owner
	}
	name := trace.Base(plain(on))
	if client := state.Client(owner); client != trace.NoNode {
		return is(local, s.Waits, look.Waiter, "lane.waits.owner", "owner", plain(w.m.Trace().Name(client)))
	}
	key := "lane.waits.path"
	if state.Znodes[trace.ZnodeKey{Server: w.server, Path: on}].Children > 0 {
		key = "lane.waits.children"
	}
	return is(local, s.Waits, look.Waiter, key, "path", plain(on), "name", name, "n", w.m.brief(name))
}

func (w *walker) told(e *trace.Event, is maker) (row, bool) {
	s := w.m.Look.Signs
	switch c := changeOf(e); c.New.View {
	case trace.Connected:
		if c.Old.Session != 0 {
			return is(local, s.Mend, look.Mend, "lane.again")
		}
		return is(local, begins(s), look.Normal, "lane.session")
	case trace.Disconnected:
		return is(local, "!", look.Bad, "lane.disconnected")
	case trace.SessionExpired:
		return is(local, s.Expiry, look.Bad, "lane.told expired")
	case trace.SessionClosed:
		return is(local, ends(s), look.Normal, "lane.ended")
	}
	return row{}, false
}

func (w *walker) expired(e *trace.Event, is maker) (row, bool) {
	who := plain(w.m.Trace().Name(e.Peer))
	var gone []string
	for _, change := range e.Changes {
		if z, ok := change.(*trace.ZnodeChange); ok && z.New.Mode == trace.NoZnode && z.Key.Server == e.Node {
			gone = append(gone, z.Key.Path)
		}
	}
	key, name := "lane.expired.nothing", ""
	switch {
	case len(gone) == 1:
		key, name = "lane.expired", w.m.brief(trace.Base(plain(gone[0])))
	case len(gone) > 1:
		key = "lane.expired.many"
	}
	return is(local, w.m.Look.Signs.Expiry, look.Bad, key, "who", who, "gone", name, "len", itoa(len(gone)))
}

// flights are the messages on their way, in the order in which they were sent; of very many the
// newest.
func (m *Moment) flights() []row {
	state := m.State()
	sent := make([]int, 0, len(state.InFlight))
	for n := range state.InFlight {
		sent = append(sent, n)
	}
	slices.Sort(sent)
	sent = sent[max(0, len(sent)-mostFlying):]
	var rows []row
	for _, n := range sent {
		e := m.Cursor.At(n)
		if !drawn(e.Msg.Class) && !(n >= m.From && (e.Msg.Class == trace.Open || e.Msg.Class == trace.Opened)) {
			continue
		}
		r := row{shape: flying, event: n, at: e.At, from: e.Node, to: e.Peer, msg: e.Msg, count: 1, who: m.process(e.Node, e.Peer)}
		if e.Msg.Class == trace.Notice {
			r.role = look.Note
		}
		if m.concerned(&r) {
			rows = append(rows, r)
		}
	}
	return rows
}
