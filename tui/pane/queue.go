package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// Queue shows who holds the lock, who waits for whom and in which order, and who only thinks that
// it holds.
type Queue struct{}

func NewQueue() *Queue { return &Queue{} }

func (*Queue) Name() string { return labels["queue.name"] }

func (*Queue) Help() string {
	return labels.Say("queue.help", "holds", look.Unicode.Holds, "waits", look.Unicode.Waits,
		"violation", look.Unicode.Violation)
}

// rank orders the rows: who matters most comes first.
type rank int

const (
	first rank = iota // holds by the server's state
	believer
	inLine
	outside // wants the lock, and has no place yet
	fallen
)

// contender is one row of the queue.
type contender struct {
	node  trace.Node
	rank  rank
	sign  string
	role  look.Role
	name  string // of its znode, "" without one
	what  string
	brief string // where there is no room for what, "" for the same
	wait  bool
}

// View draws a row a process.
func (*Queue) View(m *Moment, w, h int) []string {
	l := newLineup(m)
	rows, done := l.contenders()
	var lines []string
	if len(rows) == 0 || rows[0].rank > believer {
		key := "queue.nobody"
		if len(rows) == 0 && len(done) == 0 {
			key = "queue.none"
		}
		lines = append(lines, m.Look.Paint(look.Faint, m.label(key)))
	}
	footer := l.footer(rows, done)
	for len(footer) > 0 && len(lines)+len(footer)+min(len(rows), 3) > h {
		footer = footer[:len(footer)-1]
	}
	acted := actors(m)
	seen := fold(len(rows), h-len(lines)-len(footer), func(i int) bool {
		r := &rows[i]
		return r.rank == believer || r.node == m.Follow || len(acted) > 0 && r.node == acted[0]
	})
	lines = append(lines, l.draw(rows, seen, w)...)
	if more := len(rows) - len(seen); more > 0 {
		lines = append(lines, m.Look.Paint(look.Faint, l.more(rows, seen, more)))
	}
	for _, f := range footer {
		lines = append(lines, m.Look.Paint(look.Faint, f))
	}
	return m.Look.FitAll(lines, w, h)
}

// more says how many rows are not drawn.
func (l *lineup) more(rows []contender, seen []int, more int) string {
	waiting := 0
	for i := range rows {
		if rows[i].wait && !slices.Contains(seen, i) {
			waiting++
		}
	}
	key := "queue.more"
	if waiting == more {
		key = "queue.more.wait"
	}
	return l.m.label(key, "more", l.m.Look.Signs.Ellipsis, "n", strconv.Itoa(more))
}

// footer says what is true of many.
func (l *lineup) footer(rows []contender, done []string) []string {
	var lines []string
	waiting := 0
	for i := range rows {
		if rows[i].wait {
			waiting++
		}
	}
	if waiting > 1 && !l.numbered() {
		if l.owner == trace.NoNode {
			lines = append(lines, l.m.label("queue.unordered.none"))
		} else {
			lines = append(lines, l.m.label("queue.unordered", "owner", l.m.who(l.owner)))
		}
	}
	if len(done) > 0 {
		names := strings.Join(done[:min(len(done), 8)], ", ")
		if more := len(done) - 8; more > 0 {
			names += " +" + strconv.Itoa(more)
		}
		lines = append(lines, l.m.label("queue.done", "names", names))
	}
	return lines
}

// draw writes rows in columns: sign, name, znode, what it does.
func (l *lineup) draw(rows []contender, seen []int, w int) []string {
	m := l.m
	var names, znodes []string
	for _, i := range seen {
		names = append(names, m.who(rows[i].node))
		znodes = append(znodes, clean(rows[i].name))
	}
	who := widest(max(4, w/4), names...)
	if w < who+widest(w, znodes...)+36 {
		for i := range znodes {
			znodes[i] = m.abbreviated(znodes[i])
		}
	}
	where := widest(max(4, w/3), znodes...)
	var lines []string
	for k, i := range seen {
		r := &rows[i]
		text := m.Look.Paint(r.role, r.sign) + " " + m.Look.Fit(names[k], who)
		if r.brief != "" && w < look.Width(text)+2+look.Width(r.what) {
			r.what = r.brief
		}
		bare := r.name == "" && w < look.Width(text)+where+4+look.Width(r.what)
		if where > 0 && !bare && w >= who+where+14 {
			text += "  " + m.Look.Paint(look.Faint, m.Look.Fit(znodes[k], where))
		}
		lines = append(lines, text+"  "+m.Look.Paint(r.role, r.what))
	}
	return lines
}

// contenders gives a row for each process that wants the lock, or wanted it and went wrong, in
// order; and the names of those that are done with it.
func (l *lineup) contenders() (rows []contender, done []string) {
	for n, info := range l.m.Trace().Nodes {
		if info.Role != trace.Process || n >= len(l.m.State().Procs) {
			continue
		}
		node := trace.Node(n)
		p := l.m.State().Procs[n]
		place, placed := l.mine[node]
		if p.Phase == trace.Done && !placed {
			done = append(done, l.m.who(node))
			continue
		}
		if r, ok := l.contender(node, p, place, placed); ok {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b contender) int {
		if a.rank != b.rank {
			return cmp.Compare(a.rank, b.rank)
		}
		if l.numbered() && a.rank == inLine {
			return strings.Compare(a.name, b.name)
		}
		return cmp.Compare(a.node, b.node)
	})
	return rows, done
}

// contender describes a process; false if there is nothing to say of it.
func (l *lineup) contender(n trace.Node, p trace.Proc, at int, placed bool) (contender, bool) {
	m, s := l.m, l.m.Look.Signs
	r := contender{node: n, rank: outside, sign: " ", role: look.Normal}
	if placed {
		r.name, r.rank = l.places[at].name, inLine
	}
	switch {
	case n == l.owner && p.Phase != trace.Acquiring || n == l.owner && l.numbered():
		r.rank, r.sign, r.role = first, s.Holds, look.Holder
		r.what = l.holds(n, p, at)
		if p.Life == trace.Crashed || p.Phase == trace.Failed {
			r.role = look.Bad
		}
		return r, true
	case p.Believes():
		r.rank, r.sign, r.role = believer, s.Violation, look.Bad
		r.what, r.brief = l.believes(n, p)
		return r, true
	case p.Life == trace.Crashed:
		r.sign, r.role, r.what = s.Fault, look.Bad, m.label("queue.crashed")
		if placed {
			r.what = m.label("queue.crashed.place")
		} else {
			r.rank = fallen
		}
		return r, true
	case p.Phase == trace.Failed:
		r.rank, r.sign, r.role, r.what = fallen, s.Fault, look.Bad, m.label("queue.failed")
		return r, true
	case p.Waits():
		r.rank, r.sign, r.role, r.wait = inLine, s.Waits, look.Waiter, true
		r.what = l.waits(n)
	case p.Phase == trace.Acquiring && p.View == trace.Connecting:
		r.role, r.what = look.Faint, m.label("queue.comes")
	case p.Phase == trace.Acquiring:
		r.what = m.label("queue.asks")
	case p.Phase == trace.Releasing || p.Phase == trace.Holding:
		r.what = m.label("queue.releases")
	case placed:
		r.what = m.label("queue.idle")
	default:
		return r, false
	}
	switch {
	case p.Life == trace.Paused:
		r.what = m.label("queue.paused", "what", r.what)
	case p.View == trace.Disconnected:
		r.what = m.label("queue.lost", "what", r.what)
	}
	return r, true
}

// holds says how the holder is.
func (l *lineup) holds(n trace.Node, p trace.Proc, at int) string {
	key := "queue.holds"
	switch {
	case p.Life == trace.Crashed:
		if key = "queue.holds.crashed"; l.places[at].znode.Owner == 0 {
			key = "queue.holds.left"
		}
	case p.Phase == trace.Failed:
		key = "queue.holds.failed"
	case p.Phase == trace.Acquiring:
		key = "queue.holds.unaware"
	case p.Phase == trace.Releasing:
		key = "queue.releases"
	case p.Phase != trace.Holding:
		key = "queue.idle"
	case p.Life == trace.Paused:
		key = "queue.holds.paused"
	case p.View == trace.Disconnected:
		key = "queue.holds.lost"
	}
	return l.m.label(key, "time", duration(l.m.Now().Sub(p.Since)))
}

// believes says why who believes that it holds does not, and the same in few words if there are any.
func (l *lineup) believes(n trace.Node, p trace.Proc) (what, brief string) {
	m := l.m
	session := m.State().Sessions[p.Session]
	if session.State == trace.SessionTimeout {
		if at := m.Trace().Summary().Proc(n).Expired; at >= 0 && at <= m.Now() {
			return m.label("queue.believes.ended", "at", at.String()), m.label("queue.believes.brief", "at", at.String())
		}
	}
	switch {
	case l.owner == trace.NoNode || l.owner == n:
		return m.label("queue.believes"), ""
	case l.numbered() && session.State == trace.SessionOpen:
		return m.label("queue.believes.before", "owner", m.who(l.owner)), ""
	}
	return m.label("queue.believes.taken", "owner", m.who(l.owner)), ""
}

// waits says whom a process waits for.
func (l *lineup) waits(n trace.Node) string {
	switch who, list := l.blocker(n); {
	case list:
		return l.m.label("queue.waits.list")
	case who != trace.NoNode:
		return l.m.label("queue.waits.for", "owner", l.m.who(who))
	}
	// What it watched is gone, and the event is under way.
	return l.m.label("queue.waits")
}
