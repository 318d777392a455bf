package zkcore

import (
	"strings"

	"lockstep/zk"
)

// prepareOpen gives a new session its id.
func (c *Core) prepareOpen(t *Txn, now int64, timeout int32) {
	c.begin(t, now, c.nextSession)
	c.nextSession++
	t.Op, t.Timeout = zk.OpCreateSession, timeout
}

// prepareClose ends a session: from here on its requests fail. The ephemerals are those
// that will be there when the transaction is applied.
func (c *Core) prepareClose(t *Txn) {
	t.Op = zk.OpCloseSession
	pos := c.sessions.find(t.Session)
	if pos == none {
		return
	}
	s := &c.sessions.all[pos]
	s.closing = true
	t.Paths = c.closing(s)
	if c.pending.on {
		for _, path := range t.Paths {
			slash := strings.LastIndexByte(path, '/')
			c.noteDelete(t.Zxid, path, slash, c.look(path[:slash]))
		}
	}
}

// closing lists a session's ephemerals in the order in which they will be deleted.
func (c *Core) closing(s *session) []string {
	if len(c.pending.log) == 0 {
		if s.ephemerals == nil || s.ephemerals.size == 0 {
			return nil
		}
		return s.ephemerals.closingOrder()
	}
	set := c.tree.newSet(ephemeralsTable)
	if s.ephemerals != nil && s.ephemerals.size > 0 {
		set = s.ephemerals.javaClone()
	}
	for _, l := range c.pending.log {
		ch, visible := c.pending.byPath[l.path]
		if !visible || ch.zxid != l.zxid {
			continue // a later change decides
		}
		mine := ch.exists && ch.mode == zk.Ephemeral && ch.owner == s.id
		switch has := set.has(l.path); {
		case mine && !has:
			set.add(l.path, none)
		case !mine && has:
			set.remove(l.path)
		}
	}
	if set.size == 0 {
		return nil
	}
	return set.list()
}
