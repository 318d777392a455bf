package zkcore

import (
	"reflect"
	"testing"

	"lockstep/zk"
)

func create(path string, mode zk.Mode) *zk.CreateRequest {
	return zk.NewCreate(path, nil, mode, nil, 1000)
}

func TestMulti(t *testing.T) {
	b := newBench(t, Options{Epoch: epoch}, "A", "B") // 1, 2
	b.create("A", "/p", zk.Persistent)                // 3
	before := print(b.core)

	errors := func(want ...zk.Error) (results []zk.Result) {
		for _, err := range want {
			results = append(results, zk.Result{Op: zk.OpError, Err: err})
		}
		return results
	}
	multi := func(want []zk.Result, ops ...zk.Request) {
		t.Helper()
		got := b.must("A", &zk.MultiRequest{Ops: ops}).(*zk.MultiReply).Results
		if len(got) != len(want) {
			t.Fatalf("%d results, want %d", len(got), len(want))
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("operation %d: %+v %+v, want %+v %+v", i, got[i], got[i].Reply, want[i], want[i].Reply)
			}
		}
	}

	// A failure rolls back everything, also in what the later ones of the next multi see.
	b.watchChildren("B", "/p")
	b.watchExists("B", "/p/a")
	multi(errors(zk.OK, zk.OK, zk.ErrNoNode, zk.ErrRuntimeInconsistency), // 4
		create("/p/a", zk.Persistent), &zk.SetDataRequest{Path: "/p/a", Version: 0},
		&zk.DeleteRequest{Path: "/no", Version: -1}, create("/p/b", zk.Persistent))
	multi(errors(zk.OK, zk.ErrNotEmpty), create("/p/a", zk.Persistent), &zk.DeleteRequest{Path: "/p", Version: -1}) // 5
	multi(errors(zk.ErrNoNode), &zk.CheckRequest{Path: "/no", Version: -1})                                         // 6
	multi(errors(zk.OK, zk.ErrBadVersion), &zk.CheckRequest{Path: "/p", Version: 0}, &zk.CheckRequest{Path: "/p", Version: 1})
	multi(errors(zk.ErrBadArguments), create("/p/..", zk.Persistent)) // 8
	b.seen("")
	b.renew("B") // its watches go
	if got := print(b.core); got != before {
		t.Errorf("after failures:\n%s\nwant\n%s", got, before)
	}

	// Later operations see earlier ones, all have one zxid, and events come in their order.
	b.watchChildren("B", "/p")
	b.watchExists("B", "/p/a")
	b.now = 70
	a := zk.Stat{Czxid: 9, Mzxid: 9, Pzxid: 9, Ctime: epoch + 70, Mtime: epoch + 70, Version: 1, DataLength: 2}
	c := zk.Stat{Czxid: 9, Mzxid: 9, Pzxid: 9, Ctime: epoch + 70, Mtime: epoch + 70}
	multi([]zk.Result{
		{Op: zk.OpCreate, Reply: &zk.CreateReply{Path: "/p/a"}},
		{Op: zk.OpSetData, Reply: &zk.StatReply{Stat: a}},
		{Op: zk.OpCheck},
		{Op: zk.OpCreate, Reply: &zk.CreateReply{Path: "/p/a/s-0000000000"}},
		{Op: zk.OpDelete},
		{Op: zk.OpCreate, Reply: &zk.CreateReply{Path: "/p/two"}}, // create2 is create here
		{Op: zk.OpCreate2, Reply: &zk.CreateReply{Path: "/p/c", Stat: c, HasStat: true}},
		{Op: zk.OpCreate2, Reply: &zk.CreateReply{Path: "/p/t", Stat: c, HasStat: true}},
	},
		create("/p/a", zk.Persistent),
		&zk.SetDataRequest{Path: "/p/a", Data: []byte("hi"), Version: 0},
		&zk.CheckRequest{Path: "/p/a", Version: 1},
		create("/p/a/s-", zk.EphemeralSequential),
		&zk.DeleteRequest{Path: "/p/a/s-0000000000", Version: 0},
		&zk.CreateRequest{Code: zk.OpCreate2, Path: "/p/two", ACL: zk.OpenACL},
		create("/p/c", zk.Container),
		create("/p/t", zk.PersistentTTL))
	b.seen("B Created /p/a, B ChildrenChanged /p")

	multi([]zk.Result{}) // empty, and a transaction all the same
	if b.hdr.Zxid != 10 {
		t.Errorf("zxid %d, want 10", b.hdr.Zxid)
	}
}

// ofNull is an operation on a null path, as the codec gives it.
func ofNull(op zk.Op) zk.Request { return &zk.UnknownRequest{Code: op, Body: nullString} }

// What a multi may hold, and what a server makes of the rest.
func TestMultiThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name string
		r    zk.Request
		want zk.Error
		body zk.Reply
	}{
		{"reads", &zk.MultiRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: "/"}}}, zk.ErrMarshalling, nil},
		{"a read behind a write", &zk.MultiRequest{Ops: []zk.Request{create("/x", zk.Persistent), &zk.GetDataRequest{Path: "/"}}}, zk.ErrMarshalling, nil},
		{"a TTL mode without TTL", &zk.MultiRequest{Ops: []zk.Request{create("/x", zk.Persistent),
			&zk.CreateRequest{Code: zk.OpCreate, Path: "/y", ACL: zk.OpenACL, Mode: zk.PersistentTTL}}}, zk.ErrMarshalling, nil},
		{"the same behind a failure", &zk.MultiRequest{Ops: []zk.Request{create("/", zk.Persistent),
			&zk.CreateRequest{Code: zk.OpCreate, Path: "/y", ACL: zk.OpenACL, Mode: zk.PersistentTTL}}}, zk.OK,
			&zk.MultiReply{Results: []zk.Result{{Op: zk.OpError, Err: zk.ErrNodeExists}, {Op: zk.OpError, Err: zk.ErrRuntimeInconsistency}}}},
		{"multiRead of writes", &zk.MultiReadRequest{Ops: []zk.Request{create("/x", zk.Persistent)}}, zk.ErrMarshalling, &zk.MultiReply{Results: []zk.Result{}}},
		{"a path that is null", &zk.MultiRequest{Ops: []zk.Request{create("/x", zk.Persistent), ofNull(zk.OpDelete)}}, zk.ErrMarshalling, &zk.MultiReply{}},
		{"the same behind a failure", &zk.MultiRequest{Ops: []zk.Request{create("/", zk.Persistent), ofNull(zk.OpSetData)}}, zk.ErrMarshalling, &zk.MultiReply{}},
		{"multiRead of null", &zk.MultiReadRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: "/no"}, ofNull(zk.OpGetData), &zk.GetDataRequest{Path: "/"}}},
			zk.ErrMarshalling, &zk.MultiReply{Results: []zk.Result{{Op: zk.OpError, Err: zk.ErrNoNode}}}},
		{"multiRead with a write", &zk.MultiReadRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: "/"}, create("/x", zk.Persistent)}}, zk.ErrMarshalling, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A")
			body, err := b.ask("A", c.r)
			if err != c.want || !reflect.DeepEqual(body, c.body) {
				t.Errorf("%v %+v, want %v %+v", err, body, c.want, c.body)
			}
			if b.exists("/x") || b.exists("/y") {
				t.Error("something was done")
			}
		})
	}
}

func TestMultiRead(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.must("A", zk.NewCreate("/p", []byte("d"), zk.Persistent, nil, 0))
	b.create("A", "/p/c", zk.Persistent)
	b.must("A", zk.NewCreate("/closed", nil, zk.Persistent, []zk.ACL{{Perms: zk.PermAdmin, Scheme: "world", ID: "anyone"}}, 0))
	got := b.must("A", &zk.MultiReadRequest{Ops: []zk.Request{
		&zk.GetDataRequest{Path: "/p", Watch: true},
		&zk.GetChildrenRequest{Path: "/p", Watch: true, WantStat: true},
		&zk.GetDataRequest{Path: "/no"},
		&zk.GetChildrenRequest{Path: "/closed"},
	}}).(*zk.MultiReply).Results
	want := []zk.Result{
		{Op: zk.OpGetData, Reply: &zk.DataReply{Data: []byte("d"), Stat: b.stat("/p")}},
		{Op: zk.OpGetChildren, Reply: &zk.ChildrenReply{Children: []string{"c"}}},
		{Op: zk.OpError, Err: zk.ErrNoNode},
		{Op: zk.OpError, Err: zk.ErrNoAuth},
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("read %d: %+v %+v, want %+v %+v", i, got[i], got[i].Reply, want[i], want[i].Reply)
		}
	}
	if got := b.watches("A"); got != "" {
		t.Errorf("it left the watches %s", got)
	}
}
