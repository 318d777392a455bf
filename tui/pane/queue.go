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
	name  string   // of its znode, "" without one
	forms []string // what it does, from the longest to the shortest
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
	footer := l.footer(rows, done, w)
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
func (l *lineup) footer(rows []contender, done []string, w int) []string {
	var lines []string
	waiting := 0
	for i := range rows {
		if rows[i].wait {
			waiting++
		}
	}
	if waiting > 1 && !l.numbered() {
		if l.owner == trace.NoNode {
			lines = append(lines, l.m.fitting(w, "queue.unordered.none"))
		} else {
			lines = append(lines, l.m.fitting(w, "queue.unordered", "owner", l.m.who(l.owner)))
		}
	}
	if len(done) > 0 {
		var forms []string
		for most := min(len(done), 8); most > 0; most-- {
			names := strings.Join(done[:most], ", ")
			if more := len(done) - most; more > 0 {
				names += " +" + strconv.Itoa(more)
			}
			forms = append(forms, l.m.label("queue.done", "names", names))
		}
		lines = append(lines, longest(w, forms))
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
	// The sentence comes first: znodes are named in full, in brief or not at all, as there is room
	// for the shortest form of each sentence.
	need := 0
	for _, i := range seen {
		if r := &rows[i]; r.name != "" {
			need = max(need, 2+who+2+look.Width(r.forms[len(r.forms)-1]))
		}
	}
	where := widest(max(4, w/3), znodes...)
	if w < who+widest(w, znodes...)+36 || w < need+2+where {
		for i := range znodes {
			znodes[i] = m.abbreviated(znodes[i])
		}
		where = widest(max(4, w/3), znodes...)
	}
	if w < need+2+where || w < who+where+14 {
		where = 0
	}
	var lines []string
	for k, i := range seen {
		r := &rows[i]
		text := m.Look.Paint(r.role, r.sign) + " " + m.Look.Fit(names[k], who)
		bare := r.name == "" && w < look.Width(text)+where+4+look.Width(r.forms[0])
		if where > 0 && !bare {
			text += "  " + m.Look.Paint(look.Faint, m.Look.Fit(znodes[k], where))
		}
		lines = append(lines, text+"  "+m.Look.Paint(r.role, longest(w-look.Width(text)-2, r.forms)))
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
	what, then := "", ""
	switch {
	case n == l.owner && p.Phase != trace.Acquiring || n == l.owner && l.numbered():
		r.rank, r.sign, r.role = first, s.Holds, look.Holder
		what = l.holds(p)
		switch {
		case p.Phase == trace.Failed:
			r.sign, r.role = s.Fault, look.Bad
		case p.Life == trace.Crashed && p.Phase == trace.Holding: // it still holds by the server's state
			r.role = look.Bad
			if then = m.label("queue.until.holds"); l.places[at].znode.Owner == 0 {
				then, what = m.label("queue.until.stays"), m.label("queue.holds.left")
			}
		case p.Life == trace.Crashed:
			r.sign, r.role, then = s.Fault, look.Bad, m.label("queue.until.place")
		case !p.Believes():
			r.sign, r.role = s.Waits, look.Waiter
		}
	case p.Believes():
		r.rank, r.sign, r.role = believer, s.Violation, look.Bad
		r.forms = forms(l.believes(n, p))
		return r, true
	case p.Life == trace.Crashed:
		r.sign, r.role, then = s.Fault, look.Bad, m.label("queue.until.place")
		if !placed {
			r.rank, r.forms = fallen, []string{m.label("queue.is.crashed")}
			return r, true
		}
	case p.Phase == trace.Failed:
		r.rank, r.sign, r.role, r.forms = fallen, s.Fault, look.Bad, []string{m.label("queue.failed")}
		return r, true
	case p.Waits():
		r.rank, r.sign, r.role, r.wait = inLine, s.Waits, look.Waiter, true
		what = l.waits(n)
	case p.Phase == trace.Acquiring && p.View == trace.Connecting:
		r.role, what = look.Faint, m.label("queue.comes")
	case p.Phase == trace.Acquiring:
		what = m.label("queue.asks")
	case p.Phase == trace.Releasing || p.Phase == trace.Holding:
		what = m.label("queue.releases")
	case placed:
		what = m.label("queue.idle")
	default:
		return r, false
	}
	if then == "" {
		then = longest(0, forms(what))
	}
	r.forms = l.silent(n, p, forms(what), then)
	return r, true
}

func forms(text string) []string { return strings.Split(text, "|") }

// silent puts before what a process does why the server hears nothing from it, and how long its
// session still lasts, whose end will change that.
func (l *lineup) silent(n trace.Node, p trace.Proc, what []string, then string) []string {
	m := l.m
	key := ""
	switch {
	case p.Life == trace.Crashed:
		key = "queue.is.crashed"
	case p.Life == trace.Paused:
		key = "queue.is.paused"
	case m.State().Links[trace.NewLinkKey(n, l.server)].Cut:
		key = "queue.is.cut"
	case p.View == trace.Disconnected:
		key = "queue.is.lost"
	default:
		return what
	}
	state := m.label(key)
	session, known := m.State().Sessions[p.Session]
	switch {
	case known && session.State == trace.SessionOpen && l.serves():
		left := session.Deadline.Sub(m.Now())
		if key = "queue.left"; left <= 0 {
			key = "queue.due"
		}
		return forms(m.label(key, "state", state, "time", duration(left), "what", then))
	case p.Life == trace.Crashed && what[0] != "":
		return what
	case p.Life == trace.Crashed:
		return []string{state}
	}
	return forms(m.label("queue.state", "state", state, "what", then))
}

// serves reports whether the server runs: while it does not, no session comes nearer to its end.
func (l *lineup) serves() bool {
	procs := l.m.State().Procs
	return l.server >= 0 && int(l.server) < len(procs) && procs[l.server].Life == trace.Alive
}

// holds says how who is first is.
func (l *lineup) holds(p trace.Proc) string {
	key := "queue.holds"
	switch {
	case p.Life == trace.Crashed:
		return ""
	case p.Phase == trace.Failed:
		key = "queue.holds.failed"
	case p.Phase == trace.Acquiring:
		key = "queue.holds.unaware"
	case p.Phase == trace.Releasing:
		key = "queue.releases"
	case p.Phase != trace.Holding:
		key = "queue.idle"
	}
	return l.m.label(key, "time", duration(l.m.Now().Sub(p.Since)))
}

// believes says why who believes that it holds does not.
func (l *lineup) believes(n trace.Node, p trace.Proc) string {
	m := l.m
	session := m.State().Sessions[p.Session]
	if session.State == trace.SessionTimeout {
		if at := m.Trace().Summary().Proc(n).Expired; at >= 0 && at <= m.Now() {
			return m.label("queue.believes.ended", "at", at.String())
		}
	}
	switch {
	case l.owner == trace.NoNode || l.owner == n:
		return m.label("queue.believes")
	case l.numbered() && session.State == trace.SessionOpen:
		return m.label("queue.believes.before", "owner", m.who(l.owner))
	}
	return m.label("queue.believes.taken", "owner", m.who(l.owner))
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
