package realzk

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"lockstep/zk"
)

// observer is the world's own connection. It watches the directories that hold ephemerals,
// because these can go without anybody asking for it. Its lists are never counted.
type observer struct {
	w      *World
	ended  chan struct{}
	signal chan struct{} // there is a directory to list

	// Guarded by w.mu.
	dirs   map[string]*directory
	listed *sync.Cond // a directory has been listed
}

// directory is one that is observed. It is stale while a list was asked for that has not
// come.
type directory struct{ asked, done int }

func newObserver(w *World) *observer {
	return &observer{w: w, ended: make(chan struct{}), signal: make(chan struct{}, 1),
		dirs: map[string]*directory{}, listed: sync.NewCond(&w.mu)}
}

// watch begins to observe a directory.
func (o *observer) watch(dir string) {
	if o.dirs[dir] == nil {
		o.dirs[dir] = &directory{}
		o.refresh(dir)
	}
}

// refresh asks for a new list of a directory.
func (o *observer) refresh(dir string) {
	d := o.dirs[dir]
	if d == nil {
		return
	}
	d.asked++
	select {
	case o.signal <- struct{}{}:
	default:
	}
}

func (o *observer) isStale(dir string) bool {
	d := o.dirs[dir]
	return d != nil && d.done < d.asked
}

func (o *observer) anyStale() bool {
	for dir := range o.dirs {
		if o.isStale(dir) {
			return true
		}
	}
	return false
}

// event is called by the reader of the observer's connection.
func (o *observer) event(e zk.Event) {
	o.w.mu.Lock()
	defer o.w.mu.Unlock()
	o.refresh(o.w.chroot.out(e.Path))
}

// next gives a directory to list, and which request for it that answers.
func (o *observer) next() (dir string, asked int, ok bool) {
	o.w.mu.Lock()
	defer o.w.mu.Unlock()
	stale := make([]string, 0, 1)
	for dir := range o.dirs {
		if o.isStale(dir) {
			stale = append(stale, dir)
		}
	}
	if len(stale) == 0 {
		return "", 0, false
	}
	dir = slices.Min(stale)
	return dir, o.dirs[dir].asked, true
}

const reconnectPause = 250 * time.Millisecond

// run observes until the world is closed. It begins with the connection that prepared the
// world, and makes another when that breaks.
func (o *observer) run(own *raw) {
	defer close(o.ended)
	ctx := o.w.ctx
	for {
		o.serve(ctx, own)
		if ctx.Err() != nil {
			own.close()
			return
		}
		own.hangUp()
		for own = nil; own == nil; {
			select {
			case <-ctx.Done():
				return
			case <-time.After(reconnectPause):
				own, _ = o.w.dialAny(ctx, "observing", o.event) // without one, try again
			}
		}
		o.w.mu.Lock()
		for dir := range o.dirs {
			o.refresh(dir)
		}
		o.w.mu.Unlock()
	}
}

// serve lists what is asked for until the connection breaks or the world is closed.
func (o *observer) serve(ctx context.Context, own *raw) {
	for {
		dir, asked, ok := o.next()
		if !ok {
			select {
			case <-o.signal:
				continue
			case <-own.ended:
				return
			case <-ctx.Done():
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		hdr, reply, err := own.ask(&zk.GetChildrenRequest{Path: o.w.chroot.in(dir), Watch: true, WantStat: true})
		o.w.mu.Lock()
		switch {
		case errors.Is(err, zk.ErrNoNode):
			delete(o.dirs, dir)
		case err != nil:
			o.w.mu.Unlock()
			return
		default:
			list := reply.(*zk.ChildrenReply)
			d := o.dirs[dir]
			d.done, asked = asked, d.asked
			o.compare(dir, list.Children, list.Stat.Pzxid, hdr.Zxid)
			d.asked = asked // what this list has shown needs no other
		}
		o.listed.Broadcast()
		o.w.stir()
		o.w.mu.Unlock()
	}
}

// compare looks for znodes that should be in a list. It was made when the server had seen
// the transaction zxid; what was created later cannot be in it.
func (o *observer) compare(dir string, names []string, pzxid, zxid int64) {
	t := &o.w.tree
	z := t.nodes[dir]
	if z == nil || !z.there {
		return
	}
	var missing []string
	for name := range z.kids {
		path := zk.Join(dir, name)
		if t.nodes[path].czxid <= zxid && !slices.Contains(names, name) {
			missing = append(missing, path)
		}
	}
	slices.Sort(missing)
	for _, path := range missing {
		if t.nodes[path].there { // one session's end takes several
			o.w.missing(path)
		}
	}
	if pzxid > z.pzxid {
		z.pzxid = pzxid
		t.show(dir)
	}
}
