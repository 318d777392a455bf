package player

import (
	"lockstep/scenarios"
	"lockstep/trace"
)

// branch is a run and where the reader is in it.
type branch struct {
	rec    *scenarios.Recording
	parent int // the branch that it left; −1 for the script's own run
	cursor *trace.Cursor
	places places
	joins  []int // by pane: after how many events it first matters
	from   int   // the newest step are the events from here up to the cursor
	follow trace.Node
	asked  []answerState // by question
	saved  bool          // to a file
	seen   []bool        // by place: whether the reader has been there
	visits int           // how many of them
}

// newBranch opens a run at its first words.
func (m *Model) newBranch(rec *scenarios.Recording, parent int) *branch {
	b := &branch{rec: rec, parent: parent, cursor: rec.Trace.Cursor(), places: newPlaces(rec), follow: trace.NoNode,
		joins: joins(rec), asked: make([]answerState, len(rec.Questions))}
	b.seen = make([]bool, b.places.count())
	b.move(b.places.n(0), b.places.from(0))
	return b
}

// n is how many events have happened.
func (b *branch) n() int { return b.cursor.N() }

// move brings the reader to where n events have happened, the newest of them from from on.
func (b *branch) move(n, from int) {
	n = max(b.places.start, min(n, b.rec.Trace.Len()))
	b.cursor.Seek(n)
	b.from = max(0, min(from, n))
	if p := b.place(); !b.seen[p] {
		b.seen[p] = true
		b.visits++
	}
}

// moveTo brings the reader to a place.
func (b *branch) moveTo(place int) { b.move(b.places.n(place), b.places.from(place)) }

// place is which of the places the reader is at, or on the way to.
func (b *branch) place() int { return b.places.of(b.n()) }

// watched reports whether the reader has seen at least half of the places of the run. A leap to its
// end alone shows two of them.
func (b *branch) watched() bool { return 2*b.visits >= len(b.seen) }

// atEnd reports whether the run is over.
func (b *branch) atEnd() bool { return b.n() >= b.rec.Trace.Len() }
