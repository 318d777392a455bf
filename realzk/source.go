package realzk

import (
	"slices"

	"lockstep/zk"
)

// sourceKind says how long a source remains fired.
type sourceKind uint8

const (
	latch sourceKind = iota // for ever, once it has fired
	level                   // while something is so
	token                   // until one wait has seen it, and as often as it was fired
)

// source is something that a task can wait for.
type source struct {
	p     *Process
	kind  sourceKind
	about string // the path that it is about, "" for none
	text  string
	fired int
}

// String says what is awaited.
func (s *source) String() string { return s.text }

// base finds the source in what programs hold: sources, and watches, which are more.
func (s *source) base() *source { return s }

// fire wakes who waits for the source. cause is the event that fired it, −1 for none.
func (s *source) fire(cause int) {
	if s.kind == token {
		s.fired++
	} else if s.fired > 0 {
		return
	} else {
		s.fired = 1
	}
	for _, t := range slices.Clone(s.p.tasks) {
		if s.fired > 0 && slices.Contains(t.waits, s) {
			s.see()
			s.p.wake(t, s, cause)
		}
	}
	s.p.m.w.stir()
}

// unfire takes a level back: what it told of is no longer so.
func (s *source) unfire() { s.fired = 0 }

// see is what a wait does to a source that has fired.
func (s *source) see() {
	if s.kind == token {
		s.fired--
	}
}

// watch is a source that one of the library's watch channels fires.
type watch struct {
	source
	kind watchKind
	path string // as the process calls it
	ch   <-chan libraryEvent
	saw  zk.Event
}

// Event is what the watch saw.
func (w *watch) Event() zk.Event { return w.saw }
