package zkcore

import "lockstep/zk"

// Observer is told of every change, when it has happened. It must not call the core.
type Observer interface {
	// ZnodeChanged tells the new state of a znode that was created or changed. A create or
	// delete below changes it too.
	ZnodeChanged(z *Znode)
	ZnodeDeleted(path string)

	// WatchArmed tells of a new watch, or of another mode of one that is there.
	WatchArmed(session int64, path string, kind WatchKind, mode WatchMode)
	WatchGone(session int64, path string, kind WatchKind)

	SessionOpened(session int64, timeout int32, deadline int64)
	SessionMoved(session int64, deadline int64)
	SessionEnded(session int64, expired bool)
}

// Znode is what there is to know of a znode. It is good until the call returns; what it
// points at must not be changed.
type Znode struct {
	Path string
	Data []byte
	ACL  []zk.ACL
	Stat zk.Stat
	Mode zk.Mode // Persistent, Ephemeral, Container or PersistentTTL
	TTL  int64   // milliseconds
}

// SetObserver chooses who is told of changes from now on; nil is nobody. A clone has none.
func (c *Core) SetObserver(o Observer) { c.observer = o }

func (c *Core) observe(at int32) {
	n := &c.tree.nodes[at]
	z := Znode{Path: n.path, Data: n.data, ACL: n.acl, Mode: n.mode}
	if n.mode == zk.PersistentTTL {
		z.TTL = n.owner
	}
	n.fillStat(&z.Stat)
	c.observer.ZnodeChanged(&z)
}
