package zkcore

import (
	"slices"
	"strings"

	"lockstep/zk"
)

// WatchKind is the table that a watch is in (DataTree has two WatchManagers). A persistent
// watch is one of each.
type WatchKind uint8

const (
	dataWatch  WatchKind = iota // of exists and getData
	childWatch                  // of getChildren
	watchKinds
)

// DataWatch and ChildWatch are the two kinds.
const (
	DataWatch  = dataWatch
	ChildWatch = childWatch
)

// WatchMode says how long a watch lasts and what it covers. A session has at most one
// watch of a kind on a path, and the mode is that of the last request for it: as on a
// real server, an exists with a watch makes a persistent watch on the path one-shot.
type WatchMode uint8

const (
	OneShot WatchMode = iota
	Lasting
	Recursive // lasting, on the whole subtree
)

// watchTable is the watches, in a slab. Each is in the list of its path, in the list of
// its session, and in an index by both; so it is found, added and removed in constant
// time however many others there are.
//
// It knows paths and not znodes: exists watches what is not there yet.
type watchTable struct {
	all   []watch
	free  []int32
	byKey index

	paths     []watchedPath
	freePaths []int32
	byPath    index

	recursive [watchKinds]int // how many watches have that mode
	trigger   uint64          // number of the last trigger
}

type watch struct {
	path, session int32
	kind          WatchKind
	mode          WatchMode

	next, prev               int32 // of the same path and list
	sessionNext, sessionPrev int32
}

// watchedPath is a path that somebody watches. Recursive watches are in lists of their
// own, since they are looked at whenever something below the path changes.
type watchedPath struct {
	path  string
	lists [watchKinds][2]watchList // own, recursive
}

// watchList keeps the order in which its watches were armed.
type watchList struct{ first, last int32 }

var noWatches = [watchKinds][2]watchList{{{none, none}, {none, none}}, {{none, none}, {none, none}}}

// lookup gives the position of a watched path, or none.
func (w *watchTable) lookup(path string, hash uint32) int32 {
	if w.byPath.used == 0 {
		return none
	}
	for i, mask := w.byPath.probe(hash); ; i = (i + 1) & mask {
		s := w.byPath.slots[i]
		if s.ref == 0 {
			return none
		}
		if s.hash == hash && w.paths[s.ref-1].path == path {
			return s.ref - 1
		}
	}
}

func (w *watchTable) intern(path string) int32 {
	hash := hashString(path)
	if p := w.lookup(path, hash); p != none {
		return p
	}
	var p int32
	if last := len(w.freePaths) - 1; last >= 0 {
		p = w.freePaths[last]
		w.freePaths = w.freePaths[:last]
	} else {
		p = int32(len(w.paths))
		w.paths = append(w.paths, watchedPath{})
	}
	w.paths[p] = watchedPath{path, noWatches}
	w.byPath.insert(hash, p)
	return p
}

func watchHash(path, session int32, kind WatchKind) uint32 {
	return hashInt(uint64(path)<<33 | uint64(session)<<1 | uint64(kind))
}

// get gives a session's watch on a path, or none.
func (w *watchTable) get(path, session int32, kind WatchKind) int32 {
	if w.byKey.used == 0 {
		return none
	}
	hash := watchHash(path, session, kind)
	for i, mask := w.byKey.probe(hash); ; i = (i + 1) & mask {
		s := w.byKey.slots[i]
		if s.ref == 0 {
			return none
		}
		if s.hash == hash {
			if e := &w.all[s.ref-1]; e.path == path && e.session == session && e.kind == kind {
				return s.ref - 1
			}
		}
	}
}

// list is the list of a path that a watch belongs in.
func (w *watchTable) list(e *watch) *watchList {
	l := &w.paths[e.path].lists[e.kind]
	if e.mode == Recursive {
		return &l[1]
	}
	return &l[0]
}

// link appends a watch to the list of its path.
func (w *watchTable) link(at int32) {
	e := &w.all[at]
	if e.mode == Recursive {
		w.recursive[e.kind]++
	}
	l := w.list(e)
	e.next, e.prev = none, l.last
	if l.last != none {
		w.all[l.last].next = at
	} else {
		l.first = at
	}
	l.last = at
}

func (w *watchTable) unlink(at int32) {
	e := &w.all[at]
	if e.mode == Recursive {
		w.recursive[e.kind]--
	}
	l := w.list(e)
	if e.prev != none {
		w.all[e.prev].next = e.next
	} else {
		l.first = e.next
	}
	if e.next != none {
		w.all[e.next].prev = e.prev
	} else {
		l.last = e.prev
	}
}

// arm leaves a watch, or changes the mode of the one that is there.
func (c *Core) arm(session int32, path string, kind WatchKind, mode WatchMode) {
	w := &c.watches
	p := w.intern(path)
	at := w.get(p, session, kind)
	if at != none {
		if w.all[at].mode == mode {
			return
		}
		w.unlink(at)
		w.all[at].mode = mode
		w.link(at)
	} else {
		if last := len(w.free) - 1; last >= 0 {
			at = w.free[last]
			w.free = w.free[:last]
		} else {
			at = int32(len(w.all))
			w.all = append(w.all, watch{})
		}
		head := &c.sessions.all[session].watches
		w.all[at] = watch{path: p, session: session, kind: kind, mode: mode, sessionNext: *head, sessionPrev: none}
		if *head != none {
			w.all[*head].sessionPrev = at
		}
		*head = at
		w.byKey.insert(watchHash(p, session, kind), at)
		w.link(at)
	}
	if c.observer != nil {
		c.observer.WatchArmed(c.sessions.all[session].id, path, kind, mode)
	}
}

// disarm removes a watch.
func (c *Core) disarm(at int32) {
	w := &c.watches
	e := &w.all[at]
	if c.observer != nil {
		c.observer.WatchGone(c.sessions.all[e.session].id, w.paths[e.path].path, e.kind)
	}
	w.unlink(at)
	if e.sessionPrev != none {
		w.all[e.sessionPrev].sessionNext = e.sessionNext
	} else {
		c.sessions.all[e.session].watches = e.sessionNext
	}
	if e.sessionNext != none {
		w.all[e.sessionNext].sessionPrev = e.sessionPrev
	}
	w.byKey.remove(watchHash(e.path, e.session, e.kind), at)
	if p := &w.paths[e.path]; p.lists == noWatches {
		w.byPath.remove(hashString(p.path), e.path)
		p.path = ""
		w.freePaths = append(w.freePaths, e.path)
	}
	w.free = append(w.free, at)
}

// disarmAll removes a session's watches.
func (c *Core) disarmAll(session int32) {
	for c.sessions.all[session].watches != none {
		c.disarm(c.sessions.all[session].watches)
	}
}

// nextTrigger numbers a change that sessions are told of once, whatever they watch it by.
func (c *Core) nextTrigger() uint64 {
	c.watches.trigger++
	return c.watches.trigger
}

// trigger tells the watches of a kind of what happened at a path (WatchManager.triggerWatch).
// acl is that of the znode at the path: who may not read it is not told, and a one-shot
// watch is gone all the same (since 3.8.4, and in what distributions patch: CVE-2024-23944).
func (c *Core) trigger(path string, acl []zk.ACL, kind WatchKind, what zk.EventType, once uint64, out Sink) {
	w := &c.watches
	if w.byPath.used == 0 {
		return
	}
	event := zk.Event{Type: what, State: zk.StateConnected, Path: path}
	if p := w.lookup(path, hashString(path)); p != none {
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
	for above := path; ; above = zk.Parent(above) {
		if p := w.lookup(above, hashString(above)); p != none {
			for at := w.paths[p].lists[kind][1].first; at != none; at = w.all[at].next {
				c.tell(w.all[at].session, event, acl, once, out)
			}
		}
		if above == "/" {
			return
		}
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

// kinds gives the tables that a request to remove or check watches means.
func kinds(t zk.WatcherType) ([]WatchKind, bool) {
	switch t {
	case zk.WatcherChildren:
		return bothKinds[1:], true
	case zk.WatcherData:
		return bothKinds[:1], true
	case zk.WatcherAny:
		return bothKinds[:], true
	}
	return nil, false
}

var bothKinds = [...]WatchKind{dataWatch, childWatch}

func (c *Core) addWatch(session int32, r *zk.AddWatchRequest) zk.Error {
	mode := Lasting
	switch r.Mode {
	case zk.WatchPersistent:
	case zk.WatchPersistentRecursive:
		mode = Recursive
	default:
		return zk.ErrMarshalling
	}
	c.arm(session, r.Path, dataWatch, mode)
	c.arm(session, r.Path, childWatch, mode)
	return zk.OK
}

func (c *Core) removeWatches(session int32, r *zk.RemoveWatchesRequest) zk.Error {
	kinds, ok := kinds(r.Type)
	if !ok {
		return zk.ErrMarshalling
	}
	err := zk.ErrNoWatcher
	for _, kind := range kinds {
		p := c.watches.lookup(r.Path, hashString(r.Path))
		if p == none {
			break
		}
		if at := c.watches.get(p, session, kind); at != none {
			c.disarm(at)
			err = zk.OK
		}
	}
	return err
}

// checkWatches finds anybody's watch on the path: WatchManager.containsWatcher of 3.8.0 asks
// who has set it only for the path's ancestors, and then for the mode alone.
func (c *Core) checkWatches(r *zk.CheckWatchesRequest) zk.Error {
	kinds, ok := kinds(r.Type)
	if !ok {
		return zk.ErrMarshalling
	}
	err := zk.ErrNoWatcher
	p := c.watches.lookup(r.Path, hashString(r.Path))
	for _, kind := range kinds {
		found := r.Path != "" && p != none && c.watches.paths[p].lists[kind] != noWatches[kind]
		if found {
			err = zk.OK
		}
		if climbsOut(r.Path, found || c.watches.recursive[kind] == 0) {
			return zk.ErrMarshalling
		}
	}
	return err
}

// climbsOut reports whether PathParentIterator fails on a path: from one that does not begin
// at the root it finds no way up. It stays at the path itself when nothing makes it go on.
func climbsOut(path string, stays bool) bool {
	if path == "" || path[0] == '/' {
		return false
	}
	return !stays || strings.IndexByte(path, '/') < 0
}

// setWatches arms a client's watches anew after a reconnect, and tells at once what has
// changed since the last zxid that it saw (DataTree.setWatches).
func (c *Core) setWatches(session int32, r *zk.SetWatchesRequest, out Sink) {
	tell := func(what zk.EventType, path string) {
		c.tell(session, zk.Event{Type: what, State: zk.StateConnected, Path: path}, nil, c.nextTrigger(), out)
	}
	for _, path := range r.Data {
		switch at := c.tree.find(path); {
		case at == none:
			tell(zk.EventDeleted, path)
		case c.tree.nodes[at].mzxid > r.RelativeZxid:
			tell(zk.EventDataChanged, path)
		default:
			c.arm(session, path, dataWatch, OneShot)
		}
	}
	for _, path := range r.Exist {
		if c.tree.find(path) != none {
			tell(zk.EventCreated, path)
		} else {
			c.arm(session, path, dataWatch, OneShot)
		}
	}
	for _, path := range r.Child {
		switch at := c.tree.find(path); {
		case at == none:
			tell(zk.EventDeleted, path)
		case c.tree.nodes[at].pzxid > r.RelativeZxid:
			tell(zk.EventChildrenChanged, path)
		default:
			c.arm(session, path, childWatch, OneShot)
		}
	}
	if r.Code != zk.OpSetWatches2 {
		return
	}
	for _, path := range r.Persistent {
		c.arm(session, path, dataWatch, Lasting)
		c.arm(session, path, childWatch, Lasting)
	}
	for _, path := range r.Recursed {
		c.arm(session, path, dataWatch, Recursive)
		c.arm(session, path, childWatch, Recursive)
	}
}

func (w *watchTable) clone() watchTable {
	return watchTable{
		all: slices.Clone(w.all), free: slices.Clone(w.free), byKey: w.byKey.clone(),
		paths: slices.Clone(w.paths), freePaths: slices.Clone(w.freePaths), byPath: w.byPath.clone(),
		recursive: w.recursive, trigger: w.trigger,
	}
}
