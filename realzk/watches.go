package realzk

import (
	"lockstep/trace"
	"lockstep/zk"
)

// watchKind is what a watch looks at, as both library and servers have it.
type watchKind uint8

const (
	dataWatch  watchKind = iota // the znode was there
	existWatch                  // it was not
	childWatch
)

func (k watchKind) shown() trace.WatchKind {
	return [...]trace.WatchKind{trace.DataWatch, trace.ExistWatch, trace.ChildWatch}[k]
}

// firedBy reports whether such a watch of the library fires on an event at its path.
func (k watchKind) firedBy(t zk.EventType) bool {
	switch t {
	case zk.EventCreated:
		return k == existWatch
	case zk.EventDataChanged:
		return k != childWatch
	case zk.EventDeleted:
		return true
	case zk.EventChildrenChanged:
		return k == childWatch
	}
	return false
}

type watchKey struct {
	path string
	kind watchKind
}

func (x *conn) showWatch(key watchKey, armed bool) {
	if x.session == nil {
		return
	}
	name := trace.WatchKey{Server: x.node(), Session: x.session.id, Path: key.path, Kind: key.kind.shown()}
	x.w.change(func(t *trace.Trace) { t.SetWatch(name, armed) })
}

// arm notes the watches that a reply tells of. hdr.Zxid is what the server had seen when it
// set them: they tell of everything later.
func (x *conn) arm(req zk.Request, hdr zk.Header) {
	set := func(path string, kind watchKind) {
		key := watchKey{path, kind}
		x.armed[key] = hdr.Zxid
		x.showWatch(key, true)
	}
	switch r := req.(type) {
	case *zk.ExistsRequest:
		switch {
		case r.Watch && hdr.Err == zk.OK:
			set(r.Path, dataWatch)
		case r.Watch && hdr.Err == zk.ErrNoNode:
			set(r.Path, existWatch)
		}
	case *zk.GetDataRequest:
		if r.Watch && hdr.Err == zk.OK {
			set(r.Path, dataWatch)
		}
	case *zk.GetChildrenRequest:
		if r.Watch && hdr.Err == zk.OK {
			set(r.Path, childWatch)
		}
	case *zk.SetWatchesRequest:
		for kind, paths := range [][]string{r.Data, r.Exist, r.Child} {
			for _, path := range paths {
				if key := (watchKey{path, watchKind(kind)}); hdr.Err == zk.OK && !x.outdated[key] {
					set(path, watchKind(kind))
				}
			}
		}
		clear(x.outdated)
	}
}

// disarm notes that watches have fired. Those of a setWatches under way fire at once if they
// are out of date, and are not set.
func (x *conn) disarm(e zk.Event) {
	for _, kind := range []watchKind{dataWatch, existWatch, childWatch} {
		key := watchKey{e.Path, kind}
		if !kind.firedBy(e.Type) && !(kind == dataWatch && e.Type == zk.EventCreated) {
			continue
		}
		if _, armed := x.armed[key]; armed {
			delete(x.armed, key)
			x.showWatch(key, false)
		} else if x.rearming() != nil {
			x.outdated[key] = true
		}
	}
}

// rearming is the setWatches that the server has not answered yet.
func (x *conn) rearming() *ask {
	for _, a := range x.unanswered {
		if a.req.Op() == zk.OpSetWatches {
			return a
		}
	}
	return nil
}

func (x *conn) disarmAll() {
	for key := range x.armed {
		x.showWatch(key, false)
	}
	clear(x.armed)
}
