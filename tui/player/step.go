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
		if n, ok := m.search(b.n(), 1); ok {
			place = b.places.of(n)
		} else {
			place = b.places.of(n)
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
		if !ok {
			m.notice = m.say("notice.nothing", "what", m.wanted())
		}
	}
	b.moveTo(place)
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
func (m *Model) landmark(by int, wanted func(trace.Mark) bool, none string) tea.Cmd {
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
	m.notice = m.say(none)
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
func nextLandmark(m *Model) tea.Cmd { return m.landmark(1, anyMark, "notice.landmark.none") }
func prevLandmark(m *Model) tea.Cmd { return m.landmark(-1, anyMark, "notice.landmark.first") }
func nextViolation(m *Model) tea.Cmd {
	return m.landmark(1, violation, "notice.violation.none")
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
