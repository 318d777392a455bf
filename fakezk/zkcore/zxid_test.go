package zkcore

import (
	"testing"

	"lockstep/zk"
)

// What takes a zxid and what the header of the reply says.
func TestZxid(t *testing.T) {
	b := newBench(t, Options{}, "A", "B") // 1, 2
	create := zk.NewCreate("/x", nil, zk.Persistent, nil, 0)
	ofNull := &zk.MultiRequest{Ops: []zk.Request{create, &zk.UnknownRequest{Code: zk.OpDelete, Body: append(nullString, 0, 0, 0, 0)}}}
	fails := &zk.MultiRequest{Ops: []zk.Request{&zk.CheckRequest{Path: "/no", Version: -1}}}
	for i, c := range []struct {
		r    zk.Request
		err  zk.Error
		zxid int64 // of the header
	}{
		{create, zk.OK, 3},
		{create, zk.ErrNodeExists, 4}, // its own
		{&zk.ExistsRequest{Path: "/x"}, zk.OK, 4},
		{&zk.ExistsRequest{Path: "/y"}, zk.ErrNoNode, 4},
		{&zk.GetChildrenRequest{Path: "/"}, zk.OK, 4},
		{&zk.SyncRequest{Path: "/"}, zk.OK, 4},
		{&zk.PingRequest{}, zk.OK, 4},
		{&zk.SetDataRequest{Path: "/x", Version: 9}, zk.ErrBadVersion, 5},
		{&zk.SetDataRequest{Path: "/x", Version: 0}, zk.OK, 6},
		{&zk.SetACLRequest{Path: "/x", ACL: zk.OpenACL, Version: -1}, zk.OK, 7},
		{&zk.MultiRequest{}, zk.OK, 8},
		{fails, zk.OK, 9},
		{&zk.MultiRequest{Ops: []zk.Request{&zk.DeleteRequest{Path: "/x", Version: -1}, create}}, zk.OK, 10},
		{&zk.MultiReadRequest{}, zk.OK, 10},
		{&zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")}, zk.OK, 0},
		{&zk.UnknownRequest{Code: zk.OpCreate}, zk.ErrMarshalling, 11},
		{&zk.UnknownRequest{Code: zk.OpExists}, zk.ErrMarshalling, 11},
		{&zk.UnknownRequest{Code: zk.OpReconfig, Body: make([]byte, 20)}, errReconfigDisabled, 12},
		{&zk.UnknownRequest{Code: zk.OpReconfig}, zk.ErrMarshalling, 12},
		{&zk.UnknownRequest{Code: zk.OpSASL, Body: make([]byte, 4)}, zk.OK, 0},
		{&zk.CheckRequest{Path: "/no", Version: -1}, zk.ErrNoNode, 13},
		{ofNull, zk.ErrMarshalling, 13}, // it takes one, and nobody sees it
		{&zk.UnknownRequest{Code: zk.OpCreateSession, Body: make([]byte, 4)}, zk.OK, 15},
		{&zk.CloseRequest{}, zk.OK, 16},
	} {
		if _, err := b.ask("A", c.r); err != c.err || b.hdr.Zxid != c.zxid {
			t.Errorf("%d: %v: %v with zxid %d, want %v with %d", i, c.r.Op(), err, b.hdr.Zxid, c.err, c.zxid)
		}
	}
	// An expiry takes one too, and one is enough for all ephemerals.
	b.create("B", "/e1", zk.Ephemeral)
	b.create("B", "/e2", zk.Ephemeral)
	b.core.Expire(1_000_000, nil)
	if got := b.core.Zxid(); got != 19 {
		t.Errorf("zxid %d after the expiry, want 19", got)
	}
	for _, path := range []string{"/"} {
		if got := b.stat(path).Pzxid; got != 19 {
			t.Errorf("pzxid of %s is %d, want 19", path, got)
		}
	}
}

// The xid of a reply is the request's, save for a ping's.
func TestXid(t *testing.T) {
	b := newBench(t, Options{}, "A")
	for _, c := range []struct {
		sent int32
		r    zk.Request
		want int32
	}{
		{5, &zk.SyncRequest{Path: "/"}, 5},
		{5, &zk.PingRequest{}, -2},
		{-2, &zk.PingRequest{}, -2},
		{-4, &zk.AuthRequest{Scheme: "ip"}, -4},
		{-8, &zk.SetWatchesRequest{Code: zk.OpSetWatches}, -8},
		{-8, &zk.SetWatchesRequest{Code: zk.OpSetWatches2}, -8},
		{0, &zk.WhoAmIRequest{}, 0},
	} {
		hdr, _, _ := b.core.Request(0, b.id("A"), c.sent, c.r, &b.events)
		if hdr.Xid != c.want || hdr.Err != zk.OK {
			t.Errorf("%v with xid %d: %+v, want xid %d", c.r.Op(), c.sent, hdr, c.want)
		}
	}
}
