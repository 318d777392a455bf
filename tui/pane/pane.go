// Package pane holds the views of one moment of a run: each draws one side of it into a
// rectangle, from the trace and from nothing else, and keeps nothing between two drawings but
// what the reader chose.
package pane

import (
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
)

// Moment is where the reader is in a run.
type Moment struct {
	Rec    *scenarios.Recording
	Cursor *trace.Cursor // stands after N events
	From   int           // the newest step are the events From up to N
	Look   *look.Look
	Teller story.Teller

	Follow trace.Node // the process that the reader follows; NoNode for none
	Filter string     // only what contains this, "" for all
	Causes bool       // the chain of causes is to be drawn
	Source bool       // the source pane is open
}

// N is how many events have happened.
func (m *Moment) N() int { return m.Cursor.N() }

// Trace is that of the run.
func (m *Moment) Trace() *trace.Trace { return m.Rec.Trace }

// State is what holds after the events so far. It is valid until the cursor moves.
func (m *Moment) State() *trace.State { return m.Cursor.State() }

// Now is the time of the newest event.
func (m *Moment) Now() trace.Time { return m.State().At }

// Server is the node whose tree is shown: the first that is a server.
func (m *Moment) Server() trace.Node { return m.Trace().Server() }

// Pane is one view.
type Pane interface {
	// Name is its title, in one or two words.
	Name() string
	// View draws the moment into h lines of w cells; neither is negative. It may move nothing: the
	// cursor is where it was afterwards.
	View(m *Moment, w, h int) []string
	// Help tells what the pane shows and which keys it has, for the help screen.
	Help() string
}

// Keyed is a pane with keys of its own.
type Keyed interface {
	Pane
	// Key handles a key, by Bubble Tea's name for it. It reports whether the pane knows it.
	Key(m *Moment, key string) bool
}
