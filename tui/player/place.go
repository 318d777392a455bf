package player

import (
	"sort"

	"lockstep/scenarios"
	"lockstep/trace"
)

// mostLooked bounds how many events one key looks at one by one.
const mostLooked = 20_000

// places are where the arrows stop in a run: at the first words of the narrator, and then at the
// end of each beat.
type places struct {
	rec   *scenarios.Recording
	start int // how many events have happened at the first place
	first int // the beat whose end is the second place
}

func newPlaces(rec *scenarios.Recording) places {
	p := places{rec: rec, start: firstWords(rec.Trace)}
	p.first = sort.Search(len(rec.Beats), func(i int) bool { return p.end(i) > p.start })
	return p
}

// firstWords is the number of events up to the first that the narrator says. A run in which the
// narrator is silent begins at its beginning.
func firstWords(t *trace.Trace) int {
	c := t.Cursor()
	for n := 0; n < min(t.Len(), mostLooked); n++ {
		if e := c.At(n); e.Kind == trace.Say {
			return n + 1
		}
	}
	return 0
}

// end is how many events have happened when a beat is over.
func (p places) end(beat int) int {
	if beat+1 < len(p.rec.Beats) {
		return p.rec.Beats[beat+1]
	}
	return p.rec.Trace.Len()
}

// count is how many places there are.
func (p places) count() int { return 1 + len(p.rec.Beats) - p.first }

// n is how many events have happened at a place.
func (p places) n(place int) int {
	if place <= 0 {
		return p.start
	}
	return p.end(p.first + min(place, p.count()-1) - 1)
}

// from is where the newest step begins for a reader who comes to a place.
func (p places) from(place int) int {
	if place <= 0 {
		return max(0, p.start-1)
	}
	return p.n(min(place, p.count()-1) - 1)
}

// of is the first place at or after n events; the last if there is none.
func (p places) of(n int) int {
	return min(sort.Search(p.count(), func(i int) bool { return p.n(i) >= n }), p.count()-1)
}
