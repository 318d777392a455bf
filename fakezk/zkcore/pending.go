package zkcore

import (
	"maps"
	"slices"

	"lockstep/zk"
)

// pending is what prepared transactions will have changed once they are applied
// (ZooKeeperServer.outstandingChanges): the later operations of a multi see the
// earlier ones, and a leader prepares a write while earlier ones are still on their way
// through the quorum.
type pending struct {
	on     bool // whether changes are recorded; off while every Txn is applied at once
	byPath map[string]change
	log    []logged // in the order of preparation
}

type change struct {
	record
	zxid int64
}

// logged is a change with what it hid, so that a failed multi can be taken back.
type logged struct {
	path       string
	zxid       int64
	hidden     change
	wasVisible bool // whether hidden was in byPath
}

// record is what a preparation needs to know of a znode (ChangeRecord).
type record struct {
	exists   bool
	mode     zk.Mode
	owner    int64
	version  int32
	aversion int32
	creates  int32
	children int32
	acl      []zk.ACL
}

// look gives the state of a path as it will be when all that is prepared is applied.
func (c *Core) look(path string) record {
	if path == "" {
		path = "/"
	}
	if len(c.pending.byPath) > 0 {
		if ch, ok := c.pending.byPath[path]; ok {
			return ch.record
		}
	}
	at := c.tree.find(path)
	if at == none {
		return record{}
	}
	n := &c.tree.nodes[at]
	return record{true, n.mode, n.owner, n.version, n.aversion, n.creates, n.numChildren(), n.acl}
}

// note records a change of a transaction that is not applied yet.
func (p *pending) note(zxid int64, path string, r record) {
	if !p.on {
		return
	}
	if path == "" {
		path = "/"
	}
	if p.byPath == nil {
		p.byPath = make(map[string]change)
	}
	hidden, ok := p.byPath[path]
	p.log = append(p.log, logged{path, zxid, hidden, ok})
	p.byPath[path] = change{r, zxid}
}

// rollback takes back the changes that were recorded since the log had that length.
func (p *pending) rollback(length int) {
	for i := len(p.log) - 1; i >= length; i-- {
		if l := &p.log[i]; l.wasVisible {
			p.byPath[l.path] = l.hidden
		} else {
			delete(p.byPath, l.path)
		}
	}
	p.log = p.log[:length]
}

// applied forgets the changes up to a zxid: they are in the tree now.
func (p *pending) applied(zxid int64) {
	done := 0
	for ; done < len(p.log) && p.log[done].zxid <= zxid; done++ {
		if l := &p.log[done]; p.byPath[l.path].zxid <= zxid {
			delete(p.byPath, l.path)
		}
	}
	p.log = slices.Delete(p.log, 0, done)
}

func (p *pending) clone() pending {
	if len(p.log) == 0 {
		return pending{}
	}
	return pending{p.on, maps.Clone(p.byPath), slices.Clone(p.log)}
}
