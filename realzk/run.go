package realzk

import (
	"context"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// RunUntil lets the world go on until the condition holds. It reports false when the run
// ends first: nothing but heartbeats has happened for a session timeout and two ticks, and
// no process will do anything by itself. The condition reads the trace's head; it is called
// after every event. A nil condition never holds.
func (w *World) RunUntil(ctx context.Context, condition func() bool) (bool, error) {
	for {
		if w.holds(condition) {
			return true, nil
		}
		w.collect()
		for len(w.unwritten) > 0 {
			w.write()
			if w.holds(condition) {
				return true, nil
			}
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		left, limited := w.patience()
		if limited && left <= 0 {
			if w.collect(); len(w.unwritten) > 0 {
				continue // the last that happened has yet to be looked at
			}
			return w.holds(condition), nil
		}
		if !limited {
			left = time.Hour // something is bound to happen, and wakes us
		}
		w.idle(ctx, left)
	}
}

// RunFor lets the world go on for a time.
func (w *World) RunFor(ctx context.Context, d time.Duration) error {
	for end := time.Now().Add(d); ; {
		w.flush()
		if err := ctx.Err(); err != nil {
			return err
		}
		left := time.Until(end)
		if left <= 0 {
			return nil
		}
		w.idle(ctx, left)
	}
}

// holds evaluates a condition.
func (w *World) holds(condition func() bool) bool {
	if condition == nil {
		return false
	}
	w.evaluating = true
	defer func() { w.evaluating = false }()
	return condition()
}

// idle waits until something happens, for so long at most.
func (w *World) idle(ctx context.Context, most time.Duration) {
	alarm := time.NewTimer(most)
	defer alarm.Stop()
	select {
	case <-w.news:
	case <-alarm.C:
	case <-ctx.Done():
	}
}

// patience is how much longer nothing may happen before the run has ended. It is not
// limited while something is still to come by itself.
func (w *World) patience() (left time.Duration, limited bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy() {
		return 0, false
	}
	if w.nobodyLeft() {
		return 0, true
	}
	window := w.timeout + 2*w.tick
	if w.connecting() {
		window += 2 * connectTimeout // the library tries for one second, and pauses for another
	}
	return window - w.now().Sub(w.trace.Summary().Active), true
}

// nobodyLeft reports whether every session is over, every process at an end and nothing under
// way: then there is not even anybody who could fall silent.
func (w *World) nobodyLeft() bool {
	for _, m := range w.members {
		if p := m.proc; p != nil && m.life != trace.Crashed && (!p.client.over() || !p.begun || len(p.tasks) > 0) {
			return false
		}
	}
	for _, s := range w.sessions {
		if !s.over {
			return false
		}
	}
	return w.settled()
}

// busy reports whether something will happen by itself: a task runs, a reply or a timer is
// to come.
func (w *World) busy() bool {
	for _, m := range w.members {
		p := m.proc
		if p == nil || m.life != trace.Alive {
			continue
		}
		if !p.begun || p.holder != nil || len(p.ready) > 0 || len(p.timers) > 0 || p.calls > 0 && !m.cutOff() {
			return true
		}
	}
	for _, x := range w.conns {
		if x.owes() {
			return true
		}
	}
	return false
}

// connecting reports whether a process is about to find a server again.
func (w *World) connecting() bool {
	for _, m := range w.members {
		if p := m.proc; p != nil && m.life == trace.Alive && !m.cutOff() &&
			!p.client.over() && p.client.state != zk.StateConnected {
			return true
		}
	}
	return false
}
