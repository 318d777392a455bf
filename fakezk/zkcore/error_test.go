package zkcore

import (
	"testing"

	"lockstep/zk"
)

// errorBench has /p with an ephemeral /p/e and a child /p/d with a child, and /closed, which
// nobody may touch.
func errorBench(t *testing.T) *bench {
	b := newBench(t, Options{}, "A")
	b.create("A", "/p", zk.Persistent)
	b.create("A", "/p/e", zk.Ephemeral)
	b.create("A", "/p/d", zk.Persistent)
	b.create("A", "/p/d/c", zk.Persistent)
	b.create("A", "/closed", zk.Persistent)
	b.create("A", "/closed/c", zk.Persistent)
	for _, path := range []string{"/closed", "/closed/c"} {
		b.must("A", &zk.SetACLRequest{Path: path, ACL: []zk.ACL{{Perms: 0, Scheme: "world", ID: "anyone"}}, Version: -1})
	}
	return b
}

func TestCreateErrors(t *testing.T) {
	noACL := []zk.ACL{}
	for _, c := range []struct {
		name string
		r    zk.CreateRequest
		want zk.Error
	}{
		{"no parent", zk.CreateRequest{Path: "/no/x"}, zk.ErrNoNode},
		{"exists", zk.CreateRequest{Path: "/p"}, zk.ErrNodeExists},
		{"root", zk.CreateRequest{Path: "/"}, zk.ErrNodeExists},
		{"under an ephemeral", zk.CreateRequest{Path: "/p/e/x"}, zk.ErrNoChildrenForEphemeral},
		{"sequential under an ephemeral", zk.CreateRequest{Path: "/p/e/x", Mode: zk.EphemeralSequential}, zk.ErrNoChildrenForEphemeral},
		{"mode 7", zk.CreateRequest{Path: "/x", Mode: 7}, zk.ErrBadArguments},
		{"mode −1", zk.CreateRequest{Path: "/x", Mode: -1}, zk.ErrBadArguments},
		{"TTL mode without the opcode", zk.CreateRequest{Path: "/x", Mode: zk.PersistentTTL}, zk.ErrBadArguments},
		{"TTL mode with create2", zk.CreateRequest{Code: zk.OpCreate2, Path: "/x", Mode: zk.PersistentSequentialTTL}, zk.ErrBadArguments},
		{"TTL 0", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", Mode: zk.PersistentTTL}, zk.ErrBadArguments},
		{"TTL −1", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", Mode: zk.PersistentTTL, TTL: -1}, zk.ErrBadArguments},
		{"TTL 2^40", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", Mode: zk.PersistentTTL, TTL: 1 << 40}, zk.ErrBadArguments},
		{"TTL 2^40−1", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", Mode: zk.PersistentTTL, TTL: 1<<40 - 1}, zk.OK},
		{"TTL 1", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", Mode: zk.PersistentTTL, TTL: 1}, zk.OK},
		{"TTL with another mode", zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/x", TTL: 5}, zk.ErrBadArguments},
		{"empty ACL", zk.CreateRequest{Path: "/x", ACL: noACL}, zk.ErrInvalidACL},

		// The order of the checks.
		{"no slash, empty ACL", zk.CreateRequest{Path: "x", ACL: noACL}, zk.ErrBadArguments},
		{"NUL, no parent", zk.CreateRequest{Path: "/no/\x00"}, zk.ErrBadArguments},
		{"mode before path", zk.CreateRequest{Path: "", Mode: 9}, zk.ErrBadArguments},
		{"no parent before a bad name", zk.CreateRequest{Path: "/p/bad/../x"}, zk.ErrNoNode},
		{"permission before a bad name", zk.CreateRequest{Path: "/closed/.."}, zk.ErrNoAuth},
		{"permission before exists", zk.CreateRequest{Path: "/closed/c"}, zk.ErrNoAuth},
		{"a list that is no ACL before no parent", zk.CreateRequest{Path: "/no/x", ACL: noACL}, zk.ErrInvalidACL},
		{"a bad name before the ephemeral parent", zk.CreateRequest{Path: "/p/e/.."}, zk.ErrBadArguments},
		{"a taken name before the ephemeral parent", zk.CreateRequest{Path: "/p/d/c"}, zk.ErrNodeExists},

		// Names; a sequential one is complete only with its number.
		{"..", zk.CreateRequest{Path: "/p/.."}, zk.ErrBadArguments},
		{".", zk.CreateRequest{Path: "/p/."}, zk.ErrBadArguments},
		{"sequential ..", zk.CreateRequest{Path: "/p/..", Mode: zk.PersistentSequential}, zk.OK},
		{"slash at the end", zk.CreateRequest{Path: "/p/"}, zk.ErrBadArguments},
		{"sequential with a slash at the end", zk.CreateRequest{Path: "/p/", Mode: zk.PersistentSequential}, zk.OK},
		{"//", zk.CreateRequest{Path: "//x"}, zk.ErrBadArguments},
		{"// below", zk.CreateRequest{Path: "/p//x"}, zk.ErrNoNode},
		{"relative", zk.CreateRequest{Path: "p/x"}, zk.ErrNoNode},
		{"empty", zk.CreateRequest{Path: ""}, zk.ErrBadArguments},
		{"a name", zk.CreateRequest{Path: "a"}, zk.ErrBadArguments},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := errorBench(t)
			r := c.r
			if r.Code == 0 {
				r.Code = zk.OpCreate
			}
			if r.ACL == nil {
				r.ACL = zk.OpenACL
			}
			b.fails("A", &r, c.want)
			if b.next != Keep {
				t.Errorf("the connection is closed")
			}
		})
	}
}

func TestPathCharacters(t *testing.T) {
	b := newBench(t, Options{}, "A")
	for _, c := range []struct {
		path string
		ok   bool
	}{
		{"/a", true}, {"/ ", true}, {"/~", true}, {"/é", true}, {"/世界", true}, {"/a.b", true}, {"/...", true}, {"/.a", true}, {"/a..", true},
		{"/\u00a0", true}, {"/\ud7ff", true}, {"/\uf900", true}, {"/\uffef", true},
		{"/\x00", false}, {"/\x01", false}, {"/\x1f", false}, {"/\x7f", false}, {"/\u0080", false}, {"/\u009f", false},
		{"/\ue000", false}, {"/\uf8ff", false}, {"/\ufff0", false}, {"/\ufffd", false}, {"/\uffff", false},
		{"/\U00010000", false}, // two surrogates in Java
		{"/\xff", false}, {"/\xe4\xb8", false}, {"/.", false}, {"/..", false},
	} {
		want := zk.OK
		if !c.ok {
			want = zk.ErrBadArguments
		}
		b.fails("A", zk.NewCreate(c.path, nil, zk.Persistent, nil, 0), want)
	}
}

func TestOtherErrors(t *testing.T) {
	invalid := []zk.ACL{{Perms: zk.PermAll, Scheme: "nobody", ID: "x"}}
	for _, c := range []struct {
		name string
		r    zk.Request
		want zk.Error
	}{
		{"delete of nothing", &zk.DeleteRequest{Path: "/no", Version: -1}, zk.ErrNoNode},
		{"delete below nothing", &zk.DeleteRequest{Path: "/no/x", Version: -1}, zk.ErrNoNode},
		{"delete with children", &zk.DeleteRequest{Path: "/p", Version: -1}, zk.ErrNotEmpty},
		{"delete of another version", &zk.DeleteRequest{Path: "/p/e", Version: 3}, zk.ErrBadVersion},
		{"version before children", &zk.DeleteRequest{Path: "/p", Version: 3}, zk.ErrBadVersion},
		{"version −2", &zk.DeleteRequest{Path: "/p/e", Version: -2}, zk.ErrBadVersion},
		{"delete without permission", &zk.DeleteRequest{Path: "/closed/c", Version: -1}, zk.ErrNoAuth},
		{"permission before nothing", &zk.DeleteRequest{Path: "/closed/no", Version: -1}, zk.ErrNoAuth},
		{"delete of the root", &zk.DeleteRequest{Path: "/", Version: -1}, zk.ErrBadArguments},
		{"delete of the server's own", &zk.DeleteRequest{Path: "/zookeeper/quota", Version: -1}, zk.ErrBadArguments},
		{"delete of config", &zk.DeleteRequest{Path: "/zookeeper/config", Version: -1}, zk.ErrBadArguments},
		{"delete without slash", &zk.DeleteRequest{Path: "x", Version: -1}, zk.ErrBadArguments},
		{"delete with NUL", &zk.DeleteRequest{Path: "/\x00", Version: -1}, zk.ErrBadArguments},
		{"delete of a bad path", &zk.DeleteRequest{Path: "/p/", Version: -1}, zk.ErrNoNode},

		{"set of nothing", &zk.SetDataRequest{Path: "/no", Version: -1}, zk.ErrNoNode},
		{"set of another version", &zk.SetDataRequest{Path: "/p", Version: 1}, zk.ErrBadVersion},
		{"set of a bad path", &zk.SetDataRequest{Path: "/no/", Version: -1}, zk.ErrBadArguments},
		{"set without permission", &zk.SetDataRequest{Path: "/closed", Version: 7}, zk.ErrNoAuth},
		{"set of config", &zk.SetDataRequest{Path: "/zookeeper/config", Version: -1}, zk.ErrNoAuth},
		{"set of the root", &zk.SetDataRequest{Path: "/", Version: -1}, zk.OK},

		{"setACL of nothing", &zk.SetACLRequest{Path: "/no", ACL: zk.OpenACL, Version: -1}, zk.ErrNoNode},
		{"setACL of another version", &zk.SetACLRequest{Path: "/p", ACL: zk.OpenACL, Version: 1}, zk.ErrBadVersion},
		{"setACL of no list", &zk.SetACLRequest{Path: "/no", Version: -1}, zk.ErrInvalidACL},
		{"setACL of a bad list", &zk.SetACLRequest{Path: "/p", ACL: invalid, Version: -1}, zk.ErrInvalidACL},
		{"setACL of a bad path", &zk.SetACLRequest{Path: "/no/", ACL: invalid, Version: -1}, zk.ErrBadArguments},
		{"setACL without permission", &zk.SetACLRequest{Path: "/closed", ACL: zk.OpenACL, Version: 9}, zk.ErrNoAuth},

		{"exists of nothing", &zk.ExistsRequest{Path: "/no"}, zk.ErrNoNode},
		{"exists of a bad path", &zk.ExistsRequest{Path: "/p/"}, zk.ErrNoNode},
		{"exists with NUL", &zk.ExistsRequest{Path: "/\x00"}, zk.ErrBadArguments},
		{"exists without permission", &zk.ExistsRequest{Path: "/closed"}, zk.OK},
		{"sync without permission", &zk.SyncRequest{Path: "/closed"}, zk.OK},
		{"sync of a bad path", &zk.SyncRequest{Path: ""}, zk.OK},
		{"get of nothing", &zk.GetDataRequest{Path: "/no"}, zk.ErrNoNode},
		{"get of a bad path", &zk.GetDataRequest{Path: "//"}, zk.ErrNoNode},
		{"get of the empty path is of the root", &zk.GetDataRequest{Path: ""}, zk.OK},
		{"get without permission", &zk.GetDataRequest{Path: "/closed"}, zk.ErrNoAuth},
		{"children without permission", &zk.GetChildrenRequest{Path: "/closed"}, zk.ErrNoAuth},
		{"number without permission", &zk.ChildrenNumberRequest{Path: "/closed"}, zk.ErrNoAuth},
		{"getACL without permission", &zk.GetACLRequest{Path: "/closed"}, zk.ErrNoAuth},
		{"getACL of nothing", &zk.GetACLRequest{Path: "/no"}, zk.ErrNoNode},

		{"addWatch mode 7", &zk.AddWatchRequest{Path: "/p", Mode: 7}, zk.ErrMarshalling},
		{"addWatch mode −1", &zk.AddWatchRequest{Path: "/p", Mode: -1}, zk.ErrMarshalling},
		{"removeWatches type 4", &zk.RemoveWatchesRequest{Path: "/p", Type: 4}, zk.ErrMarshalling},
		{"checkWatches type 0", &zk.CheckWatchesRequest{Path: "/p"}, zk.ErrMarshalling},
		{"removeWatches of none", &zk.RemoveWatchesRequest{Path: "/p", Type: zk.WatcherAny}, zk.ErrNoWatcher},
		{"checkWatches of none", &zk.CheckWatchesRequest{Path: "/p", Type: zk.WatcherAny}, zk.ErrNoWatcher},
		{"checkWatches that climbs out", &zk.CheckWatchesRequest{Path: "p", Type: zk.WatcherAny}, zk.ErrMarshalling},

		{"truncated getData", &zk.UnknownRequest{Code: zk.OpGetData}, zk.ErrMarshalling},
		{"truncated delete", &zk.UnknownRequest{Code: zk.OpDelete}, zk.ErrMarshalling},
		{"deleteContainer", &zk.UnknownRequest{Code: zk.OpDeleteContainer, Body: []byte("/p")}, zk.ErrBadArguments},
		{"reconfig", &zk.UnknownRequest{Code: zk.OpReconfig, Body: make([]byte, 20)}, errReconfigDisabled},
		{"truncated reconfig", &zk.UnknownRequest{Code: zk.OpReconfig}, zk.ErrMarshalling},
		{"createSession", &zk.UnknownRequest{Code: zk.OpCreateSession, Body: make([]byte, 4)}, zk.OK},
		{"truncated createSession", &zk.UnknownRequest{Code: zk.OpCreateSession, Body: make([]byte, 3)}, zk.ErrMarshalling},
		{"sync of null", &zk.UnknownRequest{Code: zk.OpSync, Body: nullString}, zk.OK},
		{"truncated sync", &zk.UnknownRequest{Code: zk.OpSync}, zk.ErrMarshalling},
		{"check of null", &zk.CheckRequest{}, zk.ErrBadArguments},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := errorBench(t)
			b.fails("A", c.r, c.want)
			if b.next == Close || b.next == Drop {
				t.Errorf("the connection is closed")
			}
		})
	}
}

// What ends a connection, or is not answered.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		name string
		r    zk.Request
		hdr  zk.Header
		next Next
	}{
		{"unknown opcode", &zk.UnknownRequest{Code: 999}, zk.Header{Xid: 1, Zxid: -1, Err: zk.ErrUnimplemented}, Close},
		{"notify", &zk.UnknownRequest{Code: zk.OpNotify}, zk.Header{Xid: 1, Zxid: -1, Err: zk.ErrUnimplemented}, Close},
		{"unknown scheme", &zk.AuthRequest{Scheme: "nobody"}, zk.Header{Xid: 1, Err: zk.ErrAuthFailed}, Close},
		{"null auth", &zk.AuthRequest{Scheme: "digest"}, zk.Header{Xid: 1, Err: zk.ErrAuthFailed}, Close},
		{"truncated auth", &zk.UnknownRequest{Code: zk.OpAuth}, zk.Header{Xid: 1}, Drop},
		{"truncated sasl", &zk.UnknownRequest{Code: zk.OpSASL}, zk.Header{Xid: 1}, Drop},
		{"sasl", &zk.UnknownRequest{Code: zk.OpSASL, Body: make([]byte, 4)}, zk.Header{Xid: 1}, Keep},
		{"createSession", &zk.UnknownRequest{Code: zk.OpCreateSession, Body: make([]byte, 4)}, zk.Header{Xid: 1, Zxid: 2}, Greet},
		{"check on its own", &zk.CheckRequest{Path: "/", Version: -1}, zk.Header{Xid: 1, Zxid: 2}, Silent},
		{"closeSession", &zk.CloseRequest{}, zk.Header{Xid: 1, Zxid: 2}, Close},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A")
			b.ask("A", c.r)
			if b.hdr != c.hdr || b.next != c.next {
				t.Errorf("%+v and %d, want %+v and %d", b.hdr, b.next, c.hdr, c.next)
			}
			if _, alive := b.core.NextExpiry(); alive != (c.r.Op() != zk.OpCloseSession) {
				t.Errorf("the session is there: %v", alive)
			}
		})
	}
}
