package player

import (
	"sort"

	"lockstep/scenarios"
)

// mostLooked bounds how many events one key looks at one by one.
const mostLooked = 20_000

// places are where the arrows stop in a run: see [scenarios.Recording.Stops].
type places struct {
	start int // how many events have happened at the first
	stops []int
}

func newPlaces(rec *scenarios.Recording) places {
	stops := rec.Stops()
	return places{stops[0], stops}
}

// count is how many places there are.
func (p places) count() int { return len(p.stops) }

// n is how many events have happened at a place.
func (p places) n(place int) int { return p.stops[max(0, min(place, p.count()-1))] }

// from is where the newest step begins for a reader who comes to a place.
func (p places) from(place int) int {
	if place <= 0 {
		return max(0, p.start-1)
	}
	return p.n(min(place, p.count()-1) - 1)
}

// of is the first place at or after n events; the last if there is none.
func (p places) of(n int) int { return min(sort.SearchInts(p.stops, n), p.count()-1) }
