package realzk

import (
	"lockstep/trace"
	"lockstep/zk"
)

// Settled reports whether nothing of the lock's own traffic is under way, every process
// waits or is at an end, nobody who can reach a server is still looking for one, and every
// waiter's watch is armed on the newest state. What a cut link or a paused process holds back
// does not count: it comes only when somebody mends it.
//
// It never reports true too early: no write that was answered has an event still to come,
// no event or reply is between a server and a task, and no task is about to run.
func (w *World) Settled() bool {
	for {
		if !w.evaluating {
			w.flush()
		}
		w.mu.Lock()
		written := len(w.unwritten) == 0 && len(w.recorded) == 0
		settled := written && w.settled()
		w.mu.Unlock()
		if written || w.evaluating {
			return settled
		}
	}
}

func (w *World) settled() bool {
	for _, m := range w.members {
		if !m.quiet() {
			return false
		}
	}
	for _, x := range w.conns {
		if x.owes() || x.eventDue() {
			return false
		}
	}
	return !w.observer.anyStale()
}

// quiet reports whether a process waits for others, or for nothing any more.
func (m *member) quiet() bool {
	p := m.proc
	if p == nil || m.life != trace.Alive {
		return true
	}
	if !p.begun || p.holder != nil || len(p.ready) > 0 {
		return false
	}
	if m.cutOff() {
		return true
	}
	c := p.client
	if p.calls > 0 || len(c.held) > 0 {
		return false
	}
	if !c.primed && !c.over() {
		return false // it will connect, and then learn what it has missed
	}
	x := c.conn
	if x == nil || !x.nearOpen || !x.opened || x.link().cut {
		return true
	}
	if !x.read.idle {
		return false // the library is at work on something that it has read
	}
	for _, it := range x.down {
		if it.msg.Class.Own() {
			return false
		}
	}
	return true
}

// owes reports whether a request is on its way to the server, or an answer is to come.
func (x *conn) owes() bool {
	if !x.link().cut {
		for _, it := range x.up {
			if it.ask != nil && it.ask.xid != zk.XidPing {
				return true
			}
		}
	}
	return x.farOpen && len(x.unanswered) > 0
}

// eventDue reports whether the server has seen a change, or will, of which it has to tell
// one of the watches that it holds for the connection.
func (x *conn) eventDue() bool {
	for key, zxid := range x.armed {
		if x.w.tree.newer(key, zxid) {
			return true
		}
	}
	return false
}

// newer reports whether something that a watch looks at has changed since the server that
// set it had seen the transaction zxid.
func (t *tree) newer(key watchKey, zxid int64) bool {
	z := t.nodes[key.path]
	if z == nil {
		return false
	}
	// A watch on a znode was set before it was deleted, also where it is not known when.
	deleted := z.lost || z.gone > zxid
	switch key.kind {
	case dataWatch:
		return deleted || z.czxid > zxid || z.mzxid > zxid
	case existWatch:
		return z.czxid > zxid
	default:
		return deleted || z.pzxid > zxid
	}
}
