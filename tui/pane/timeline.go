package pane

import (
	"sort"

	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
)

// Timeline is a whole run in one line: its landmarks, and where the reader is. It is scaled by
// beats, so that quiet times take no room.
type Timeline struct{}

// What the ends of the bar and the percentage take.
const timelineLeft, timelineRight = 2, 7

// How much landmarks weigh: the more important wins where several fall into one cell.
const (
	acquiredWeight = 1 + iota
	failedWeight
	questionWeight
	expiryWeight
	faultWeight
	violationWeight
)

// timelineMark is the sign of a landmark; one without weight is not shown.
func timelineMark(s *look.Signs, mark trace.Mark) (sign string, role look.Role, weight int) {
	switch mark {
	case trace.ViolationMark:
		return s.Violation, look.Bad, violationWeight
	case trace.CrashMark, trace.FaultMark:
		return s.Fault, look.Bad, faultWeight
	case trace.ExpiryMark:
		return s.Expiry, look.Bad, expiryWeight
	case trace.FailedMark:
		return s.Fault, look.Bad, failedWeight
	case trace.AcquiredMark:
		return s.Holds, look.Holder, acquiredWeight
	}
	return "", look.Normal, 0
}

// scale maps beats to the cells of a bar and back.
type scale struct{ beats, cells int }

func newScale(m *Moment, w int) scale {
	return scale{max(1, len(m.Rec.Beats)), max(0, w-timelineLeft-timelineRight)}
}

func (s scale) cell(beat int) int {
	if s.beats < 2 || s.cells < 2 {
		return 0
	}
	return (beat*(s.cells-1) + (s.beats-1)/2) / (s.beats - 1)
}

func (s scale) beat(cell int) int {
	if s.cells < 2 {
		return 0
	}
	cell = max(0, min(cell, s.cells-1))
	return (cell*(s.beats-1) + (s.cells-1)/2) / (s.cells - 1)
}

// beatOf is the beat that an event belongs to.
func beatOf(m *Moment, event int) int {
	return max(0, sort.Search(len(m.Rec.Beats), func(i int) bool { return m.Rec.Beats[i] > event })-1)
}

// At is the event under column x of the line that View draws.
func (Timeline) At(m *Moment, w, x int) int {
	if len(m.Rec.Beats) == 0 {
		return 0
	}
	return m.Rec.Beats[newScale(m, w).beat(x-timelineLeft)]
}

// tick is what one cell of the bar shows.
type tick struct {
	sign   string
	role   look.Role
	weight int
	event  int
	node   trace.Node // who acquired
}

// View draws the line.
func (Timeline) View(m *Moment, w int) string {
	s := newScale(m, w)
	if s.cells < 3 {
		return m.Look.Fit("", max(0, w))
	}
	ticks := timelineTicks(m, s)
	here := beatOf(m, m.N()-1)
	c := newCanvas(w)
	signs := m.Look.Signs
	c.put(timelineLeft-1, signs.FromLeft, look.Faint)
	c.put(timelineLeft+s.cells, signs.FromRight, look.Faint)
	for x := range s.cells {
		c.put(timelineLeft+x, signs.Horizontal, look.Faint)
	}
	at := s.cell(here)
	free := s.cells // cells from here on are taken
	for x := s.cells - 1; x >= 0; x-- {
		t := ticks[x]
		if x == at {
			c.put(timelineLeft+x, signs.Position, look.Focus)
			free = x
			continue
		}
		if t.weight == 0 {
			continue
		}
		// Who acquires later is not named: the reader may be about to say it.
		c.put(timelineLeft+x, t.sign, t.role)
		if name := plain(m.Trace().Name(t.node)); t.node != trace.NoNode && t.event < m.N() && x+2+look.Width(name) <= free {
			c.put(timelineLeft+x+1, name, t.role)
		}
		free = x
	}
	percent := 100
	if s.beats > 1 {
		percent = here * 100 / (s.beats - 1)
	}
	if m.N() == 0 {
		percent = 0
	}
	text := m.words("timeline.percent", "n", itoa(percent))
	c.put(w-look.Width(text), text, look.Normal)
	return c.line(m.Look)
}

// timelineTicks finds the most important landmark of each cell, in one walk over the landmarks.
func timelineTicks(m *Moment, s scale) []tick {
	ticks := make([]tick, s.cells)
	// ends[x] is the first event after those of cell x.
	ends := make([]int, s.cells)
	beat := 0
	for x := range ends {
		beat = max(beat, sort.Search(s.beats, func(b int) bool { return s.cell(b) > x }))
		ends[x] = m.Trace().Len()
		if beat < len(m.Rec.Beats) {
			ends[x] = m.Rec.Beats[beat]
		}
	}
	x := 0
	for _, l := range m.Trace().Summary().Landmarks {
		for x < len(ends)-1 && l.Event >= ends[x] {
			x++
		}
		sign, role, weight := timelineMark(m.Look.Signs, l.Mark)
		if weight <= ticks[x].weight {
			continue
		}
		ticks[x] = tick{sign, role, weight, l.Event, trace.NoNode}
		if l.Mark == trace.AcquiredMark {
			ticks[x].node = l.Node
		}
	}
	for _, q := range m.Rec.Questions {
		if x := s.cell(beatOf(m, q.Event-1)); questionWeight > ticks[x].weight {
			ticks[x] = tick{"?", look.Voice, questionWeight, q.Event, trace.NoNode}
		}
	}
	const most = 32 // looking at an event costs more than all else here
	for looked, x := 0, 0; x < len(ticks) && looked < most; x++ {
		if ticks[x].weight != faultWeight {
			continue
		}
		looked++
		if e := m.Cursor.At(ticks[x].event); story.Mends(&e) {
			ticks[x].sign, ticks[x].role = m.Look.Signs.Mend, look.Mend
		}
	}
	return ticks
}
