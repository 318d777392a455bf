package zkcore

import (
	"testing"

	"lockstep/zk"
)

func TestSequentialSuffix(t *testing.T) {
	for _, c := range []struct {
		n    int32
		want string
	}{
		{0, "a-0000000000"},
		{7, "a-0000000007"},
		{2147483647, "a-2147483647"},
		{-1, "a--000000001"},
		{-3, "a--000000003"},
		{-2147483647, "a--2147483647"},
		{-2147483648, "a--2147483648"}, // one character more
	} {
		if got := sequential("a-", c.n); got != c.want {
			t.Errorf("%d: %s, want %s", c.n, got, c.want)
		}
	}
}

// The number is that of the creates ever made under the parent, of any kind.
func TestCounter(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.create("A", "/p", zk.Persistent)
	seq := func(prefix, want string) {
		t.Helper()
		if got := b.create("A", prefix, zk.PersistentSequential); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	seq("/p/a-", "/p/a-0000000000")
	seq("/p/a-", "/p/a-0000000001")
	b.create("A", "/p/n1", zk.Ephemeral) // burns 2
	seq("/p/b-", "/p/b-0000000003")
	b.delete("A", "/p/b-0000000003")
	b.set("A", "/p/n1")
	b.set("A", "/p")
	seq("/p/a-", "/p/a-0000000004")
	seq("/p/", "/p/0000000005") // a name that is nothing but the number
	b.create("A", "/p/a-0000000004/child", zk.Persistent)
	seq("/p/a-", "/p/a-0000000006")
}

// kazoo#429: what burns a number and what does not.
func TestCounterBurns(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.create("A", "/p", zk.Persistent)
	seq := func(prefix, want string) {
		t.Helper()
		if got := b.create("A", prefix, zk.PersistentSequential); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	plain := zk.NewCreate("/p/x", nil, zk.Persistent, nil, 0)
	seq("/p/a-", "/p/a-0000000000")
	b.must("A", plain)
	b.fails("A", plain, zk.ErrNodeExists)
	seq("/p/b-", "/p/b-0000000002")
	b.delete("A", "/p/a-0000000000")
	b.delete("A", "/p/b-0000000002")
	seq("/p/a-", "/p/a-0000000003")
	reply := b.must("A", &zk.MultiRequest{Ops: []zk.Request{
		zk.NewCreate("/p/m-", nil, zk.PersistentSequential, nil, 0),
		zk.NewCreate("/p/m-", nil, zk.PersistentSequential, nil, 0),
		&zk.DeleteRequest{Path: "/p/missing", Version: -1},
	}})
	if got := reply.(*zk.MultiReply).Results[2].Err; got != zk.ErrNoNode {
		t.Errorf("the multi fails with %v", got)
	}
	seq("/p/a-", "/p/a-0000000004")

	for _, name := range []string{"x", "a-0000000003", "a-0000000004"} {
		b.delete("A", "/p/"+name)
	}
	b.delete("A", "/p")
	b.create("A", "/p", zk.Persistent)
	seq("/p/a-", "/p/a-0000000000")
}

// ZOOKEEPER-2944 and ZOOKEEPER-3249.
func TestOverflow(t *testing.T) {
	counter := func(o Overflow) *bench {
		b := newBench(t, Options{Overflow: o}, "A")
		b.create("A", "/p", zk.Persistent)
		b.core.tree.nodes[b.core.tree.find("/p")].creates = 2147483646
		return b
	}
	create := zk.NewCreate("/p/s-", nil, zk.PersistentSequential, nil, 0)
	path := func(b *bench) string { return b.must("A", create).(*zk.CreateReply).Path }
	expect := func(t *testing.T, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}

	t.Run("stuck", func(t *testing.T) {
		b := counter(OverflowStuck)
		expect(t, path(b), "/p/s-2147483646")
		before := b.hdr.Zxid
		expect(t, path(b), "/p/s-2147483647")
		if got := b.stat("/p").Pzxid; got != before {
			t.Errorf("pzxid %d, want %d: what does not count does not change it either", got, before)
		}
		for range 3 {
			b.fails("A", create, zk.ErrNodeExists)
		}
		b.create("A", "/p/plain", zk.Persistent) // other creates go on, uncounted
		b.delete("A", "/p/s-2147483647")
		expect(t, path(b), "/p/s-2147483647")
		b.fails("A", create, zk.ErrNodeExists)
	})
	t.Run("wrap", func(t *testing.T) {
		b := counter(OverflowWrap)
		for _, want := range []string{"/p/s-2147483646", "/p/s-2147483647", "/p/s--2147483648", "/p/s--2147483647"} {
			expect(t, path(b), want)
			if s := b.stat("/p"); s.Pzxid != b.hdr.Zxid {
				t.Errorf("after %s: pzxid %d, want %d", want, s.Pzxid, b.hdr.Zxid)
			}
		}
		b.core.tree.nodes[b.core.tree.find("/p")].creates = -2
		for _, want := range []string{"/p/s--000000002", "/p/s--000000001", "/p/s-0000000000"} {
			expect(t, path(b), want)
		}
	})
	t.Run("stuck in a multi", func(t *testing.T) { // which counts for itself
		b := counter(OverflowStuck)
		results := b.must("A", &zk.MultiRequest{Ops: []zk.Request{create, create, create}}).(*zk.MultiReply).Results
		for i, want := range []string{"/p/s-2147483646", "/p/s-2147483647", "/p/s--2147483648"} {
			expect(t, results[i].Reply.(*zk.CreateReply).Path, want)
		}
	})
}

// A generated name that is taken fails, and so does the next: the counter stays.
func TestGeneratedNameTaken(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.create("A", "/p", zk.Persistent)
	b.create("A", "/p/s-0000000001", zk.Persistent)
	create := zk.NewCreate("/p/s-", nil, zk.PersistentSequential, nil, 0)
	b.fails("A", create, zk.ErrNodeExists)
	b.fails("A", create, zk.ErrNodeExists)
	b.create("A", "/p/other", zk.Persistent)
	if got := b.must("A", create).(*zk.CreateReply).Path; got != "/p/s-0000000002" {
		t.Error(got)
	}
}
