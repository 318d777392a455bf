package zkcore

import (
	"strings"

	"lockstep/zk"
)

// SweepInterval is how often a server sweeps, in milliseconds (ContainerManager).
const SweepInterval = 60_000

// Sweep deletes the containers that had a child and have none, and the childless TTL
// znodes that were not set for longer than their TTL; each in a transaction of its own.
// What becomes childless by it waits for the next sweep.
func (c *Core) Sweep(now int64, out Sink) {
	for _, path := range c.sweepable(now) {
		t := &c.txn
		c.begin(t, now, 0)
		t.Op, t.Path = zk.OpDelete, path
		slash := strings.LastIndexByte(path, '/')
		c.noteDelete(t.Zxid, path, slash, c.look(path[:slash]))
		c.Apply(t, out, false)
	}
}

// sweepable lists the candidates in the order of the HashSet that a server collects them in.
func (c *Core) sweepable(now int64) []string {
	var set *nameSet
	add := func(at int32) {
		if set == nil {
			set = c.tree.newSet(ephemeralsTable)
		}
		set.add(c.tree.nodes[at].path, at)
	}
	for _, at := range c.tree.containers {
		if n := &c.tree.nodes[at]; n.numChildren() == 0 && n.creates > 0 {
			add(at)
		}
	}
	for _, at := range c.tree.ttls {
		if n := &c.tree.nodes[at]; n.numChildren() == 0 && c.options.Epoch+now-n.mtime > n.owner {
			add(at)
		}
	}
	if set == nil {
		return nil
	}
	return set.list()
}
