package zkcore

import "lockstep/zk"

// nextTrigger numbers a change that sessions are told of once, whatever they watch it by.
func (c *Core) nextTrigger() uint64 {
	c.watches.trigger++
	return c.watches.trigger
}

// trigger tells the watches of a kind of what happened at a path (WatchManager.triggerWatch).
// acl is that of the znode at the path: who may not read it is not told, and a one-shot
// watch is gone all the same (since 3.8.4, and in what distributions patch: CVE-2024-23944).
func (c *Core) trigger(path string, hash uint32, acl []zk.ACL, kind WatchKind, what zk.EventType, once uint64, out Sink) {
	w := &c.watches
	if w.byPath.used == 0 {
		return
	}
	event := zk.Event{Type: what, State: zk.StateConnected, Path: path}
	if p := w.lookup(path, hash); p != none {
		for at := w.paths[p].lists[kind][0].first; at != none; {
			e := &w.all[at]
			next := e.next
			c.tell(e.session, event, acl, once, out)
			if e.mode == OneShot {
				c.disarm(at)
			}
			at = next
		}
	}
	if w.recursive[kind] == 0 || what == zk.EventChildrenChanged {
		return
	}
	for above := path; ; hash = hashString(above) {
		if p := w.lookup(above, hash); p != none {
			for at := w.paths[p].lists[kind][1].first; at != none; at = w.all[at].next {
				c.tell(w.all[at].session, event, acl, once, out)
			}
		}
		if above == "/" {
			return
		}
		above = zk.Parent(above)
	}
}

// tell sends an event to a session, unless the same trigger has done so.
func (c *Core) tell(session int32, event zk.Event, acl []zk.ACL, once uint64, out Sink) {
	s := &c.sessions.all[session]
	if s.seen == once {
		return
	}
	s.seen = once
	if out != nil && permitted(acl, zk.PermRead, s.ids) {
		out.Event(s.id, event)
	}
}
