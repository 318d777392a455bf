package zkcore

import (
	"testing"

	"lockstep/zk"
)

const epoch = 1_700_000_000_000

func TestFreshTree(t *testing.T) {
	b := newBench(t, Options{})
	for path, want := range map[string]zk.Stat{
		"/":                 {Cversion: -1, NumChildren: 1},
		"/zookeeper":        {Cversion: -2, NumChildren: 2},
		"/zookeeper/config": {Aversion: -1},
		"/zookeeper/quota":  {},
	} {
		if got := b.stat(path); got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
	if got := b.children("/zookeeper"); got != "config quota" {
		t.Errorf("children of /zookeeper: %s", got)
	}
	if b.core.Zxid() != 0 {
		t.Errorf("zxid %d", b.core.Zxid())
	}
}

// Each step is one transaction; after it the Stats are exactly these.
func TestStat(t *testing.T) {
	b := newBench(t, Options{Epoch: epoch}, "A") // zxid 1
	check := func(path string, want zk.Stat) {
		t.Helper()
		if got := b.stat(path); got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", path, got, want)
		}
	}
	at := func(ms int64) { b.now = ms }

	at(10)
	b.must("A", zk.NewCreate("/p", []byte("abc"), zk.Persistent, nil, 0)) // 2
	p := zk.Stat{Czxid: 2, Mzxid: 2, Pzxid: 2, Ctime: epoch + 10, Mtime: epoch + 10, DataLength: 3}
	check("/p", p)
	check("/", zk.Stat{Cversion: 0, NumChildren: 2, Pzxid: 2})

	at(20)
	b.create("A", "/p/e", zk.Ephemeral) // 3
	p.Cversion, p.NumChildren, p.Pzxid = 1, 1, 3
	check("/p", p)
	e := zk.Stat{Czxid: 3, Mzxid: 3, Pzxid: 3, Ctime: epoch + 20, Mtime: epoch + 20, EphemeralOwner: b.id("A")}
	check("/p/e", e)

	at(30)
	b.must("A", &zk.SetDataRequest{Path: "/p/e", Data: []byte("x"), Version: 0}) // 4
	e.Mzxid, e.Mtime, e.Version, e.DataLength = 4, epoch+30, 1, 1
	check("/p/e", e)
	check("/p", p) // a child's data is not the parent's business

	at(40)
	b.must("A", &zk.SetACLRequest{Path: "/p", ACL: zk.OpenACL, Version: 0}) // 5
	p.Aversion = 1
	check("/p", p) // no mzxid, no mtime, no pzxid

	b.fails("A", zk.NewCreate("/p/e", nil, zk.Persistent, nil, 0), zk.ErrNodeExists) // 6
	check("/p", p)

	b.create("A", "/p/d", zk.Persistent)   // 7
	b.create("A", "/p/d/g", zk.Persistent) // 8
	p.Cversion, p.NumChildren, p.Pzxid = 2, 2, 7
	check("/p", p) // a grandchild neither

	b.delete("A", "/p/e") // 9
	p.Cversion, p.NumChildren, p.Pzxid = 3, 1, 9
	check("/p", p)

	for path, mode := range map[string]zk.Mode{"/c": zk.Container, "/t": zk.PersistentTTL} {
		b.create("A", path, mode)
		if owner := b.stat(path).EphemeralOwner; owner != 0 {
			t.Errorf("%v has the owner %#x", mode, owner)
		}
	}
}

// Null data is stored as null, which is not the same as empty.
func TestNullData(t *testing.T) {
	b := newBench(t, Options{}, "A")
	for path, data := range map[string][]byte{"/null": nil, "/empty": {}} {
		b.must("A", zk.NewCreate(path, data, zk.Persistent, nil, 0))
		got := b.must("A", &zk.GetDataRequest{Path: path}).(*zk.DataReply)
		if (got.Data == nil) != (data == nil) || len(got.Data) != 0 || got.Stat.DataLength != 0 {
			t.Errorf("%s: %#v of length %d", path, got.Data, got.Stat.DataLength)
		}
	}
	b.must("A", &zk.SetDataRequest{Path: "/empty", Version: -1})
	if got := b.must("A", &zk.GetDataRequest{Path: "/empty"}).(*zk.DataReply); got.Data != nil {
		t.Errorf("set to null, it is %#v", got.Data)
	}
}

func TestGetAllChildrenNumber(t *testing.T) {
	b := newBench(t, Options{}, "A")
	for _, path := range []string{"/p", "/p/a", "/p/a/b", "/p/a/c", "/pq"} {
		b.create("A", path, zk.Persistent)
	}
	for path, want := range map[string]int32{"/p": 3, "/p/a": 2, "/p/a/b": 0, "/pq": 0, "/": 8, "": 9} {
		if got := b.must("A", &zk.ChildrenNumberRequest{Path: path}).(*zk.ChildrenNumberReply).Number; got != want {
			t.Errorf("%q: %d, want %d", path, got, want)
		}
	}
	b.fails("A", &zk.ChildrenNumberRequest{Path: "/x"}, zk.ErrNoNode)
}
