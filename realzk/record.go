package realzk

import (
	"time"

	"lockstep/trace"
)

// The world goes on while its driver is busy elsewhere, but a trace must not be written
// while it is read. So what happens is first kept in a list, and the driver writes the
// list into the trace whenever it runs the world. Numbers and times are those of the
// moment at which a thing happened.

// entry is an event and what it changed. Without an event, the changes belong to the one
// before.
type entry struct {
	event   *trace.Event
	changes []func(*trace.Trace)
}

// now is the time of the run. It needs w.mu, so that times do not go back in the list.
func (w *World) now() trace.Time { return trace.Time(time.Since(w.start)) }

// add records an event and gives its number. The time is filled in.
func (w *World) add(e trace.Event) int {
	n := w.events
	w.events++
	if !w.closing {
		e.At = w.now()
		w.recorded = append(w.recorded, entry{event: &e})
		w.stir()
	}
	return n
}

// change records something that the newest event changed.
func (w *World) change(f func(*trace.Trace)) {
	if w.closing {
		return
	}
	if len(w.recorded) == 0 {
		w.recorded = append(w.recorded, entry{})
	}
	last := &w.recorded[len(w.recorded)-1]
	last.changes = append(last.changes, f)
	w.stir()
}

// stir wakes the driver: something has changed that it may wait for.
func (w *World) stir() {
	select {
	case w.news <- struct{}{}:
	default:
	}
}

// collect takes what was recorded, for writing.
func (w *World) collect() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unwritten = append(w.unwritten, w.recorded...)
	w.recorded = nil
}

// write puts the oldest entry into the trace.
func (w *World) write() {
	e := w.unwritten[0]
	w.unwritten = w.unwritten[1:]
	if e.event != nil {
		w.trace.Add(e.event)
	}
	for _, change := range e.changes {
		change(w.trace)
	}
}

func (w *World) flush() {
	w.collect()
	for len(w.unwritten) > 0 {
		w.write()
	}
}
