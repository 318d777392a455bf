package zkcore

import (
	"testing"

	"lockstep/zk"
)

// Who is told what: a row for each way to watch /p/x, and a column for each change of it.
func TestWatches(t *testing.T) {
	type change = func(b *bench)
	var (
		created change = func(b *bench) { b.create("A", "/p/x", zk.Persistent) }
		set     change = func(b *bench) { b.set("A", "/p/x") }
		deleted change = func(b *bench) { b.delete("A", "/p/x") }
		added   change = func(b *bench) { b.create("A", "/p/x/c", zk.Persistent) }
		removed change = func(b *bench) { b.delete("A", "/p/x/c") }
		setBelw change = func(b *bench) { b.set("A", "/p/x/c") }
		setACL  change = func(b *bench) {
			b.must("A", &zk.SetACLRequest{Path: "/p/x", ACL: zk.OpenACL, Version: -1})
		}
		failed change = func(b *bench) {
			b.fails("A", &zk.SetDataRequest{Path: "/p/x", Version: 77}, zk.ErrBadVersion)
			b.fails("A", &zk.DeleteRequest{Path: "/p/x", Version: 77}, zk.ErrBadVersion)
			b.fails("A", create("/p/x", zk.Persistent), zk.ErrNodeExists)
			b.must("A", &zk.MultiRequest{Ops: []zk.Request{
				&zk.SetDataRequest{Path: "/p/x", Version: -1}, &zk.DeleteRequest{Path: "/no", Version: -1}}})
		}
	)
	exists := func(b *bench) { b.watchExists("B", "/p/x") }
	data := func(b *bench) { b.watchData("B", "/p/x") }
	children := func(b *bench) { b.watchChildren("B", "/p/x") }
	for _, c := range []struct {
		name    string
		present bool // whether /p/x is there, with a child
		watch   change
		change  change
		want    string
	}{
		{"exists, missing, created", false, exists, created, "B Created /p/x"},
		{"getData, missing, created", false, data, created, ""}, // leaves no watch
		{"getChildren, missing, created", false, children, created, ""},
		{"exists, set", true, exists, set, "B DataChanged /p/x"},
		{"exists, deleted", true, exists, func(b *bench) { removed(b); deleted(b) }, "B Deleted /p/x"},
		{"exists, child added", true, exists, func(b *bench) { removed(b); added(b) }, ""},
		{"getData, set", true, data, set, "B DataChanged /p/x"},
		{"getData, deleted", true, data, func(b *bench) { removed(b); deleted(b) }, "B Deleted /p/x"},
		{"getData, child removed", true, data, removed, ""},
		{"getChildren, set", true, children, set, ""},
		{"getChildren, child removed", true, children, removed, "B ChildrenChanged /p/x"},
		{"getChildren, child set", true, children, setBelw, ""},
		{"exists, ACL set", true, exists, setACL, ""},
		{"getChildren, ACL set", true, children, setACL, ""},
		{"all, failures", true, func(b *bench) { exists(b); children(b) }, failed, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A", "B")
			b.create("A", "/p", zk.Persistent)
			if c.present {
				created(b)
				added(b)
			}
			c.watch(b)
			c.change(b)
			b.seen(c.want)
			if got := b.watches("B"); (got != "") != (c.want == "" && c.present) {
				t.Errorf("watches left: %s", got)
			}
		})
	}
	t.Run("getChildren, deleted", func(t *testing.T) {
		b := newBench(t, Options{}, "A", "B")
		b.create("A", "/p", zk.Persistent)
		created(b)
		children(b)
		deleted(b)
		b.seen("B Deleted /p/x")
	})
}

func TestOneShot(t *testing.T) {
	b := newBench(t, Options{}, "A", "B", "C")
	b.create("A", "/x", zk.Persistent)
	b.watchData("B", "/x")
	b.watchData("B", "/x")
	b.watchExists("B", "/x") // the same watch
	b.watchData("C", "/x")
	b.set("A", "/x")
	b.set("A", "/x")
	b.seen("B DataChanged /x, C DataChanged /x") // each client its own, and once

	// Data and children of one znode: one Deleted.
	b.watchData("B", "/x")
	b.watchChildren("B", "/x")
	b.watchChildren("C", "/x")
	b.delete("A", "/x")
	b.seen("B Deleted /x, C Deleted /x")
	for _, name := range []string{"B", "C"} {
		if got := b.watches(name); got != "" {
			t.Errorf("%s still watches %s", name, got)
		}
	}
}

// The znode's own event comes before its parent's, and both before the writer's reply.
func TestEventOrder(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	b.create("A", "/p", zk.Persistent)
	b.watchChildren("B", "/p")
	b.watchExists("B", "/p/x")
	b.create("A", "/p/x", zk.Persistent)
	b.seen("B Created /p/x, B ChildrenChanged /p")
	b.watchChildren("B", "/p")
	b.watchExists("B", "/p/x")
	b.watchChildren("B", "/p/x")
	b.delete("A", "/p/x")
	b.seen("B Deleted /p/x, B ChildrenChanged /p")
	b.watchChildren("B", "/")
	b.create("B", "/own", zk.Persistent) // its own changes too
	b.seen("B ChildrenChanged /")
}

func TestPersistentWatch(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	b.must("B", &zk.AddWatchRequest{Path: "/x", Mode: zk.WatchPersistent})
	for range 2 {
		b.create("A", "/x", zk.Persistent)
		b.seen("B Created /x")
		b.set("A", "/x")
		b.set("A", "/x")
		b.seen("B DataChanged /x, B DataChanged /x")
		b.create("A", "/x/c", zk.Persistent)
		b.seen("B ChildrenChanged /x")
		b.set("A", "/x/c")
		b.seen("")
		b.delete("A", "/x/c")
		b.seen("B ChildrenChanged /x")
		b.delete("A", "/x")
		b.seen("B Deleted /x") // once, though it is of both kinds
	}
	if got := b.watches("B"); got != "child /x lasting, data /x lasting" {
		t.Errorf("watches: %s", got)
	}
}

func TestRecursiveWatch(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	b.must("B", &zk.AddWatchRequest{Path: "/x", Mode: zk.WatchPersistentRecursive})
	b.create("A", "/x", zk.Persistent)
	b.create("A", "/x/c", zk.Persistent)
	b.create("A", "/x/c/d", zk.Persistent)
	b.seen("B Created /x, B Created /x/c, B Created /x/c/d") // never ChildrenChanged
	b.set("A", "/x/c/d")
	b.set("A", "/x")
	b.create("A", "/xy", zk.Persistent) // not below /x
	b.seen("B DataChanged /x/c/d, B DataChanged /x")
	// Several that cover the same znode: one event.
	b.must("B", &zk.AddWatchRequest{Path: "/", Mode: zk.WatchPersistentRecursive})
	b.must("B", &zk.AddWatchRequest{Path: "/x/c/d", Mode: zk.WatchPersistent})
	b.watchChildren("B", "/x/c")
	b.delete("A", "/x/c/d")
	b.seen("B Deleted /x/c/d, B ChildrenChanged /x/c")
}

// A session has one watch of a kind on a path: the last request decides its mode.
func TestWatchModes(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	b.create("A", "/x", zk.Persistent)
	add := func(mode zk.AddWatchMode) { b.must("B", &zk.AddWatchRequest{Path: "/x", Mode: mode}) }
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() { add(zk.WatchPersistent) }, "child /x lasting, data /x lasting"},
		{func() { add(zk.WatchPersistentRecursive) }, "child /x recursive, data /x recursive"},
		{func() { b.watchExists("B", "/x") }, "child /x recursive, data /x"},
		{func() { b.set("A", "/x") }, "child /x recursive"},
		{func() { b.watchChildren("B", "/x") }, "child /x"},
		{func() { add(zk.WatchPersistent) }, "child /x lasting, data /x lasting"},
	} {
		c.do()
		if got := b.watches("B"); got != c.want {
			t.Errorf("watches: %s, want %s", got, c.want)
		}
	}
	if got := b.core.watches.recursive; got != [watchKinds]int{} {
		t.Errorf("recursive: %v", got)
	}
}

func TestRemoveWatches(t *testing.T) {
	for _, c := range []struct {
		remove zk.WatcherType
		left   string
	}{
		{zk.WatcherChildren, "data /x"},
		{zk.WatcherData, "child /x"},
		{zk.WatcherAny, ""},
	} {
		b := newBench(t, Options{}, "A", "B")
		b.create("A", "/x", zk.Persistent)
		b.watchExists("B", "/x")
		b.watchChildren("B", "/x")
		b.fails("A", &zk.RemoveWatchesRequest{Path: "/x", Type: c.remove}, zk.ErrNoWatcher) // not its own
		b.must("B", &zk.CheckWatchesRequest{Path: "/x", Type: c.remove})
		b.must("A", &zk.CheckWatchesRequest{Path: "/x", Type: c.remove}) // anybody's, in 3.8.0
		b.must("B", &zk.RemoveWatchesRequest{Path: "/x", Type: c.remove})
		b.fails("B", &zk.RemoveWatchesRequest{Path: "/x", Type: c.remove}, zk.ErrNoWatcher)
		b.fails("B", &zk.CheckWatchesRequest{Path: "/x", Type: c.remove}, zk.ErrNoWatcher)
		if got := b.watches("B"); got != c.left {
			t.Errorf("left of type %d: %s, want %s", c.remove, got, c.left)
		}
		b.seen("") // the server does not tell
	}
}

// Who may not read a znode is not told of it, and a one-shot watch is gone all the same.
func TestEventsNeedPermission(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	b.must("A", &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")})
	b.watchExists("B", "/x")
	b.watchExists("A", "/x")
	b.watchChildren("B", "/")
	b.must("A", zk.NewCreate("/x", nil, zk.Persistent, zk.CreatorACL, 0))
	b.seen("A Created /x, B ChildrenChanged /")
	b.watchExists("B", "/x")
	b.set("A", "/x")
	b.seen("")
	if got := b.watches("B"); got != "" {
		t.Errorf("left: %s", got)
	}
}

// A watch may be on what is no path, and is then never told anything.
func TestWatchOnNoPath(t *testing.T) {
	b := newBench(t, Options{}, "A")
	for _, path := range []string{"", "a", "/a/", "//"} {
		b.watchExists("A", path)
		b.must("A", &zk.AddWatchRequest{Path: path, Mode: zk.WatchPersistentRecursive})
	}
	b.create("A", "/a", zk.Persistent)
	b.set("A", "/")
	b.delete("A", "/a")
	b.seen("")
}

// What setWatches tells after a reconnect, and what it arms. Each case is a watch, then
// changes while the client is away.
func TestSetWatches(t *testing.T) {
	for _, c := range []struct {
		name string
		list string // of the request
		away func(b *bench)
		want string
		left string
	}{
		{"data, nothing", "data", func(*bench) {}, "", "data /x"},
		{"data, set", "data", func(b *bench) { b.set("A", "/x") }, "B DataChanged /x", ""},
		{"data, deleted", "data", func(b *bench) { b.delete("A", "/x") }, "B Deleted /x", ""},
		{"data, recreated", "data", func(b *bench) { b.delete("A", "/x"); b.create("A", "/x", zk.Persistent) }, "B DataChanged /x", ""},
		{"data, child added", "data", func(b *bench) { b.create("A", "/x/c", zk.Persistent) }, "", "data /x"},
		{"data, ACL set", "data", func(b *bench) {
			b.must("A", &zk.SetACLRequest{Path: "/x", ACL: zk.OpenACL, Version: -1})
		}, "", "data /x"},
		{"exist, nothing", "exist", func(b *bench) {}, "", "data /y"},
		{"exist, created", "exist", func(b *bench) { b.create("A", "/y", zk.Persistent) }, "B Created /y", ""},
		{"exist, created and deleted", "exist", func(b *bench) { b.create("A", "/y", zk.Persistent); b.delete("A", "/y") }, "", "data /y"},
		{"child, nothing", "child", func(b *bench) {}, "", "child /x"},
		{"child, set", "child", func(b *bench) { b.set("A", "/x") }, "", "child /x"},
		{"child, added", "child", func(b *bench) { b.create("A", "/x/c", zk.Persistent) }, "B ChildrenChanged /x", ""},
		{"child, added and removed", "child", func(b *bench) { b.create("A", "/x/c", zk.Persistent); b.delete("A", "/x/c") }, "B ChildrenChanged /x", ""},
		{"child, deleted", "child", func(b *bench) { b.delete("A", "/x") }, "B Deleted /x", ""},
		{"child, recreated", "child", func(b *bench) { b.delete("A", "/x"); b.create("A", "/x", zk.Persistent) }, "B ChildrenChanged /x", ""},
		{"persistent", "persistent", func(b *bench) { b.set("A", "/x") }, "", "child /x lasting, data /x lasting"},
		{"recursive", "recursive", func(b *bench) { b.set("A", "/x") }, "", "child /x recursive, data /x recursive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A", "B")
			b.create("A", "/x", zk.Persistent)
			b.watchData("B", "/x")
			seen := b.hdr.Zxid
			b.core.Disconnect(b.id("B"))
			if got := b.watches("B"); got != "" {
				t.Fatalf("without a connection it watches %s", got)
			}
			c.away(b)
			b.seen("")
			if v := b.renew("B"); v != (Verdict{Outcome: Renewed}) {
				t.Fatalf("%+v", v)
			}
			r := &zk.SetWatchesRequest{Code: zk.OpSetWatches2, RelativeZxid: seen}
			*map[string]*[]string{"data": &r.Data, "child": &r.Child, "persistent": &r.Persistent, "recursive": &r.Recursed, "exist": &r.Exist}[c.list] = []string{"/x"}
			if c.list == "exist" {
				r.Exist = []string{"/y"}
			}
			b.must("B", r)
			b.seen(c.want)
			if got := b.watches("B"); got != c.left {
				t.Errorf("armed: %s, want %s", got, c.left)
			}
		})
	}
}

// The reconnects that a lock meets, as a client goes through them: it says which of its
// watches are of which kind by what it last knew.
func TestReconnect(t *testing.T) {
	away := func(b *bench, change func()) {
		b.core.Disconnect(b.id("B"))
		change()
		b.renew("B")
	}
	t.Run("predecessor gone", func(t *testing.T) {
		b := newBench(t, Options{}, "A", "B")
		b.create("A", "/l", zk.Ephemeral)
		b.watchExists("B", "/l")
		seen := b.hdr.Zxid
		away(b, func() { b.delete("A", "/l") })
		b.must("B", &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: seen, Data: []string{"/l"}})
		b.seen("B Deleted /l")
	})
	t.Run("absent, created and deleted: still armed", func(t *testing.T) {
		b := newBench(t, Options{}, "A", "B")
		b.watchExists("B", "/l")
		seen := b.hdr.Zxid
		away(b, func() { b.create("A", "/l", zk.Ephemeral); b.delete("A", "/l") })
		b.must("B", &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: seen, Exist: []string{"/l"}})
		b.seen("")
		b.create("A", "/l", zk.Ephemeral)
		b.seen("B Created /l")
	})
	t.Run("one event for all that happened to one", func(t *testing.T) {
		b := newBench(t, Options{}, "A", "B")
		b.create("A", "/l", zk.Persistent)
		b.watchExists("B", "/l")
		b.watchChildren("B", "/l")
		seen := b.hdr.Zxid
		away(b, func() {
			b.delete("A", "/l")
			b.create("A", "/l", zk.Persistent)
			b.set("A", "/l")
			b.create("A", "/l/c", zk.Persistent)
			b.delete("A", "/l/c")
		})
		b.must("B", &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: seen, Data: []string{"/l"}, Child: []string{"/l"}})
		b.seen("B DataChanged /l, B ChildrenChanged /l")
	})
}
