package zkcore

import (
	"testing"

	"lockstep/zk"
)

// ZOOKEEPER-3546: a container that never had a child stays for ever.
func TestContainers(t *testing.T) {
	b := newBench(t, Options{Sorted: true}, "A")
	b.create("A", "/new", zk.Container)
	b.create("A", "/used", zk.Container)
	b.create("A", "/used/c", zk.Ephemeral)
	b.create("A", "/outer", zk.Container)
	b.create("A", "/outer/inner", zk.Container)
	b.create("A", "/outer/inner/c", zk.Persistent)
	b.delete("A", "/outer/inner/c")
	sweep := func(want string) {
		t.Helper()
		b.now += SweepInterval
		b.core.Sweep(b.now, &b.events)
		if got := b.children("/"); got != want {
			t.Errorf("after the sweep at %d: %s, want %s", b.now, got, want)
		}
	}
	sweep("new outer used zookeeper")
	if b.exists("/outer/inner") {
		t.Error("the inner container is still there")
	}
	b.delete("A", "/used/c")
	sweep("new zookeeper") // and the outer one, which had a child at the sweep before
	for range 3 {
		sweep("new zookeeper")
	}
}

// Only the opcode makes a container.
func TestContainerOpcode(t *testing.T) {
	b := newBench(t, Options{Sorted: true}, "A")
	b.must("A", &zk.CreateRequest{Code: zk.OpCreate, Path: "/a", ACL: zk.OpenACL, Mode: zk.Container})
	b.must("A", &zk.CreateRequest{Code: zk.OpCreateContainer, Path: "/b", ACL: zk.OpenACL, Mode: zk.Persistent})
	for _, path := range []string{"/a", "/b"} {
		b.create("A", path+"/c", zk.Persistent)
		b.delete("A", path+"/c")
	}
	b.core.Sweep(SweepInterval, nil)
	if got := b.children("/"); got != "a zookeeper" {
		t.Errorf("left: %s", got)
	}
}

// A TTL counts from the last set, and a child saves the znode.
func TestTTL(t *testing.T) {
	b := newBench(t, Options{Epoch: epoch, Sorted: true}, "A")
	ttl := func(path string, ms int64) { b.must("A", zk.NewCreate(path, nil, zk.PersistentTTL, nil, ms)) }
	ttl("/short", 1000)
	ttl("/exact", 60_000)
	ttl("/set", 50_000)
	ttl("/long", zk.MaxTTL)
	ttl("/parent", 1)
	b.create("A", "/parent/c", zk.Persistent)
	b.now = 30_000
	b.set("A", "/set")
	b.watchExists("A", "/short")
	before := b.core.Zxid()
	b.core.Sweep(60_000, &b.events)
	b.seen("A Deleted /short")
	if got := b.core.Zxid() - before; got != 1 {
		t.Errorf("%d transactions", got)
	}
	if got := b.children("/"); got != "exact long parent set zookeeper" {
		t.Errorf("after one sweep: %s", got)
	}
	b.core.Sweep(120_000, nil)
	if got := b.children("/"); got != "long parent zookeeper" {
		t.Errorf("after two: %s", got)
	}
	b.now = 130_000
	b.delete("A", "/parent/c") // mtime is still that of the create
	b.core.Sweep(180_000, nil)
	if got := b.children("/"); got != "long zookeeper" {
		t.Errorf("after three: %s", got)
	}
}
