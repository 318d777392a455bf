package player

import (
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/pane"
)

// The panes beside the timeline and the why, by the number that opens each.
const (
	lanesPane = iota
	queuePane
	znodesPane
	sessionsPane
	countsPane
	sourcePane
	numPanes
)

// shown is a pane and what the reader wants of it.
type shown struct {
	pane   pane.Pane
	least  int  // lines that it needs to be of use, frame and all
	opened bool // by the reader
	closed bool // by the reader
}

func newPanes() ([]*shown, pane.Pane) {
	return []*shown{
		lanesPane:    {pane: pane.NewLanes(), least: 4, opened: true},
		queuePane:    {pane: pane.NewQueue(), least: 4, opened: true},
		znodesPane:   {pane: pane.NewZnodes(), least: 5},
		sessionsPane: {pane: pane.NewSessions(), least: 4},
		countsPane:   {pane: pane.NewCounts(), least: 4},
		sourcePane:   {pane: pane.NewSource(), least: 6},
	}, pane.NewWhy()
}

// never is later than the end of any run.
const never = int(^uint(0) >> 1)

// joins says after how many events of a run each pane first matters: znodes with the first watch,
// sessions when something goes wrong, counts when the lock is first given up.
func joins(rec *scenarios.Recording) []int {
	at := make([]int, numPanes)
	at[sourcePane] = never
	at[znodesPane] = firstWatch(rec.Trace)
	at[sessionsPane] = firstMark(rec.Trace, trace.FaultMark, trace.ExpiryMark, trace.LostMark, trace.CrashMark)
	at[countsPane] = firstMark(rec.Trace, trace.ReleasedMark, trace.ViolationMark)
	return at
}

func firstMark(t *trace.Trace, marks ...trace.Mark) int {
	for _, l := range t.Summary().Landmarks {
		for _, mark := range marks {
			if l.Mark == mark {
				return l.Event + 1
			}
		}
	}
	return never
}

func firstWatch(t *trace.Trace) int {
	c := t.Cursor()
	for n := 0; n < min(t.Len(), mostLooked); n++ {
		for _, change := range c.At(n).Changes {
			if w, ok := change.(*trace.WatchChange); ok && w.Armed {
				return n + 1
			}
		}
	}
	return never
}

// open reports whether a pane is part of the screen: the reader opened it, or it matters by now
// and the reader has not closed it.
func (m *Model) open(p int) bool {
	s := m.panes[p]
	return s.opened || !s.closed && m.at().n() >= m.at().joins[p]
}

// toggle opens a pane and gives it the keys; the pane that has them already is closed.
func (m *Model) toggle(p int) {
	s := m.panes[p]
	switch {
	case !m.open(p):
		s.opened, s.closed = true, false
		m.setFocus(p)
	case m.focus == p && p != lanesPane:
		s.opened, s.closed = false, true
		m.setFocus(lanesPane)
		if m.right == p {
			m.right = queuePane
		}
	default:
		m.setFocus(p)
	}
}

func (m *Model) setFocus(p int) {
	m.focus = p
	if p != lanesPane {
		m.right = p
	}
}

// cycle gives the keys to the next open pane, or the one before.
func (m *Model) cycle(by int) {
	p := m.focus
	for range numPanes {
		p = (p + by + numPanes) % numPanes
		if m.open(p) {
			m.setFocus(p)
			return
		}
	}
}
