package zkcore

import (
	"strings"

	"lockstep/zk"
)

// The requests that are about watches alone, and not about znodes.

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

var bothKinds = [...]WatchKind{DataWatch, ChildWatch}

func (c *Core) addWatch(session int32, r *zk.AddWatchRequest) zk.Error {
	mode := Lasting
	switch r.Mode {
	case zk.WatchPersistent:
	case zk.WatchPersistentRecursive:
		mode = Recursive
	default:
		return zk.ErrMarshalling
	}
	c.arm(session, r.Path, DataWatch, mode)
	c.arm(session, r.Path, ChildWatch, mode)
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
			c.arm(session, path, DataWatch, OneShot)
		}
	}
	for _, path := range r.Exist {
		if c.tree.find(path) != none {
			tell(zk.EventCreated, path)
		} else {
			c.arm(session, path, DataWatch, OneShot)
		}
	}
	for _, path := range r.Child {
		switch at := c.tree.find(path); {
		case at == none:
			tell(zk.EventDeleted, path)
		case c.tree.nodes[at].pzxid > r.RelativeZxid:
			tell(zk.EventChildrenChanged, path)
		default:
			c.arm(session, path, ChildWatch, OneShot)
		}
	}
	if r.Code != zk.OpSetWatches2 {
		return
	}
	for _, path := range r.Persistent {
		c.arm(session, path, DataWatch, Lasting)
		c.arm(session, path, ChildWatch, Lasting)
	}
	for _, path := range r.Recursed {
		c.arm(session, path, DataWatch, Recursive)
		c.arm(session, path, ChildWatch, Recursive)
	}
}
