package scenarios

import (
	"sort"

	"lockstep/trace"
)

// mostSilence bounds how far into a run its first words are looked for.
const mostSilence = 20_000

// Stops are where a reader halts in a run, as numbers of events: after the first words of the
// narrator, and then at the end of each beat. They rise, and the last is the end of the run.
func (r *Recording) Stops() []int {
	start := firstWords(r.Trace)
	first := sort.SearchInts(r.Beats, start+1) // the first beat that begins after the first stop
	stops := make([]int, 0, len(r.Beats)-first+2)
	stops = append(stops, start)
	for _, begin := range r.Beats[first:] {
		if begin > start {
			stops = appendRising(stops, begin)
		}
	}
	return appendRising(stops, r.Trace.Len())
}

func appendRising(stops []int, n int) []int {
	if n > stops[len(stops)-1] {
		stops = append(stops, n)
	}
	return stops
}

// firstWords is the number of events up to the first that the narrator says. A run in which the
// narrator is silent begins at its beginning.
func firstWords(t *trace.Trace) int {
	c := t.Cursor()
	for n := 0; n < min(t.Len(), mostSilence); n++ {
		if e := c.At(n); e.Kind == trace.Say {
			return n + 1
		}
	}
	return 0
}
