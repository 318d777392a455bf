package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/trace"
	"lockstep/trace/story"
)

// nextBeat goes to the end of the next beat; of the next one that the reader wants to see, if
// there is a filter or a process to follow.
func nextBeat(m *Model) tea.Cmd {
	b := m.at()
	if b.atEnd() {
		m.notice = m.say("notice.end")
		m.playing = false
		return nil
	}
	place := b.place()
	if b.places.n(place) <= b.n() {
		place++
	}
	if m.choosy() {
		n, ok := m.search(b.n(), 1)
		place = b.places.of(n)
		switch {
		case ok:
		case n >= b.rec.Trace.Len():
			return m.noMore("notice.nomore")
		default:
			m.notice = m.say("notice.nothing", "what", m.wanted())
		}
	}
	return m.forward(b.places.n(place), b.places.from(place))
}

// prevBeat goes back to the end of the beat before.
func prevBeat(m *Model) tea.Cmd {
	b := m.at()
	m.pause()
	place := b.place() - 1
	if place < 0 {
		m.notice = m.say("notice.start")
		return nil
	}
	if m.choosy() {
		n, ok := m.search(b.places.n(place), -1)
		place = b.places.of(n)
		switch {
		case ok:
		case n <= b.places.start:
			return m.noMore("notice.noearlier")
		default:
			m.notice = m.say("notice.nothing", "what", m.wanted())
		}
	}
	b.moveTo(place)
	return nil
}

// noMore stays where the reader is, as nothing that is wanted follows.
func (m *Model) noMore(key string) tea.Cmd {
	m.pause()
	m.notice = m.say(key, "what", m.wanted())
	return nil
}

// forward goes to where n events have happened, unless a question comes before.
func (m *Model) forward(n, from int) tea.Cmd {
	b := m.at()
	if q, ok := m.questionBetween(b.n(), n); ok {
		at := b.rec.Questions[q].Event
		b.move(at+1, at)
		m.pause()
		m.ask(q)
		return nil
	}
	b.move(n, from)
	if b.atEnd() {
		m.pause()
	}
	return nil
}

// nextEvent goes on by a single message, or whatever else can be seen.
func nextEvent(m *Model) tea.Cmd {
	b := m.at()
	m.pause()
	if b.atEnd() {
		m.notice = m.say("notice.end")
		return nil
	}
	for n := b.n(); n < b.rec.Trace.Len(); n++ {
		e := b.cursor.At(n)
		if n-b.n() >= mostLooked || visible(&e) && m.wants(&e) {
			return m.forward(n+1, n)
		}
	}
	if m.choosy() {
		return m.noMore("notice.nomore")
	}
	return m.forward(b.rec.Trace.Len(), b.n())
}

// prevEvent takes back a single message.
func prevEvent(m *Model) tea.Cmd {
	b := m.at()
	m.pause()
	if b.n() <= b.places.start {
		m.notice = m.say("notice.start")
		return nil
	}
	for n := b.n() - 1; n > b.places.start; n-- {
		e := b.cursor.At(n - 1)
		if b.n()-n >= mostLooked || visible(&e) && m.wants(&e) {
			b.move(n, n-1)
			return nil
		}
	}
	if m.choosy() {
		return m.noMore("notice.noearlier")
	}
	b.moveTo(0)
	return nil
}

// visible reports whether an event can be seen: heartbeats and a server's own work cannot.
func visible(e *trace.Event) bool {
	switch e.Kind {
	case trace.Send, trace.Recv, trace.Lost:
		return !e.Msg.Class.Heartbeat()
	case trace.Work:
		return false
	}
	return true
}

func home(m *Model) tea.Cmd {
	m.pause()
	m.at().moveTo(0)
	return nil
}

func end(m *Model) tea.Cmd {
	m.pause()
	b := m.at()
	b.moveTo(b.places.count() - 1)
	return nil
}

// landmark goes to the next landmark that is wanted, or the one before.
func (m *Model) landmark(by int, wanted func(trace.Mark) bool, none func(*Model) string) tea.Cmd {
	b := m.at()
	m.pause()
	marks := b.rec.Trace.Summary().Landmarks
	i := searchMarks(marks, b.n(), by)
	for ; i >= 0 && i < len(marks); i += by {
		n := marks[i].Event + 1
		if !wanted(marks[i].Mark) || n <= b.places.start {
			continue
		}
		from := b.places.from(b.places.of(n))
		if by > 0 {
			return m.forward(n, from)
		}
		b.move(n, from)
		return nil
	}
	m.notice = none(m)
	return nil
}

// searchMarks finds the first landmark after n events, or the last before the newest of them.
func searchMarks(marks []trace.Landmark, n, by int) int {
	lo, hi := 0, len(marks)
	limit := n // events numbered n or more come next
	if by < 0 {
		limit = n - 1
	}
	for lo < hi {
		if mid := (lo + hi) / 2; marks[mid].Event < limit {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if by < 0 {
		return lo - 1
	}
	return lo
}

func anyMark(trace.Mark) bool       { return true }
func violation(k trace.Mark) bool   { return k == trace.ViolationMark }
func nextLandmark(m *Model) tea.Cmd { return m.landmark(1, anyMark, told("notice.landmark.none")) }
func prevLandmark(m *Model) tea.Cmd { return m.landmark(-1, anyMark, told("notice.landmark.first")) }
func nextViolation(m *Model) tea.Cmd {
	return m.landmark(1, violation, (*Model).noViolation)
}

// told is what is said in one and the same words wherever the reader is.
func told(key string) func(*Model) string {
	return func(m *Model) string { return m.say(key) }
}

// noViolation says how it stands with the lock where no violation begins any more.
func (m *Model) noViolation() string {
	t := m.at().rec.Trace
	last := -1
	for i, v := range t.Summary().Violations {
		if v.Event < m.at().n() {
			last = i
		}
	}
	if last < 0 {
		return m.say("notice.violation.never")
	}
	switch v := t.Summary().Violations[last]; {
	case v.To == trace.Forever:
		return m.say("notice.violation.lasts", "from", v.From.String())
	case len(m.at().cursor.State().Believers()) > t.Limit:
		return m.say("notice.violation.until", "to", v.To.String())
	default:
		return m.say("notice.violation.over", "to", v.To.String())
	}
}

// choosy reports whether the reader wants to see some of the run only.
func (m *Model) choosy() bool { return m.filter != "" || m.follow() != trace.NoNode }

// wants reports whether the reader wants to see an event: it is about the process that is
// followed. (A filter looks at whole sentences, which only a cursor can tell: see search.)
func (m *Model) wants(e *trace.Event) bool {
	f := m.follow()
	return f == trace.NoNode || e.Node == f || e.Peer == f || e.Kind == trace.Say
}

// search looks from n events on, or back, for one that the reader wants to see, and gives how
// many have happened with it. It gives up after mostLooked.
func (m *Model) search(n, by int) (int, bool) {
	b := m.at()
	c := b.rec.Trace.Cursor()
	teller := story.Teller{Catalogue: m.opts.Story}
	if by < 0 {
		// Backwards in pieces, each told forwards: a sentence is about what has just happened.
		for hi := n; hi > b.places.start && n-hi < mostLooked; {
			lo := max(b.places.start, hi-512)
			c.Seek(lo)
			found := -1
			for c.N() < hi {
				if m.tells(c, teller) {
					found = c.N()
				}
			}
			if found >= 0 {
				return found, true
			}
			hi = lo
		}
		return max(b.places.start, n-mostLooked), false
	}
	for c.Seek(n); c.N() < min(b.rec.Trace.Len(), n+mostLooked); {
		if m.tells(c, teller) {
			return c.N(), true
		}
	}
	return c.N(), false
}

// tells passes an event, and reports whether the reader wants to see it.
func (m *Model) tells(c *trace.Cursor, teller story.Teller) bool {
	e, ok := c.Next()
	if !ok || !m.wants(e) {
		return false
	}
	line, ok := teller.Tell(c, e)
	return ok && matches(line, m.filter)
}
