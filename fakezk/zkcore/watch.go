package zkcore

import "slices"

// WatchKind is the table that a watch is in (DataTree has two WatchManagers). A persistent
// watch is one of each.
type WatchKind uint8

const (
	DataWatch  WatchKind = iota // of exists and getData
	ChildWatch                  // of getChildren
	watchKinds
)

// WatchMode says how long a watch lasts and what it covers. A session has at most one
// watch of a kind on a path, and the mode is that of the last request for it: as on a
// real server, an exists with a watch makes a persistent watch on the path one-shot.
type WatchMode uint8

const (
	OneShot   WatchMode = iota
	Lasting             // AddWatchMode 0
	Recursive           // AddWatchMode 1: lasting, on the whole subtree
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
	hash  uint32
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
	w.paths[p] = watchedPath{path, hash, noWatches}
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

// arm leaves a watch, or changes the mode of the one that is there. A session without a
// connection has none (WatchManager.isDeadWatcher).
func (c *Core) arm(session int32, path string, kind WatchKind, mode WatchMode) {
	if !c.sessions.all[session].connected {
		return
	}
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
		w.byPath.remove(p.hash, e.path)
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

func (w *watchTable) clone() watchTable {
	return watchTable{
		all: slices.Clone(w.all), free: slices.Clone(w.free), byKey: w.byKey.clone(),
		paths: slices.Clone(w.paths), freePaths: slices.Clone(w.freePaths), byPath: w.byPath.clone(),
		recursive: w.recursive, trigger: w.trigger,
	}
}
