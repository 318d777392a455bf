package zkcore

import (
	"strings"

	"lockstep/zk"
)

// Apply carries out a transaction: the tree, the watches it fires, the session table.
// Transactions come in the order of their zxids. With want it also makes the body of the
// reply that the asker gets, nil where there is none; the error is the transaction's.
//
// Nothing else changes the tree, and nothing here looks at what it was prepared from, so
// that every server which applies the same transactions has the same tree.
func (c *Core) Apply(t *Txn, out Sink, want bool) zk.Reply {
	reply := c.apply(t, t, out, want)
	c.applied = t.Zxid
	c.prepared = max(c.prepared, t.Zxid)
	if len(c.pending.log) > 0 {
		c.pending.applied(t.Zxid)
	}
	return reply
}

// apply carries out one operation of a transaction: of a multi, or t itself.
func (c *Core) apply(t, op *Txn, out Sink, want bool) zk.Reply {
	switch op.Op {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		at := c.applyCreate(t, op, out)
		if want {
			reply := &zk.CreateReply{Path: op.Path, HasStat: op.Op != zk.OpCreate}
			if reply.HasStat {
				c.tree.nodes[at].fillStat(&reply.Stat)
			}
			return reply
		}
	case zk.OpDelete:
		c.applyDelete(op.Path, t.Zxid, out)
	case zk.OpSetData:
		at := c.applySetData(t, op, out)
		if want {
			return c.statReply(at)
		}
	case zk.OpSetACL:
		at := c.applySetACL(op)
		if want {
			return c.statReply(at)
		}
	case zk.OpMulti:
		return c.applyMulti(t, out, want)
	case zk.OpCreateSession:
		c.sessions.add(session{id: t.Session, timeout: op.Timeout, used: true, watches: none, next: none, prev: none})
	case zk.OpCloseSession:
		c.applyClose(op, t.Zxid, out)
	}
	return nil
}

func (c *Core) statReply(at int32) *zk.StatReply {
	reply := c.stats.New()
	c.tree.nodes[at].fillStat(&reply.Stat)
	return reply
}

// applyCreate is DataTree.createNode.
func (c *Core) applyCreate(t, op *Txn, out Sink) int32 {
	parentPath := op.Path[:strings.LastIndexByte(op.Path, '/')]
	parentAt := c.tree.find(parentPath)
	at := c.tree.add(parentAt, znode{
		path: op.Path, data: op.Data, acl: op.ACL, mode: op.Mode, owner: op.Owner,
		czxid: t.Zxid, mzxid: t.Zxid, pzxid: t.Zxid, ctime: t.Time, mtime: t.Time,
	})
	parent := &c.tree.nodes[parentAt]
	// Since 3.6.0 neither goes back, for the sake of a snapshot that is taken while
	// transactions go on. A counter that overflows is the victim.
	if op.Creates > parent.creates || c.options.Overflow == OverflowWrap {
		parent.creates, parent.pzxid = op.Creates, t.Zxid
	}
	if op.Mode == zk.Ephemeral {
		if s := c.sessions.find(op.Owner); s != none {
			c.ownEphemerals(&c.sessions.all[s]).add(op.Path, at)
		}
	}
	if c.observer != nil {
		c.observe(at)
		c.observe(parentAt)
	}
	c.trigger(op.Path, c.tree.nodes[at].hash, op.ACL, DataWatch, zk.EventCreated, c.nextTrigger(), out)
	c.trigger(parent.path, parent.hash, parent.acl, ChildWatch, zk.EventChildrenChanged, c.nextTrigger(), out)
	return at
}

// applyDelete is DataTree.deleteNode. A session that watches the znode's data and its
// children is told once.
func (c *Core) applyDelete(path string, zxid int64, out Sink) {
	at := c.tree.find(path)
	n := &c.tree.nodes[at]
	if n.mode == zk.Ephemeral {
		if s := c.sessions.find(n.owner); s != none {
			c.ownEphemerals(&c.sessions.all[s]).remove(path)
		}
	}
	parentAt, hash, acl := n.parent, n.hash, n.acl
	c.tree.drop(at)
	parent := &c.tree.nodes[parentAt]
	parent.pzxid = max(parent.pzxid, zxid)
	if c.observer != nil {
		c.observer.ZnodeDeleted(path)
		c.observe(parentAt)
	}
	once := c.nextTrigger()
	c.trigger(path, hash, acl, DataWatch, zk.EventDeleted, once, out)
	c.trigger(path, hash, acl, ChildWatch, zk.EventDeleted, once, out)
	c.trigger(parent.path, parent.hash, parent.acl, ChildWatch, zk.EventChildrenChanged, c.nextTrigger(), out)
}

func (c *Core) applySetData(t, op *Txn, out Sink) int32 {
	at := c.tree.find(op.Path)
	n := &c.tree.nodes[at]
	n.data, n.version, n.mzxid, n.mtime = op.Data, op.Version, t.Zxid, t.Time
	if c.observer != nil {
		c.observe(at)
	}
	c.trigger(op.Path, n.hash, n.acl, DataWatch, zk.EventDataChanged, c.nextTrigger(), out)
	return at
}

func (c *Core) applySetACL(op *Txn) int32 {
	at := c.tree.find(op.Path)
	n := &c.tree.nodes[at]
	n.acl, n.aversion = op.ACL, op.Version
	if c.observer != nil {
		c.observe(at)
	}
	return at
}

// applyClose ends a session: its ephemerals first, so that its own watches still see that.
func (c *Core) applyClose(op *Txn, zxid int64, out Sink) {
	for _, path := range op.Paths {
		c.applyDelete(path, zxid, out)
	}
	if pos := c.sessions.find(op.Session); pos != none {
		c.disconnect(pos)
		c.sessions.drop(pos)
	}
}
