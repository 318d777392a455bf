package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// Source shows the lock's own code, with each process at the line that it has reached.
type Source struct {
	top  int // the first line on the screen
	seen int // events that there were when it was last drawn; −1 before
}

func NewSource() *Source { return &Source{seen: -1} }

func (*Source) Name() string { return labels["source.name"] }
func (*Source) Help() string { return labels["source.help"] }

// Key scrolls.
func (s *Source) Key(m *Moment, key string) bool {
	switch key {
	case "up", "k":
		s.top--
	case "down", "j":
		s.top++
	case "pgup":
		s.top -= 10
	case "pgdown":
		s.top += 10
	default:
		return false
	}
	s.top = max(0, s.top)
	return true
}

// View draws the code with the processes in a margin.
func (s *Source) View(m *Moment, w, h int) []string {
	code := listingOf(m.Rec.Plan.Lock)
	if code == nil {
		return m.Look.FitAll([]string{m.Look.Paint(look.Faint, m.label("source.none", "lock", clean(m.Rec.Plan.Lock)))}, w, h)
	}
	at := m.positions(code)
	acting, actor := -1, trace.NoNode
	for _, n := range actors(m) {
		if line, ok := at[n]; ok {
			acting, actor = line, n
			break
		}
	}
	by := map[int][]trace.Node{}
	for n, line := range at {
		by[line] = append(by[line], n)
	}
	status := m.returned()
	room := h
	if status != "" && h > 3 {
		room--
	} else {
		status = ""
	}
	margins := map[int]string{}
	var names []string
	for line, nodes := range by {
		slices.SortFunc(nodes, func(a, b trace.Node) int {
			switch actor { // who acted comes first
			case a:
				return -1
			case b:
				return 1
			}
			return cmp.Compare(a, b)
		})
		margins[line] = m.margin(nodes)
		names = append(names, margins[line])
	}
	margin := widest(max(4, w/4), names...)
	tab := "    "
	if w < 72 {
		tab = "  "
	}
	// Code is wrapped rather than cut: a row is a line, or what goes on from the row before.
	var rows []string
	actingRow := -1
	for n := range code.lines {
		l := &code.lines[n]
		who, here := margins[n]
		lead := m.Look.Paint(look.Faint, m.Look.Fit("", margin)) + "  "
		role := look.Normal
		if here {
			mark := look.Waiter
			if n == acting {
				mark, actingRow = look.Focus, len(rows)
			}
			role = look.Fresh
			who = m.Look.Cut(who, margin)
			lead = strings.Repeat(" ", max(0, margin-look.Width(who))) + m.Look.Paint(mark, who+" "+m.Look.Signs.Point)
		}
		comment := strings.ReplaceAll(l.comment, "\t", tab)
		if l.title {
			comment = m.Look.Signs.Horizontal + m.Look.Signs.Horizontal + " " + comment
		}
		for i, text := range m.wrapCode(strings.ReplaceAll(l.code, "\t", tab), comment, tab, role, w-margin-3) {
			if i > 0 {
				lead = strings.Repeat(" ", margin+2)
			}
			rows = append(rows, lead+" "+text)
		}
	}
	s.scroll(m, actingRow, len(rows), room)
	var lines []string
	if status != "" {
		lines = append(lines, m.Look.Paint(look.Holder, m.Look.Signs.Holds)+" "+status)
	}
	return m.Look.FitAll(append(lines, rows[s.top:min(len(rows), s.top+room)]...), w, h)
}

// wrapCode breaks a line of code and its comment into rows of at most w cells; what goes on is
// indented once more than where it begins.
func (m *Moment) wrapCode(code, comment, tab string, role look.Role, w int) []string {
	if look.Width(code)+look.Width(comment) <= w || w < 12 {
		return []string{m.Look.Paint(role, code) + m.Look.Paint(look.Faint, comment)}
	}
	indent := code + comment
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " "))] + tab
	indent = indent[:min(len(indent), w/2)]
	var rows []string
	for _, part := range []struct {
		text string
		role look.Role
	}{{code, role}, {comment, look.Faint}} {
		text := strings.TrimRight(part.text, " ")
		for first := true; strings.TrimSpace(text) != ""; first = false {
			if !first || len(rows) > 0 {
				text = indent + strings.TrimLeft(text, " ")
			}
			cut := len(text)
			if look.Width(text) > w {
				cut = strings.LastIndexByte(text[:w+1], ' ')
				if cut <= len(indent) {
					cut = w
				}
			}
			rows = append(rows, m.Look.Paint(part.role, text[:cut]))
			text = text[cut:]
		}
	}
	return rows
}

// scroll brings the line of whoever acted last into view after a step.
func (s *Source) scroll(m *Moment, acting, lines, h int) {
	if s.seen != m.N() {
		s.seen = m.N()
		if acting >= 0 && (acting < s.top+1 || acting > s.top+h-2) {
			s.top = acting - h/2
		}
	}
	s.top = max(0, min(s.top, lines-h))
}

// margin names the processes at one line.
func (m *Moment) margin(nodes []trace.Node) string {
	const most = 2
	var names []string
	for _, n := range nodes[:min(len(nodes), most)] {
		names = append(names, m.who(n))
	}
	text := strings.Join(names, ",")
	if more := len(nodes) - most; more > 0 {
		text = m.label("source.more", "who", text, "n", strconv.Itoa(more))
	}
	return text
}

// returned says who has come back from Acquire, and is in none of the lock's lines.
func (m *Moment) returned() string {
	holders := m.State().Believers()
	if len(holders) == 0 {
		return ""
	}
	return m.label("source.returned", "who", m.named(holders, 4))
}

// mostSought bounds how far back a process's last call is looked for.
const mostSought = 8000

// positions finds the line that each process is at: its last request, or its wait.
func (m *Moment) positions(code *listing) map[trace.Node]int {
	at := map[trace.Node]int{}
	put := func(n trace.Node, c call) {
		if line := code.line(c); line >= 0 {
			at[n] = line
		}
	}
	state := m.State()
	asking := map[trace.Node]bool{}
	for i, p := range state.Procs {
		n := trace.Node(i)
		switch {
		case p.Life == trace.Crashed:
		case p.Phase == trace.Acquiring && p.Waiting:
			put(n, call{})
		case p.Phase == trace.Releasing:
			put(n, call{op: trace.Delete})
		case p.Phase == trace.Acquiring:
			asking[n] = true
		}
	}
	for i, looked := m.N()-1, 0; i >= 0 && looked < mostSought && len(asking) > 0; i, looked = i-1, looked+1 {
		e := m.Cursor.At(i)
		if !asking[e.Node] {
			continue
		}
		switch {
		case e.Kind == trace.Send && e.Msg.Class == trace.Request:
			put(e.Node, call{e.Msg.Op, e.Msg.Op == trace.Delete})
		case e.Kind == trace.Recv && e.Msg.Class == trace.Notice && wokenBy(&e):
			put(e.Node, call{}) // it is just being woken
		case e.Kind == trace.Phase && state.Procs[e.Node].Since == e.At:
			put(e.Node, call{op: trace.Create}) // what it will do first
		default:
			continue
		}
		delete(asking, e.Node)
	}
	return at
}

// wokenBy reports whether an event ends the wait of the process that it reaches.
func wokenBy(e *trace.Event) bool {
	return slices.ContainsFunc(e.Changes, func(change trace.Change) bool {
		p, ok := change.(*trace.ProcChange)
		return ok && p.Node == e.Node && p.Old.Waiting && !p.New.Waiting
	})
}
