package realzk

import (
	"strings"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// A watch event says what happened, not who did it. The frames around it tell: it comes
// before the reply to the write that made it, so that write is still unanswered, or its
// reply has been read from another connection already. If there is none, a session has
// expired.

// listWithin is how long an event waits for the world's own connection to look at the
// directory that it is about.
const listWithin = 250 * time.Millisecond

// why finds the event that made a watch fire, −1 if it cannot be told.
func (x *conn) why(e zk.Event) int {
	if a := x.rearming(); a != nil {
		return a.recv
	}
	cause, found := x.known(e)
	if !found && e.Type == zk.EventChildrenChanged {
		// A child is gone with its session. Which one, the list tells.
		x.w.observer.refresh(e.Path)
		limit := time.Now().Add(listWithin)
		for x.w.observer.isStale(e.Path) && time.Now().Before(limit) && !x.w.closing {
			waitUntil(x.w.observer.listed, limit)
		}
		cause, _ = x.known(e)
	}
	return cause
}

// known tells the cause of an event from what has gone through taps, if that explains it.
func (x *conn) known(e zk.Event) (cause int, found bool) {
	z := x.w.tree.nodes[e.Path]
	if z == nil {
		z = newZnode()
	}
	// The event is about the first change after the watch was set. What was done to the path
	// later may be known already.
	seen := x.seen(e)
	switch {
	case e.Type == zk.EventCreated && z.czxid > seen:
		return z.born, true
	case e.Type == zk.EventDataChanged && z.mzxid > seen && z.mzxid > z.czxid:
		return z.set, true
	case e.Type == zk.EventChildrenChanged && z.pzxid > seen:
		return z.child, true
	case e.Type == zk.EventDeleted && !z.there:
		return z.died, true
	}
	if a := x.w.underWay(e.Type, e.Path); a != nil {
		return a.recv, true
	}
	switch {
	case e.Type == zk.EventDeleted && z.czxid > seen: // and made anew since
		return z.died, true
	case e.Type == zk.EventDeleted:
		return x.w.missing(e.Path), true
	}
	return -1, false
}

// seen is the transaction that the server had seen when it set the watch that an event
// fires, 0 if there is none.
func (x *conn) seen(e zk.Event) int64 {
	for kind := dataWatch; kind <= childWatch; kind++ {
		if zxid, armed := x.armed[watchKey{e.Path, kind}]; armed && kind.firedBy(e.Type) {
			return zxid
		}
	}
	return 0
}

// underWay finds an unanswered write that would cause an event, the one that arrived first.
func (w *World) underWay(event zk.EventType, path string) *ask {
	var first *ask
	for _, x := range w.conns {
		for _, a := range x.unanswered {
			if w.causes(x, a.req, event, path) && (first == nil || a.recv < first.recv) {
				first = a
			}
		}
	}
	return first
}

func (w *World) causes(x *conn, req zk.Request, event zk.EventType, path string) bool {
	switch r := req.(type) {
	case *zk.CreateRequest:
		return event == zk.EventCreated && strings.HasPrefix(path, r.Path) ||
			event == zk.EventChildrenChanged && zk.Parent(r.Path) == path
	case *zk.DeleteRequest:
		return event == zk.EventDeleted && r.Path == path ||
			event == zk.EventChildrenChanged && zk.Parent(r.Path) == path
	case *zk.SetDataRequest:
		return event == zk.EventDataChanged && r.Path == path
	case *zk.MultiRequest:
		for _, op := range r.Ops {
			if w.causes(x, op, event, path) {
				return true
			}
		}
	case *zk.CloseRequest:
		if x.session == nil {
			return false
		}
		for _, own := range w.tree.ownedBy(x.session.id) {
			if event == zk.EventDeleted && own == path || event == zk.EventChildrenChanged && zk.Parent(own) == path {
				return true
			}
		}
	}
	return false
}

// missing explains why a znode that should be there is not, and gives the event that did
// it. While a request is under way that may have deleted it, the answer is that request's.
func (w *World) missing(path string) int {
	if a := w.underWay(zk.EventDeleted, path); a != nil {
		w.skipped[zk.Parent(path)] = true
		return a.recv
	}
	if s := w.sessions[w.tree.nodes[path].owner]; s != nil && !s.over && (s.seized || s.silent()) {
		return s.expire(0)
	}
	n := w.add(trace.Event{Kind: trace.Work, Node: w.servers[0].node, Peer: trace.NoNode, Cause: -1, Inferred: true,
		Text: "deleted " + path})
	w.tree.deleted(path, 0, n)
	w.observer.refresh(zk.Parent(path))
	return n
}

// recheck looks again at a directory in which a znode was missing while a request was under
// way: if that was refused, it was not what deleted it.
func (w *World) recheck(req zk.Request) {
	switch req.(type) {
	case *zk.DeleteRequest, *zk.MultiRequest, *zk.CloseRequest:
		for dir := range w.skipped {
			w.observer.refresh(dir)
		}
		clear(w.skipped)
	}
}
