package compare

import (
	"sort"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/pane"
)

// side is one of the two runs, and where the reader is in it.
type side struct {
	name   string // in the title of the screen
	label  string // in its own
	rec    *scenarios.Recording
	cursor *trace.Cursor
	stops  []int // where one can be, as numbers of events
	at     int   // an index of stops
	marks  []mark
	lanes  pane.Pane
	told   told // what the round came to so far
}

// mark is an acquisition or a release, and the stop that it has happened at.
type mark struct {
	stop    int
	release bool
}

func newSide(rec *scenarios.Recording, name string) *side {
	s := &side{name: name, label: name, rec: rec, cursor: rec.Trace.Cursor(), stops: rec.Stops(), lanes: pane.NewLanes()}
	for _, l := range rec.Trace.Summary().Landmarks {
		if l.Mark == trace.AcquiredMark || l.Mark == trace.ReleasedMark {
			stop := min(sort.SearchInts(s.stops, l.Event+1), s.last())
			s.marks = append(s.marks, mark{stop, l.Mark == trace.ReleasedMark})
		}
	}
	s.move(0)
	return s
}

func (s *side) last() int { return len(s.stops) - 1 }

func (s *side) move(stop int) {
	s.at = max(0, min(stop, s.last()))
	s.cursor.Seek(s.stops[s.at])
}

// from is where the newest step begins.
func (s *side) from() int {
	if s.at > 0 {
		return s.stops[s.at-1]
	}
	return max(0, s.stops[0]-1)
}

// time is when a stop is reached.
func (s *side) time(stop int) trace.Time {
	if n := s.stops[stop]; n > 0 {
		return s.cursor.At(n - 1).At
	}
	return 0
}

// next is when the next stop is reached; Forever if there is none.
func (s *side) next() trace.Time {
	if s.at == s.last() {
		return trace.Forever
	}
	return s.time(s.at + 1)
}

// by moves to the last stop that is reached by a time.
func (s *side) by(t trace.Time) {
	s.move(sort.Search(len(s.stops), func(i int) bool { return s.time(i) > t }) - 1)
}
