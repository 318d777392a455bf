package zkcore

import (
	"slices"
	"strings"

	"lockstep/zk"
)

// Hash takes in a fingerprint, value by value. Values that only their order or identity
// gives a meaning have methods of their own, so that a search can count zxids by rank,
// leave out times, and call sessions by the client that they belong to.
type Hash interface {
	Int(v int64)
	String(s string)
	Bytes(b []byte)
	Zxid(zxid int64)
	Time(ms int64) // of the server's clock, or since 1970
	Session(id int64)
}

// Fingerprint feeds h with all that clients can observe now or ever: the same values in
// the same order for two cores that no client can tell apart. It leaves out the order in
// which watches were armed and sessions heard of, and the two counters: a fresh session
// id has no other meaning than to be fresh, and the last zxid, see [Core.Zxid], matters
// only where a client may have seen more than a server.
func (c *Core) Fingerprint(h Hash) {
	c.hashZnode(root, h)
	c.scratch = c.sessions.ordered(c.scratch[:0])
	sessions := len(c.scratch)
	h.Int(int64(sessions))
	for i := range sessions {
		c.hashSession(c.scratch[i], h)
	}
	h.Int(int64(len(c.pending.log)))
	for i := range c.pending.log {
		c.hashPending(&c.pending.log[i], h)
	}
}

func (c *Core) hashZnode(at int32, h Hash) {
	n := &c.tree.nodes[at]
	h.String(c.tree.name(at))
	hashData(n.data, h)
	hashACL(n.acl, h)
	h.Zxid(n.czxid)
	h.Zxid(n.mzxid)
	h.Zxid(n.pzxid)
	h.Time(n.ctime)
	h.Time(n.mtime)
	h.Int(int64(n.mode))
	if n.mode == zk.Ephemeral {
		h.Session(n.owner)
	} else {
		h.Int(n.owner)
	}
	h.Int(int64(n.version)<<32 | int64(uint32(n.aversion)))
	h.Int(int64(n.creates)<<32 | int64(n.numChildren()))
	if n.children == nil {
		return
	}
	h.Int(int64(n.children.table)) // decides the order of children to come
	for _, g := range n.children.groups {
		for i := range g {
			c.hashZnode(g[i].ref, h)
		}
	}
}

// hashData tells null from empty.
func hashData(data []byte, h Hash) {
	if data == nil {
		h.Int(-1)
		return
	}
	h.Int(int64(len(data)))
	h.Bytes(data)
}

func hashACL(acl []zk.ACL, h Hash) {
	if len(acl) == 1 && &acl[0] == &openACL[0] {
		h.Int(-1)
		return
	}
	h.Int(int64(len(acl)))
	for _, a := range acl {
		h.Int(int64(a.Perms))
		h.String(a.Scheme)
		h.String(a.ID)
	}
}

func (c *Core) hashSession(pos int32, h Hash) {
	s := &c.sessions.all[pos]
	h.Session(s.id)
	h.Int(int64(s.timeout))
	h.Time(s.deadline)
	state := int64(0)
	if s.connected {
		state |= 1
	}
	if s.closing {
		state |= 2
	}
	h.Int(state)
	h.Int(int64(len(s.ids)))
	for _, id := range s.ids {
		h.String(id.Scheme)
		h.String(id.ID)
	}
	// Sorted ephemerals follow from the tree, Java's order from what the session has been through.
	if s.ephemerals != nil && s.ephemerals.table != 0 {
		h.Int(int64(s.ephemerals.table))
		for _, g := range s.ephemerals.groups {
			for i := range g {
				h.String(g[i].name)
			}
		}
	}
	c.hashWatches(s, h)
}

// hashWatches takes a session's watches in the order of their paths. It uses the end of
// the scratch buffer and gives it back.
func (c *Core) hashWatches(s *session, h Hash) {
	w := &c.watches
	start := len(c.scratch)
	for at := s.watches; at != none; at = w.all[at].sessionNext {
		c.scratch = append(c.scratch, at)
	}
	mine := c.scratch[start:]
	slices.SortFunc(mine, func(a, b int32) int {
		x, y := &w.all[a], &w.all[b]
		if x.path == y.path {
			return int(x.kind) - int(y.kind)
		}
		return strings.Compare(w.paths[x.path].path, w.paths[y.path].path)
	})
	h.Int(int64(len(mine)))
	for _, at := range mine {
		e := &w.all[at]
		h.String(w.paths[e.path].path)
		h.Int(int64(e.kind)<<8 | int64(e.mode))
	}
	c.scratch = c.scratch[:start]
}

func (c *Core) hashPending(l *logged, h Hash) {
	h.String(l.path)
	h.Zxid(l.zxid)
	ch, ok := c.pending.byPath[l.path]
	if !ok || ch.zxid != l.zxid {
		return
	}
	if !ch.exists {
		h.Int(-1)
		return
	}
	h.Int(int64(ch.mode))
	h.Session(ch.owner)
	h.Int(int64(ch.version)<<32 | int64(uint32(ch.aversion)))
	h.Int(int64(ch.creates)<<32 | int64(uint32(ch.children)))
	hashACL(ch.acl, h)
}
