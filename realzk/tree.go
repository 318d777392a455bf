package realzk

import (
	"slices"

	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/zktrace"
)

// tree is what is known of the znodes: from the replies to writes, and from the world's own
// connection. Replies come on several connections, and so not always in the order of their
// transactions; what is older than what is known changes nothing.
type tree struct {
	w      *World
	nodes  map[string]*znode
	graves []string // of deleted znodes, oldest first
}

// znode is one path's. A deleted one is remembered for a while: a reply that is still under
// way may have set a watch on it, or tell of an older write.
type znode struct {
	there   bool
	mode    trace.ZnodeMode
	owner   int64
	czxid   int64
	mzxid   int64
	pzxid   int64
	gone    int64 // transaction of its last deletion, 0 for none
	lost    bool  // it was deleted by a transaction that is not known
	version int32
	size    int32
	kids    map[string]bool

	// Arrivals of the writes that last made it, set its data, deleted it, and made or deleted
	// a child; −1.
	born, set, died, child int
}

func newZnode() *znode { return &znode{born: -1, set: -1, died: -1, child: -1} }

// mostGraves bounds the memory for deleted znodes. Replies are under way for milliseconds.
const mostGraves = 4096

// show puts a znode into the trace. Nobody knows which server has it already.
func (t *tree) show(path string) {
	z := t.nodes[path]
	var shown trace.Znode
	if z.there {
		shown = trace.Znode{Mode: z.mode, Owner: z.owner, Czxid: z.czxid, Mzxid: z.mzxid, Pzxid: z.pzxid,
			Version: z.version, Children: int32(len(z.kids)), Size: z.size}
	}
	t.w.change(func(tr *trace.Trace) {
		for _, s := range t.w.servers {
			tr.SetZnode(s.node, path, shown)
		}
	})
}

// found adds a persistent znode that is there from the beginning.
func (t *tree) found(path string, s *zk.Stat) {
	t.nodes[path] = &znode{there: true, mode: trace.PersistentZnode, czxid: s.Czxid, mzxid: s.Mzxid, pzxid: s.Pzxid,
		version: s.Version, size: s.DataLength, kids: map[string]bool{}, born: -1, set: -1, died: -1, child: -1}
	if parent := t.nodes[zk.Parent(path)]; parent != nil && path != "/" {
		parent.kids[zk.Base(path)] = true
		t.show(zk.Parent(path))
	}
	t.show(path)
}

func (t *tree) created(path string, mode zk.Mode, size int, owner, zxid int64, cause int) {
	t.childChanged(path, zxid, cause)
	z := t.at(path)
	if zxid < max(z.czxid, z.gone) {
		return
	}
	made := znode{there: true, mode: zktrace.Mode(mode), czxid: zxid, mzxid: zxid, pzxid: zxid, size: int32(size),
		kids: map[string]bool{}, gone: z.gone, born: cause, set: -1, died: z.died, child: -1}
	if z.mzxid > zxid { // it was set, and that became known first
		made.mzxid, made.version, made.size, made.set = z.mzxid, z.version, z.size, z.set
	}
	if mode.IsEphemeral() {
		made.owner = owner
		t.w.observer.watch(zk.Parent(path))
	}
	*z = made
	t.link(path)
	t.show(path)
}

func (t *tree) changed(path string, s *zk.Stat, cause int) {
	z := t.at(path)
	if s.Mzxid <= max(z.mzxid, z.gone) {
		return
	}
	z.mzxid, z.version, z.size, z.set = s.Mzxid, s.Version, s.DataLength, cause
	t.show(path)
}

// deleted notes a deletion. Where its transaction is not known, zxid is 0.
func (t *tree) deleted(path string, zxid int64, cause int) {
	z := t.at(path)
	if zxid == 0 && !z.there {
		return
	}
	t.childChanged(path, zxid, cause)
	if zxid != 0 && zxid < max(z.czxid, z.gone) {
		return
	}
	z.there, z.lost, z.gone, z.died, z.kids = false, zxid == 0, zxid, cause, nil
	t.link(path)
	t.show(path)
	if t.graves = append(t.graves, path); len(t.graves) > mostGraves {
		if z := t.nodes[t.graves[0]]; z != nil && !z.there {
			delete(t.nodes, t.graves[0])
		}
		t.graves = t.graves[1:]
	}
}

// at gives what is kept of a path.
func (t *tree) at(path string) *znode {
	z := t.nodes[path]
	if z == nil {
		z = newZnode()
		t.nodes[path] = z
	}
	return z
}

// childChanged notes that a parent's list of children has changed.
func (t *tree) childChanged(path string, zxid int64, cause int) {
	if p := t.nodes[zk.Parent(path)]; p != nil && path != "/" && (zxid > p.pzxid || zxid == 0) {
		p.pzxid, p.child = max(p.pzxid, zxid), cause
		t.show(zk.Parent(path))
	}
}

// link brings a znode's entry with its parent up to date.
func (t *tree) link(path string) {
	p := t.nodes[zk.Parent(path)]
	if p == nil || p.kids == nil || path == "/" {
		return
	}
	if t.nodes[path].there {
		p.kids[zk.Base(path)] = true
	} else {
		delete(p.kids, zk.Base(path))
	}
	t.show(zk.Parent(path))
}

// ownedBy lists a session's ephemerals, sorted.
func (t *tree) ownedBy(session int64) []string {
	var paths []string
	for path, z := range t.nodes {
		if z.there && z.owner == session && session != 0 {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// apply changes the tree as a reply tells.
func (w *World) apply(s *session, a *ask, hdr zk.Header, reply zk.Reply) {
	if s == nil || hdr.Err != zk.OK {
		w.recheck(a.req)
		return
	}
	switch r := a.req.(type) {
	case *zk.MultiRequest:
		multi, ok := reply.(*zk.MultiReply)
		if !ok {
			return
		}
		if _, err := zk.MultiOutcome(multi); err == nil && len(multi.Results) == len(r.Ops) {
			for i, op := range r.Ops {
				w.applyOne(s, op, hdr.Zxid, multi.Results[i].Reply, a.recv)
			}
		}
	case *zk.CloseRequest:
		s.close(hdr.Zxid, a.recv)
	default:
		w.applyOne(s, a.req, hdr.Zxid, reply, a.recv)
	}
	w.recheck(a.req)
}

func (w *World) applyOne(s *session, req zk.Request, zxid int64, reply zk.Reply, cause int) {
	switch r := req.(type) {
	case *zk.CreateRequest:
		if made, ok := reply.(*zk.CreateReply); ok {
			w.tree.created(made.Path, r.Mode, len(r.Data), s.id, zxid, cause)
		}
	case *zk.DeleteRequest:
		w.tree.deleted(r.Path, zxid, cause)
	case *zk.SetDataRequest:
		if set, ok := reply.(*zk.StatReply); ok {
			w.tree.changed(r.Path, &set.Stat, cause)
		}
	}
}
