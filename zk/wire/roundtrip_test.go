package wire_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
	"lockstep/zk/wire"
)

var allOps = slices.Concat(writeOps, readOps, otherOps)

func TestRequestRoundTrip(t *testing.T) {
	for _, op := range allOps {
		t.Run(op.String(), rapid.MakeCheck(func(t *rapid.T) {
			xid, req := anyInt.Draw(t, "xid"), drawRequest(t, op)
			gotXid, got, err := wire.DecodeRequest(wire.AppendRequest(nil, xid, req))
			if err != nil || gotXid != xid || !reflect.DeepEqual(got, req) {
				t.Fatalf("came back as xid %d, %#v, %v, was %d, %#v", gotXid, got, err, xid, req)
			}
		}))
	}
}

func TestReplyRoundTrip(t *testing.T) {
	for _, op := range allOps {
		t.Run(op.String(), rapid.MakeCheck(func(t *rapid.T) {
			hdr := zk.Header{Xid: rapid.Int32Range(0, 1<<31-1).Draw(t, "xid"), Zxid: anyLong.Draw(t, "zxid")}
			reply := drawReply(t, op)
			gotHdr, got, err := wire.DecodeReply(wire.AppendReply(nil, hdr, reply), op)
			if err != nil || gotHdr != hdr || !reflect.DeepEqual(got, reply) {
				t.Fatalf("came back as %+v, %#v, %v, was %+v, %#v", gotHdr, got, err, hdr, reply)
			}
		}))
	}
}

func TestErrorReplyRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hdr := zk.Header{Xid: -2, Zxid: anyLong.Draw(t, "zxid"), Err: zk.Error(rapid.Int32Range(-1000, -1).Draw(t, "error"))}
		op := rapid.SampledFrom(allOps).Draw(t, "op")
		got, reply, err := wire.DecodeReply(wire.AppendReply(nil, hdr, nil), op)
		if err != nil || got != hdr || reply != nil {
			t.Fatalf("came back as %+v, %#v, %v, was %+v", got, reply, err, hdr)
		}
	})
}

func TestEventRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event := anyEvent.Draw(t, "event")
		if got, err := wire.DecodeEvent(wire.AppendEvent(nil, event)); err != nil || got != event {
			t.Fatalf("came back as %#v, %v, was %#v", got, err, event)
		}
	})
}

func TestConnectRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		req := zk.ConnectRequest{Protocol: anyInt.Draw(t, "protocol"), LastZxid: anyLong.Draw(t, "zxid"),
			Timeout: anyInt.Draw(t, "timeout"), Session: anyLong.Draw(t, "session"), Password: anyPassword.Draw(t, "password"),
			NoReadOnly: anyBool.Draw(t, "old")}
		req.ReadOnly = !req.NoReadOnly && anyBool.Draw(t, "read-only")
		if got, err := wire.DecodeConnectRequest(wire.AppendConnectRequest(nil, &req)); err != nil || *got != req {
			t.Fatalf("came back as %+v, %v, was %+v", got, err, req)
		}
		reply := zk.ConnectReply{Protocol: req.Protocol, Timeout: req.Timeout, Session: req.Session, Password: req.Password,
			ReadOnly: req.ReadOnly, NoReadOnly: req.NoReadOnly}
		if got, err := wire.DecodeConnectReply(wire.AppendConnectReply(nil, &reply)); err != nil || *got != reply {
			t.Fatalf("came back as %+v, %v, was %+v", got, err, reply)
		}
	})
}

// Cutting bytes off a request never makes it another one: it fails, save for unknown
// opcodes, whose records have no form.
func TestEveryCutIsNoticed(t *testing.T) {
	known := slices.DeleteFunc(slices.Clone(allOps), func(op zk.Op) bool { return op == zk.OpReconfig || op == 999 })
	rapid.Check(t, func(t *rapid.T) {
		body := wire.AppendRequest(nil, 7, drawRequest(t, rapid.SampledFrom(known).Draw(t, "op")))
		cut := body[:rapid.IntRange(0, len(body)-1).Draw(t, "cut")]
		if _, req, err := wire.DecodeRequest(cut); err == nil {
			t.Fatalf("%x cut to %x decodes to %#v", body, cut, req)
		}
	})
}

func TestNilListsAreWrittenEmpty(t *testing.T) {
	_, got, err := wire.DecodeRequest(wire.AppendRequest(nil, 1, &zk.SetWatchesRequest{Code: zk.OpSetWatches2}))
	none := []string{}
	want := &zk.SetWatchesRequest{Code: zk.OpSetWatches2, Data: none, Exist: none, Child: none, Persistent: none, Recursed: none}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("came back as %#v, %v, want %#v", got, err, want)
	}
}

// What is decoded must stay as it is when the frame's memory is used again.
func TestDecodedValuesOwnTheirMemory(t *testing.T) {
	body := wire.AppendRequest(nil, 1, &zk.SetDataRequest{Path: "/a", Data: []byte("data")})
	_, req, err := wire.DecodeRequest(body)
	if err != nil {
		t.Fatal(err)
	}
	clear(body)
	if r := req.(*zk.SetDataRequest); r.Path != "/a" || string(r.Data) != "data" {
		t.Errorf("after the frame was overwritten the request is %+v", r)
	}
}

func TestAppendingDoesNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 4096)
	create := zk.NewCreate("/lock/lock-", []byte("host"), zk.EphemeralSequential, nil, 0)
	multi := &zk.MultiRequest{Ops: []zk.Request{create, &zk.DeleteRequest{Path: "/a", Version: -1}}}
	results := &zk.MultiReply{Results: []zk.Result{{Op: zk.OpCreate, Reply: &zk.CreateReply{Path: "/a"}}, {Op: zk.OpDelete}}}
	children := &zk.ChildrenReply{Children: []string{"a", "b"}, HasStat: true}
	event := zk.Event{Type: zk.EventDeleted, State: zk.StateConnected, Path: "/lock/lock-0000000003"}
	for name, appendOne := range map[string]func(){
		"create":       func() { wire.AppendRequest(buf, 1, create) },
		"multi":        func() { wire.AppendRequest(buf, 1, multi) },
		"multi reply":  func() { wire.AppendReply(buf, zk.Header{Xid: 1}, results) },
		"getChildren2": func() { wire.AppendReply(buf, zk.Header{Xid: 1}, children) },
		"event":        func() { wire.AppendEvent(buf, event) },
	} {
		if n := testing.AllocsPerRun(100, appendOne); n != 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}
