package lock

import (
	"time"

	"lockstep/zk"
)

// Env is what a process may ask of its world besides its servers.
//
// The tasks of a process share one baton: only one of them runs, and it passes the
// baton only while it is blocked in a call of Env or of a client. So a recipe needs no
// mutex.
type Env interface {
	// Wait blocks until one of the sources has fired and gives it: the first in the list
	// if several have. A nil source never fires.
	Wait(sources ...zk.Source) zk.Source

	// After gives a source that fires once d has passed, counted from now. Made once and
	// waited for several times, it is a budget for all of the waits together.
	After(d time.Duration) zk.Source

	// Stop tells that nobody will wait any more for a source that After gave. It need not be
	// called, but a timer that is not stopped is kept until it is due.
	Stop(timer zk.Source)

	// Mark remembers this moment; Passed tells whether d has gone by since. Time is asked as
	// a question with two answers because a number would make equal histories look
	// different.
	Mark() Mark
	Passed(since Mark, d time.Duration) bool

	// Now is for display, and for locks that calculate with time.
	Now() time.Time

	// Go starts a task of this process beside the caller's.
	Go(name string, task func())
}

// Mark is a moment that a process remembered.
type Mark int64
