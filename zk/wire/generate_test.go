package wire_test

import (
	"bytes"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// Generators of every request, reply and event that the wire can carry.

var (
	anyInt    = rapid.Int32()
	anyLong   = rapid.Int64()
	anyBool   = rapid.Bool()
	anyText   = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "/", "/lock/lock-0000000003", "\x00\xff"}))
	anyList   = rapid.SliceOfN(anyText, 0, 5) // never nil
	emptyData = rapid.SampledFrom([][]byte{nil, {}})
	anyData   = rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 40), emptyData)

	anyACLEntry = rapid.Custom(func(t *rapid.T) zk.ACL {
		return zk.ACL{Perms: zk.Perm(anyInt.Draw(t, "perms")), Scheme: anyText.Draw(t, "scheme"), ID: anyText.Draw(t, "id")}
	})
	anyACL = rapid.OneOf(rapid.SliceOfN(anyACLEntry, 0, 3), rapid.Just[[]zk.ACL](nil))

	anyPassword = rapid.Custom(func(t *rapid.T) (p [16]byte) {
		copy(p[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "password"))
		return p
	})

	anyStat = rapid.Custom(func(t *rapid.T) zk.Stat {
		return zk.Stat{
			Czxid: anyLong.Draw(t, "czxid"), Mzxid: anyLong.Draw(t, "mzxid"),
			Ctime: anyLong.Draw(t, "ctime"), Mtime: anyLong.Draw(t, "mtime"),
			Version: anyInt.Draw(t, "version"), Cversion: anyInt.Draw(t, "cversion"), Aversion: anyInt.Draw(t, "aversion"),
			EphemeralOwner: anyLong.Draw(t, "owner"), DataLength: anyInt.Draw(t, "length"),
			NumChildren: anyInt.Draw(t, "children"), Pzxid: anyLong.Draw(t, "pzxid"),
		}
	})

	anyEvent = rapid.Custom(func(t *rapid.T) zk.Event {
		return zk.Event{
			Type:  zk.EventType(anyInt.Draw(t, "type")),
			State: zk.State(anyInt.Draw(t, "state")),
			Path:  anyText.Draw(t, "path"),
		}
	})
)

// writeOps, readOps and otherOps are the opcodes that may be in a multi, in a multiRead,
// and in neither.
var (
	writeOps = []zk.Op{zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL, zk.OpDelete, zk.OpSetData, zk.OpCheck}
	readOps  = []zk.Op{zk.OpGetData, zk.OpGetChildren}
	otherOps = []zk.Op{zk.OpExists, zk.OpGetACL, zk.OpSetACL, zk.OpSync, zk.OpPing, zk.OpGetChildren2, zk.OpMulti,
		zk.OpMultiRead, zk.OpCheckWatches, zk.OpRemoveWatches, zk.OpAuth, zk.OpSetWatches, zk.OpSetWatches2,
		zk.OpGetEphemerals, zk.OpChildrenNumber, zk.OpAddWatch, zk.OpWhoAmI, zk.OpCloseSession, zk.OpReconfig, 999}
)

func drawOps(t *rapid.T, codes []zk.Op) []zk.Request {
	ops := []zk.Request{}
	for range rapid.IntRange(0, 4).Draw(t, "operations") {
		ops = append(ops, drawRequest(t, rapid.SampledFrom(codes).Draw(t, "op")))
	}
	return ops
}

func drawRequest(t *rapid.T, op zk.Op) zk.Request {
	path := func() string { return anyText.Draw(t, "path") }
	version := func() int32 { return anyInt.Draw(t, "version") }
	watch := func() bool { return anyBool.Draw(t, "watch") }
	switch op {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		r := &zk.CreateRequest{Code: op, Path: path(), Data: anyData.Draw(t, "data"), ACL: anyACL.Draw(t, "ACL"),
			Mode: zk.Mode(anyInt.Draw(t, "mode"))}
		if op == zk.OpCreateTTL {
			r.TTL = anyLong.Draw(t, "TTL")
		}
		return r
	case zk.OpDelete:
		return &zk.DeleteRequest{Path: path(), Version: version()}
	case zk.OpExists:
		return &zk.ExistsRequest{Path: path(), Watch: watch()}
	case zk.OpGetData:
		return &zk.GetDataRequest{Path: path(), Watch: watch()}
	case zk.OpSetData:
		return &zk.SetDataRequest{Path: path(), Data: anyData.Draw(t, "data"), Version: version()}
	case zk.OpGetACL:
		return &zk.GetACLRequest{Path: path()}
	case zk.OpSetACL:
		return &zk.SetACLRequest{Path: path(), ACL: anyACL.Draw(t, "ACL"), Version: version()}
	case zk.OpGetChildren, zk.OpGetChildren2:
		return &zk.GetChildrenRequest{Path: path(), Watch: watch(), WantStat: op == zk.OpGetChildren2}
	case zk.OpSync:
		return &zk.SyncRequest{Path: path()}
	case zk.OpPing:
		return &zk.PingRequest{}
	case zk.OpCheck:
		return &zk.CheckRequest{Path: path(), Version: version()}
	case zk.OpMulti:
		return &zk.MultiRequest{Ops: drawOps(t, writeOps)}
	case zk.OpMultiRead:
		return &zk.MultiReadRequest{Ops: drawOps(t, readOps)}
	case zk.OpCheckWatches:
		return &zk.CheckWatchesRequest{Path: path(), Type: zk.WatcherType(anyInt.Draw(t, "type"))}
	case zk.OpRemoveWatches:
		return &zk.RemoveWatchesRequest{Path: path(), Type: zk.WatcherType(anyInt.Draw(t, "type"))}
	case zk.OpAddWatch:
		return &zk.AddWatchRequest{Path: path(), Mode: zk.AddWatchMode(anyInt.Draw(t, "mode"))}
	case zk.OpAuth:
		return &zk.AuthRequest{Type: anyInt.Draw(t, "type"), Scheme: anyText.Draw(t, "scheme"), Auth: anyData.Draw(t, "auth")}
	case zk.OpSetWatches, zk.OpSetWatches2:
		r := &zk.SetWatchesRequest{Code: op, RelativeZxid: anyLong.Draw(t, "zxid"),
			Data: anyList.Draw(t, "data"), Exist: anyList.Draw(t, "exist"), Child: anyList.Draw(t, "child")}
		if op == zk.OpSetWatches2 {
			r.Persistent, r.Recursed = anyList.Draw(t, "persistent"), anyList.Draw(t, "recursive")
		}
		return r
	case zk.OpGetEphemerals:
		return &zk.GetEphemeralsRequest{Prefix: path()}
	case zk.OpChildrenNumber:
		return &zk.ChildrenNumberRequest{Path: path()}
	case zk.OpWhoAmI:
		return &zk.WhoAmIRequest{}
	case zk.OpCloseSession:
		return &zk.CloseRequest{}
	case zk.OpReconfig:
		return &zk.UnknownRequest{Code: op, Body: append(bytes.Repeat([]byte{0xff}, 12), rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, "id")...)}
	default:
		return &zk.UnknownRequest{Code: op, Body: rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "body")}
	}
}

func drawResult(t *rapid.T) zk.Result {
	op := rapid.SampledFrom([]zk.Op{zk.OpError, zk.OpCreate, zk.OpCreate2, zk.OpDelete, zk.OpSetData, zk.OpCheck,
		zk.OpGetData, zk.OpGetChildren}).Draw(t, "op")
	if op == zk.OpError {
		return zk.Result{Op: op, Err: zk.Error(anyInt.Draw(t, "error"))}
	}
	return zk.Result{Op: op, Reply: drawReply(t, op)}
}

func drawReply(t *rapid.T, op zk.Op) zk.Reply {
	stat := func() zk.Stat { return anyStat.Draw(t, "stat") }
	switch op {
	case zk.OpCreate:
		return &zk.CreateReply{Path: anyText.Draw(t, "path")}
	case zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		return &zk.CreateReply{Path: anyText.Draw(t, "path"), Stat: stat(), HasStat: true}
	case zk.OpExists, zk.OpSetData, zk.OpSetACL:
		return &zk.StatReply{Stat: stat()}
	case zk.OpGetData:
		return &zk.DataReply{Data: anyData.Draw(t, "data"), Stat: stat()}
	case zk.OpGetChildren:
		return &zk.ChildrenReply{Children: anyList.Draw(t, "children")}
	case zk.OpGetChildren2:
		return &zk.ChildrenReply{Children: anyList.Draw(t, "children"), Stat: stat(), HasStat: true}
	case zk.OpGetACL:
		return &zk.ACLReply{ACL: anyACL.Draw(t, "ACL"), Stat: stat()}
	case zk.OpSync:
		return &zk.SyncReply{Path: anyText.Draw(t, "path")}
	case zk.OpMulti, zk.OpMultiRead:
		r := &zk.MultiReply{Results: []zk.Result{}}
		for range rapid.IntRange(0, 4).Draw(t, "results") {
			r.Results = append(r.Results, drawResult(t))
		}
		return r
	case zk.OpGetEphemerals:
		return &zk.EphemeralsReply{Paths: anyList.Draw(t, "paths")}
	case zk.OpChildrenNumber:
		return &zk.ChildrenNumberReply{Number: anyInt.Draw(t, "number")}
	case zk.OpWhoAmI:
		ids := rapid.SliceOfN(anyACLEntry, 0, 3).Draw(t, "ids")
		for i := range ids {
			ids[i].Perms = 0
		}
		return &zk.WhoAmIReply{IDs: ids}
	case zk.OpAddWatch:
		return &zk.AddWatchReply{Err: zk.Error(anyInt.Draw(t, "error"))}
	case zk.OpReconfig, 999:
		return &zk.UnknownReply{Body: rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "body")}
	default:
		return nil
	}
}
