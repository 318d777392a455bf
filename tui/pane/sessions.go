package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"lockstep/trace"
	"lockstep/tui/look"
)

// Sessions shows each session from both sides: what its client believes, and what the server does.
type Sessions struct{}

func NewSessions() *Sessions { return &Sessions{} }

func (*Sessions) Name() string { return labels["sessions.name"] }
func (*Sessions) Help() string { return labels["sessions.help"] }

// session is one row.
type session struct {
	id     int64
	s      trace.Session
	p      trace.Proc
	theirs bool // it is the one that its client has now
	over   bool // for both sides
	differ bool // the server has ended it, and its client has not heard of that
}

// View draws a row a session. Those that are over come last.
func (*Sessions) View(m *Moment, w, h int) []string {
	rows := m.sessions()
	if len(rows) == 0 {
		return m.Look.FitAll([]string{m.Look.Paint(look.Faint, m.label("sessions.none"))}, w, h)
	}
	acted := actors(m)
	seen := fold(len(rows), h, func(i int) bool {
		r := &rows[i]
		return r.differ || !r.over && (r.s.Client == m.Follow || slices.Contains(acted[:min(len(acted), 3)], r.s.Client))
	})
	names, ids := make([]string, len(seen)), make([]string, len(seen))
	for k, i := range seen {
		names[k], ids[k] = m.who(rows[i].s.Client), m.shortID(rows[i].id)
	}
	lines := m.drawSessions(rows, seen, names, ids, w)
	if more := len(rows) - len(seen); more > 0 {
		key := "sessions.more"
		if slices.IndexFunc(rows, func(r session) bool { return r.over }) <= len(seen) && rows[0].over {
			key = "sessions.more.over"
		}
		lines = append(lines, m.Look.Paint(look.Faint, m.label(key, "more", m.Look.Signs.Ellipsis, "n", strconv.Itoa(more))))
	}
	return m.Look.FitAll(lines, w, h)
}

// sessions gives the rows by client, and those that are over after the others.
func (m *Moment) sessions() []session {
	state := m.State()
	rows := make([]session, 0, len(state.Sessions))
	for id, s := range state.Sessions {
		r := session{id: id, s: s}
		if n := int(s.Client); n >= 0 && n < len(state.Procs) {
			r.p = state.Procs[n]
		}
		r.theirs = r.p.Session == id
		alive := r.theirs && r.p.Life != trace.Crashed && r.p.View != trace.SessionExpired && r.p.View != trace.SessionClosed
		r.over = s.State != trace.SessionOpen && !alive
		r.differ = s.State != trace.SessionOpen && alive
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b session) int {
		if a.over != b.over {
			if a.over {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(a.s.Client, b.s.Client), cmp.Compare(a.id, b.id))
	})
	return rows
}

// shortID leaves out the middle of a session id: its first digit, and the number that tells it
// from others.
func (m *Moment) shortID(id int64) string {
	text := strconv.FormatUint(uint64(id), 16)
	if len(text) <= 6 {
		return "0x" + text
	}
	tail := strings.TrimLeft(text[len(text)-6:], "0")
	if tail == "" {
		tail = "0"
	}
	return "0x" + text[:1] + m.Look.Signs.Ellipsis + tail
}

func (m *Moment) drawSessions(rows []session, seen []int, names, ids []string, w int) []string {
	who, id := widest(max(3, w/4), names...), widest(12, ids...)
	var lines []string
	for k, i := range seen {
		r := &rows[i]
		line := m.Look.Fit(names[k], who)
		if w >= 40 {
			line += " " + m.Look.Paint(look.Faint, m.Look.Fit(ids[k], id))
		}
		text, role := m.sessionState(r)
		line += " "
		if room := w - look.Width(line); r.s.State == trace.SessionOpen {
			line += m.Look.Paint(role, m.Look.Fit(text, min(12, max(0, room))))
			line += " " + m.remaining(r, w-look.Width(line)-1)
		} else {
			line += m.Look.Paint(role, longest(room, forms(text)))
		}
		if r.over {
			line = m.Look.Paint(look.Faint, m.Look.Fit(names[k], who)+" "+m.Look.Fit(ids[k], id)+" "+text)
		}
		lines = append(lines, line)
	}
	return lines
}

// sessionState says what the client believes, and what the server knows better.
func (m *Moment) sessionState(r *session) (string, look.Role) {
	who := m.who(r.s.Client)
	switch {
	case r.differ && r.s.State == trace.SessionTimeout:
		return m.label("sessions.ended.unaware", "who", who), look.Bad
	case r.differ:
		return m.label("sessions.closed.unaware", "who", who), look.Note
	case r.s.State == trace.SessionTimeout:
		return m.label("sessions.expired"), look.Faint
	case r.s.State == trace.SessionEnded:
		return m.label("sessions.closed"), look.Faint
	case r.p.Life == trace.Crashed:
		return m.label("sessions.crashed"), look.Bad
	case r.p.Life == trace.Paused:
		return m.label("sessions.paused"), look.Bad
	case !r.theirs || r.p.View == trace.Connecting:
		return m.label("sessions.connecting"), look.Normal
	case r.p.View == trace.Disconnected:
		return m.label("sessions.disconnected"), look.Bad
	}
	return m.label("sessions.connected"), look.Normal
}

// remaining draws the time that is left until the server ends a session, and what part that is of
// the most that there could be.
func (m *Moment) remaining(r *session, w int) string {
	const bar = 6
	left := r.s.Deadline.Sub(m.Now())
	if left <= 0 {
		return m.Look.Paint(look.Bad, m.label("sessions.due"))
	}
	text := m.label("sessions.left", "time", duration(left))
	role := look.Normal
	timeout := time.Duration(r.s.Timeout) * time.Millisecond
	if left < timeout/3 {
		role = look.Bad
	}
	text = m.Look.Paint(role, text)
	if w < look.Width(text)+bar+1 || timeout <= 0 {
		return text
	}
	filled := int(min(bar, (left*bar+timeout-1)/timeout))
	return text + strings.Repeat(" ", max(1, 12-look.Width(text))) +
		m.Look.Paint(role, strings.Repeat(m.Look.Signs.Bar, filled)) + m.Look.Paint(look.Faint, strings.Repeat(m.Look.Signs.Dotted, bar-filled))
}
