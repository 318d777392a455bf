package zkcore

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// What no client can tell apart has the same fingerprint.
func TestFingerprintLeavesOut(t *testing.T) {
	build := func(o Options, order []int, do func(b *bench, i int)) string {
		b := newBench(t, o, "A", "B", "C")
		b.create("A", "/p", zk.Persistent)
		for _, i := range order {
			do(b, i)
		}
		return print(b.core)
	}
	names := []string{"A", "B", "C"}
	for _, c := range []struct {
		name string
		do   func(b *bench, i int)
	}{
		{"the order of arming", func(b *bench, i int) {
			b.watchExists(names[i], "/p")
			b.watchChildren("A", "/p")
			b.watchExists("A", []string{"/x", "/y", "/z"}[i])
		}},
		{"the order of hearing from", func(b *bench, i int) { b.now = 2000; b.must(names[i], &zk.PingRequest{}) }},
		{"watches that were removed", func(b *bench, i int) {
			b.watchExists("A", "/p")
			b.must("A", &zk.RemoveWatchesRequest{Path: "/p", Type: zk.WatcherAny})
		}},
		{"failures, but for the last zxid", func(b *bench, i int) {
			b.ask("A", &zk.DeleteRequest{Path: []string{"/no", "/p/no", ""}[i], Version: -1})
		}},
	} {
		for _, sorted := range []bool{false, true} {
			o := Options{Sorted: sorted}
			if x, y := build(o, []int{0, 1, 2}, c.do), build(o, []int{2, 0, 1}, c.do); x != y {
				t.Errorf("%s, sorted %v:\n%s\n%s", c.name, sorted, x, y)
			}
		}
	}
	// A place in a slab that was used before is as good as a new one.
	used := func(b *bench, i int) {
		if i == 0 {
			b.create("A", "/q", zk.Persistent)
			b.watchExists("A", "/q")
			b.delete("A", "/q")
		} else if i == 1 {
			b.ask("A", &zk.CheckRequest{Path: "/p", Version: 5}) // as many zxids
			b.ask("A", &zk.CheckRequest{Path: "/p", Version: 5})
			b.core.tree.nodes[root].pzxid += 2
			b.core.tree.nodes[root].creates++
		} else {
			b.create("A", "/p/c", zk.Ephemeral)
		}
	}
	if x, y := build(Options{}, []int{0, 2}, used), build(Options{}, []int{1, 2}, used); x != y {
		t.Errorf("the history of the slab:\n%s\n%s", x, y)
	}
}

// The order of creation is Java's to show, and nobody's with Sorted.
func TestFingerprintOfOrder(t *testing.T) {
	build := func(sorted bool, names ...string) string {
		b := newBench(t, Options{Sorted: sorted}, "A")
		b.must("A", &zk.MultiRequest{Ops: []zk.Request{create(names[0], zk.Ephemeral), create(names[1], zk.Ephemeral)}})
		return print(b.core)
	}
	if x, y := build(true, "/a", "/i"), build(true, "/i", "/a"); x != y { // of one bucket
		t.Errorf("sorted:\n%s\n%s", x, y)
	}
	if x, y := build(false, "/a", "/i"), build(false, "/i", "/a"); x == y {
		t.Error("the order of children does not show")
	}
}

// What a client can tell apart has not.
func TestFingerprintTellsApart(t *testing.T) {
	seen := map[string]string{}
	for name, do := range map[string]func(b *bench){
		"nothing":         func(b *bench) {},
		"znode":           func(b *bench) { b.create("A", "/p/x", zk.Persistent) },
		"its name":        func(b *bench) { b.create("A", "/p/y", zk.Persistent) },
		"its place":       func(b *bench) { b.create("A", "/x", zk.Persistent) },
		"ephemeral":       func(b *bench) { b.create("A", "/p/x", zk.Ephemeral) },
		"of another":      func(b *bench) { b.create("B", "/p/x", zk.Ephemeral) },
		"container":       func(b *bench) { b.create("A", "/p/x", zk.Container) },
		"ttl":             func(b *bench) { b.create("A", "/p/x", zk.PersistentTTL) },
		"another ttl":     func(b *bench) { b.must("A", zk.NewCreate("/p/x", nil, zk.PersistentTTL, nil, 7)) },
		"empty data":      func(b *bench) { b.must("A", zk.NewCreate("/p/x", []byte{}, zk.Persistent, nil, 0)) },
		"data":            func(b *bench) { b.must("A", zk.NewCreate("/p/x", []byte("d"), zk.Persistent, nil, 0)) },
		"acl":             func(b *bench) { b.must("A", zk.NewCreate("/p/x", nil, zk.Persistent, zk.ReadOnlyACL, 0)) },
		"version":         func(b *bench) { b.set("A", "/p") },
		"aversion":        func(b *bench) { b.must("A", &zk.SetACLRequest{Path: "/p", ACL: zk.OpenACL, Version: -1}) },
		"counter":         func(b *bench) { b.create("A", "/p/x", zk.Persistent); b.delete("A", "/p/x") },
		"later":           func(b *bench) { b.now = 5; b.create("A", "/p/x", zk.Persistent) },
		"data watch":      func(b *bench) { b.watchData("A", "/p") },
		"child watch":     func(b *bench) { b.watchChildren("A", "/p") },
		"of B":            func(b *bench) { b.watchChildren("B", "/p") },
		"elsewhere":       func(b *bench) { b.watchExists("A", "/q") },
		"lasting watch":   func(b *bench) { b.must("A", &zk.AddWatchRequest{Path: "/p"}) },
		"recursive watch": func(b *bench) { b.must("A", &zk.AddWatchRequest{Path: "/p", Mode: 1}) },
		"identity":        func(b *bench) { b.must("A", &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")}) },
		"no connection":   func(b *bench) { b.core.Disconnect(b.id("A")) },
		"no session":      func(b *bench) { b.must("A", &zk.CloseRequest{}) },
		"more time":       func(b *bench) { b.now = 3000; b.must("A", &zk.PingRequest{}) },
		"another session": func(b *bench) { b.open("C", 30000) },
		"prepared":        func(b *bench) { b.core.Prepare(0, b.id("A"), nil, create("/p/x", zk.Persistent)) },
		"prepared delete": func(b *bench) { b.core.Prepare(0, b.id("A"), nil, &zk.DeleteRequest{Path: "/p", Version: -1}) },
	} {
		b := newBench(t, Options{}, "A", "B")
		b.create("A", "/p", zk.Persistent)
		do(b)
		got := print(b.core)
		if other, ok := seen[got]; ok {
			t.Errorf("%q and %q have the same fingerprint", name, other)
		}
		seen[got] = name
	}
}

// Taking a fingerprint changes nothing.
func TestFingerprintIsPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, seed := randomOptions(t), rapid.Uint64().Draw(t, "seed")
		a, b := newMachine(o), newMachine(o)
		ra, rb := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 0))
		for range 60 {
			if x, y := a.step(ra), b.step(rb); x != y {
				t.Fatalf("\n%s\nand with a fingerprint before\n%s", x, y)
			}
			if x, y := print(b.core), print(b.core); x != y {
				t.Fatalf("\n%s\n%s", x, y)
			}
		}
	})
}
