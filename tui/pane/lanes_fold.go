package pane

import (
	"cmp"
	"slices"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// How far lanes stand apart, in cells.
const (
	leastPitch  = 6  // from process to process
	foldedPitch = 8  // the same where processes are folded into one lane
	bestPitch   = 16 // more than this helps nobody
	leastGap    = 12 // from the last process to the first server: the shortest arrow
	goodGap     = 22
	bestGap     = 44
)

// lane is a column: one node, or the processes for which there is no room.
type lane struct {
	node trace.Node // NoNode: many
	name string
	x    int
}

// columns are the lanes of one screen.
type columns struct {
	lanes  []lane
	of     map[trace.Node]int // which lane a node has; those not there are in the one of many
	many   int                // the lane of many, −1 if there is none
	folded int                // how many processes are in it
	width  int                // of all lanes
	timeAt int                // where times begin, −1 if there is no room
}

// lane is that of a node.
func (c *columns) lane(n trace.Node) int {
	if i, ok := c.of[n]; ok {
		return i
	}
	return c.many
}

// isMany reports whether a node shares its lane.
func (c *columns) isMany(n trace.Node) bool {
	_, ok := c.of[n]
	return !ok && n != trace.NoNode
}

// arrange places as many processes as there is room for, and all servers. recent are rows that
// will be on the screen, the newest first.
func (m *Moment) arrange(w int, recent []row) *columns {
	var processes, servers []trace.Node
	longest := 0
	for n, info := range m.Trace().Nodes {
		if info.Role == trace.Server {
			servers = append(servers, trace.Node(n))
		} else {
			processes = append(processes, trace.Node(n))
			longest = max(longest, look.Width(info.Name))
		}
	}
	c := &columns{of: map[trace.Node]int{}, many: -1, timeAt: -1}
	const left = 1 // for marks
	room := w - left - 2
	if stamp := len(m.Trace().End().String()); w >= 36 {
		room -= stamp + 1
		c.timeAt = w - stamp
	}
	least := min(max(leastPitch, longest+2), 14)
	capacity := func(pitch, gap int) int {
		return 1 + max(0, room-gap-(len(servers)-1)*leastPitch)/pitch
	}
	if len(processes) > capacity(least, leastGap) {
		least = max(least, foldedPitch)
		gap := max(leastGap, min(goodGap, room/2)) // the texts of the lane of many say who, too
		shown := m.matter(processes, recent, max(0, capacity(least, gap)-1))
		c.folded = len(processes) - len(shown)
		processes = shown
	}
	for _, n := range processes {
		c.add(n, plain(m.Trace().Name(n)))
	}
	if c.folded > 0 {
		c.many = len(c.lanes)
		c.add(trace.NoNode, "")
		delete(c.of, trace.NoNode)
	}
	c.place(servers, room, left, least)
	for i, n := range servers {
		c.of[n] = len(c.lanes) - len(servers) + i
		c.lanes[c.of[n]].name = plain(m.Trace().Name(n))
	}
	if c.many >= 0 {
		next := c.width
		if c.many+1 < len(c.lanes) {
			next = c.lanes[c.many+1].x
		}
		forms := m.forms("lane.others", "count", itoa(c.folded), "more", m.Look.Signs.Ellipsis)
		c.lanes[c.many].name = m.choose(forms, max(1, next-c.lanes[c.many].x-1))
	}
	return c
}

func (c *columns) add(n trace.Node, name string) {
	c.of[n] = len(c.lanes)
	c.lanes = append(c.lanes, lane{node: n, name: name})
}

// place gives each lane its column, and adds those of the servers.
func (c *columns) place(servers []trace.Node, room, left, least int) {
	apart := max(0, len(servers)-1) * leastPitch
	pitch := least
	if n := len(c.lanes); n > 1 {
		pitch = min(max(least, (room-goodGap-apart)/(n-1)), bestPitch)
	}
	x := left + 1
	for i := range c.lanes {
		c.lanes[i].x = x
		x += pitch
	}
	if len(c.lanes) > 0 {
		x -= pitch
		x += max(leastPitch, min(bestGap, left+room-apart-x))
	}
	for _, n := range servers {
		c.lanes = append(c.lanes, lane{node: n, x: x})
		x += leastPitch
	}
	c.width = x
	if len(servers) > 0 {
		c.width = x - leastPitch + 3
	}
	if c.timeAt > c.width+1 {
		c.timeAt = c.width + 1
	}
}

// matter chooses the processes that matter now: the followed one, who believes that it holds, who
// owns what others wait for, the first waiters, and who acted of late. They come in the order of
// their nodes.
func (m *Moment) matter(processes []trace.Node, recent []row, most int) []trace.Node {
	chosen := map[trace.Node]bool{}
	choose := func(n trace.Node) {
		if len(chosen) < most && n != trace.NoNode && m.Trace().Nodes[n].Role == trace.Process {
			chosen[n] = true
		}
	}
	state := m.State()
	choose(m.Follow)
	for _, n := range state.Believers() {
		choose(n)
	}
	for _, n := range processes {
		if p := state.Procs[n]; p.Phase == trace.Releasing && p.Life == trace.Alive {
			choose(n)
		}
	}
	if len(recent) > 0 && recent[0].shape != voice {
		choose(recent[0].who)
	}
	for i, n := range m.queued(processes) {
		if i < max(1, (most-len(chosen)+1)/2) {
			choose(n)
		}
	}
	for _, r := range recent {
		choose(r.who)
	}
	for _, n := range processes {
		choose(n)
	}
	out := make([]trace.Node, 0, len(chosen))
	for n := range chosen {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// queued are the processes that wait, in the order in which their znodes were created, or in which
// they began to wait where they have none. Owners of what is waited for come first.
func (m *Moment) queued(processes []trace.Node) []trace.Node {
	state := m.State()
	created := map[trace.Node]int64{}
	for key, z := range state.Znodes {
		n := state.Client(z.Owner)
		if first, ok := created[n]; n != trace.NoNode && key.Server == m.Server() && (!ok || z.Czxid < first) {
			created[n] = z.Czxid
		}
	}
	var waiting []trace.Node
	for _, n := range processes {
		if _, owns := created[n]; owns || state.Procs[n].Waits() {
			waiting = append(waiting, n)
		}
	}
	slices.SortFunc(waiting, func(a, b trace.Node) int {
		ca, aOwns := created[a]
		cb, bOwns := created[b]
		switch {
		case aOwns && bOwns:
			return cmp.Or(cmp.Compare(ca, cb), cmp.Compare(a, b))
		case aOwns:
			return -1
		case bOwns:
			return 1
		}
		return cmp.Or(cmp.Compare(state.Procs[a].Since, state.Procs[b].Since), cmp.Compare(a, b))
	})
	return waiting
}

// gatherer joins rows of one sort from the lane of many. They may alternate with others: what
// each of many does in two steps becomes two rows.
type gatherer struct {
	m     *Moment
	c     *columns
	chain map[int]int // events that are shown for themselves
	rows  []row       // the newest first
	sorts []rowSort   // what each row is of
	texts map[msgSort]string
}

// rowSort is what rows have in common that are joined. The zero value is of a row that stands
// alone.
type rowSort struct {
	text  string
	shape shape
	lane  int // where it begins
	fresh bool
}

// msgSort is what the text of many messages depends on.
type msgSort struct {
	class     trace.Class
	op        trace.Op
	watch     bool
	err, text string
}

// lookBack is how many rows back one of the same sort is looked for.
const lookBack = 3

func (g *gatherer) add(r row) {
	sort := g.sortOf(&r)
	if sort.text != "" {
		for i := len(g.rows) - 1; i >= max(0, len(g.rows)-lookBack) && g.sorts[i].text != ""; i-- {
			if g.sorts[i] == sort {
				g.rows[i].count++
				return
			}
		}
	}
	g.rows = append(g.rows, r)
	g.sorts = append(g.sorts, sort)
}

// sortOf names what a row of the lane of many has in common with others.
func (g *gatherer) sortOf(r *row) rowSort {
	if g.c.many < 0 || r.shape == voice || r.shape == broken || !g.c.isMany(r.who) {
		return rowSort{}
	}
	if _, ok := g.chain[r.event]; ok {
		return rowSort{}
	}
	return rowSort{g.general(r), r.shape, g.c.lane(r.from), r.event >= g.m.From}
}

// general is the text of many rows like this one.
func (g *gatherer) general(r *row) string {
	if r.key == "" {
		of := msgSort{r.msg.Class, r.msg.Op, r.msg.Watch, r.msg.Err, ""}
		if r.msg.Class == trace.Notice {
			of.text = r.msg.Text
		}
		text, ok := g.texts[of]
		if !ok {
			forms := g.m.message(&r.msg)
			text = forms[len(forms)-1]
			if g.texts == nil {
				g.texts = map[msgSort]string{}
			}
			g.texts[of] = text
		}
		return text
	}
	forms := g.m.forms(r.key, r.pairs...)
	return forms[len(forms)-1]
}

// text is what a row says, from the longest form to the shortest. In the lane of many it says who
// it was, unless it does so anyway: a fault names its node, and an expiry whose session it ends.
func (g *gatherer) text(r *row) []string {
	if r.count > 1 {
		text := g.m.words("lane.many", "what", g.general(r), "count", itoa(r.count))
		return []string{strings.ReplaceAll(text, "×", times(g.m.Look.Signs))}
	}
	var out []string
	if r.key == "" {
		out = g.m.message(&r.msg)
	} else {
		out = g.m.forms(r.key, r.pairs...)
	}
	if names := r.key == "lane.fault" || r.shape == local && r.who != r.from; g.c.isMany(r.who) && !names {
		out = g.m.prefixed(plain(g.m.Trace().Name(r.who)), out)
	}
	return out
}
