package conformance

import (
	"encoding/hex"
	"strings"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// fact is what a server answers to requests of a session that has sent nothing yet. Zxid 1 has
// made the root, 2 the session. Lines of the answer are joined by "; ".
type fact struct {
	name     string
	requests []zk.Request
	want     string
}

// raw is a request in hexadecimal, without its header.
func raw(op zk.Op, body string) zk.Request {
	b, err := hex.DecodeString(strings.ReplaceAll(body, " ", ""))
	if err != nil {
		panic(err)
	}
	return &zk.UnknownRequest{Code: op, Body: b}
}

func create(path string, mode zk.Mode) *zk.CreateRequest {
	return zk.NewCreate(Root+path, nil, mode, nil, 1000)
}

const (
	null   = "ffffffff "
	zero   = "00000000 "
	minus1 = "ffffffff "
	slash  = "00000001 2f "
	endOps = " ffffffff 01 ffffffff"
	world  = "0000001f 00000005 776f726c64 00000006 616e796f6e65 "
	digest = "00000006 646967657374 "
)

// after is sent last where the question is which zxids were taken: it shows the next one.
var after = create("/after", zk.Persistent)

var facts = []fact{
	{"a malformed write takes a zxid", []zk.Request{raw(zk.OpCreate, ""), after}, "3 MarshallingError; 4 ok ~/after"},
	{"a malformed multi takes a zxid", []zk.Request{raw(zk.OpMulti, ""), after}, "3 MarshallingError; 4 ok ~/after"},
	{"a malformed read takes none", []zk.Request{raw(zk.OpExists, ""), after}, "2 MarshallingError; 3 ok ~/after"},
	{"a malformed multiRead takes none", []zk.Request{raw(zk.OpMultiRead, ""), after}, "2 MarshallingError; 3 ok ~/after"},

	{"a multi of a read", []zk.Request{raw(zk.OpMulti, "00000004 00 ffffffff"+slash+"00"+endOps), after}, "3 MarshallingError; 4 ok ~/after"},
	{"a multi of an exists", []zk.Request{raw(zk.OpMulti, "00000003 00 ffffffff"+slash+"00"+endOps), after}, "3 MarshallingError; 4 ok ~/after"},
	{"a multi of a write and a read", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{create("/a", 0), &zk.GetDataRequest{Path: "/"}}}, after},
		"3 MarshallingError; 4 ok ~/after"},
	{"a multi in a multi", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{&zk.MultiRequest{}}}}, "3 MarshallingError"},
	{"a multiRead of a read and a write", []zk.Request{&zk.MultiReadRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: "/"}, create("/a", 0)}}, after},
		"2 MarshallingError; 3 ok ~/after"},
	{"a multiRead of a check", []zk.Request{&zk.MultiReadRequest{Ops: []zk.Request{&zk.CheckRequest{Path: "/", Version: -1}}}, after},
		"2 MarshallingError 0 results; 3 ok ~/after"},
	{"a multi with a null path takes a zxid that nobody sees", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{create("/a", 0), ofNull(zk.OpDelete)}}, after},
		"2 MarshallingError 0 results; 4 ok ~/after"},
	{"the same behind an operation that fails", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{create("", 0), ofNull(zk.OpCheck)}}, after},
		"2 MarshallingError 0 results; 4 ok ~/after"},
	{"a multi with a setData of a null path", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{ofNull(zk.OpSetData)}}}, "2 MarshallingError 0 results"},
	{"a multiRead with a null path", []zk.Request{&zk.MultiReadRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: Root + "/no"}, ofNull(zk.OpGetData)}}},
		"2 MarshallingError 1 results;   error NoNode"},
	{"a create with a TTL mode in a multi", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{create("/a", 0),
		&zk.CreateRequest{Code: zk.OpCreate, Path: Root + "/b", ACL: zk.OpenACL, Mode: zk.PersistentTTL}}}, &zk.ExistsRequest{Path: Root + "/a"}},
		"3 MarshallingError; 3 NoNode"},

	{"create2 in a multi has no Stat", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{
		&zk.CreateRequest{Code: zk.OpCreate2, Path: Root + "/a", ACL: zk.OpenACL}, create("/b", zk.Container), create("/c", zk.PersistentTTL)}}},
		"3 ok 3 results;   create ~/a;   create2 ~/b c3 m3 p3;   create2 ~/c c3 m3 p3"},
	{"a failed multi", []zk.Request{&zk.MultiRequest{Ops: []zk.Request{create("/a", 0), &zk.DeleteRequest{Path: Root + "/no"}, create("/b", 0)}}, after},
		"3 ok 3 results;   error ok;   error NoNode;   error RuntimeInconsistency; 4 ok ~/after"},
	{"an empty multi", []zk.Request{&zk.MultiRequest{}, after}, "3 ok 0 results; 4 ok ~/after"},

	{"check alone: no reply when it succeeds", []zk.Request{&zk.CheckRequest{Path: Root, Version: 0}, after}, "4 ok ~/after"},
	{"check alone fails", []zk.Request{&zk.CheckRequest{Path: Root, Version: 7}, after}, "3 BadVersion; 4 ok ~/after"},
	{"check alone of null", []zk.Request{raw(zk.OpCheck, null+minus1)}, "3 BadArguments"},

	{"an ACL entry with a null id", []zk.Request{raw(zk.OpSetACL, slash+"00000001 0000001f 00000005 776f726c64 "+null+minus1)}, "3 MarshallingError"},
	{"an ACL entry with a null scheme", []zk.Request{raw(zk.OpSetACL, slash+"00000001 0000001f "+null+"00000000"+minus1)}, "3 InvalidACL"},
	{"an ACL of -5 entries", []zk.Request{raw(zk.OpSetACL, slash+"fffffffb"+minus1)}, "3 InvalidACL"},
	{"an ACL of null", []zk.Request{raw(zk.OpSetACL, slash+null+minus1)}, "3 InvalidACL"},

	{"auth of a null scheme", []zk.Request{raw(zk.OpAuth, zero+null+null)}, "0 AuthFailed; closed"},
	{"auth of null data", []zk.Request{raw(zk.OpAuth, zero+digest+null)}, "0 AuthFailed; closed"},
	{"auth of empty data", []zk.Request{raw(zk.OpAuth, zero+digest+zero)}, "0 ok"},
	{"auth of the address", []zk.Request{&zk.AuthRequest{Scheme: "ip"}}, "0 ok"},
	{"auth of an unknown scheme", []zk.Request{&zk.AuthRequest{Scheme: "nobody"}}, "0 AuthFailed; closed"},
	{"malformed auth", []zk.Request{raw(zk.OpAuth, "")}, "closed"},

	{"sync of the empty path", []zk.Request{&zk.SyncRequest{}}, "2 ok {Path:}"},
	{"sync of null", []zk.Request{raw(zk.OpSync, null)}, "2 ok {Body:[255 255 255 255]}"},
	{"setData of the empty path", []zk.Request{&zk.SetDataRequest{}}, "3 BadArguments"},
	{"setData of null", []zk.Request{raw(zk.OpSetData, null+null+minus1)}, "3 BadArguments"},
	{"setACL of the empty path", []zk.Request{&zk.SetACLRequest{ACL: zk.OpenACL}}, "3 BadArguments"},
	{"setACL of null", []zk.Request{raw(zk.OpSetACL, null+"00000001"+world+minus1)}, "3 BadArguments"},
	{"delete of the empty path", []zk.Request{&zk.DeleteRequest{}}, "3 BadArguments"},
	{"delete of null", []zk.Request{raw(zk.OpDelete, null+minus1)}, "3 MarshallingError"},
	{"addWatch of the empty path", []zk.Request{&zk.AddWatchRequest{}}, "2 ok {Err:ok}"},
	{"removeWatches of null", []zk.Request{raw(zk.OpRemoveWatches, null+"00000001")}, "2 NoWatcher"},
	{"checkWatches of null", []zk.Request{raw(zk.OpCheckWatches, null+"00000001")}, "2 MarshallingError"},
	{"getEphemerals of null", []zk.Request{raw(zk.OpGetEphemerals, null)}, "2 ok {Paths:[]}"},
	{"exists of null", []zk.Request{raw(zk.OpExists, null+"00")}, "2 MarshallingError"},

	{"opcode 0", []zk.Request{raw(0, "")}, "-1 Unimplemented; closed"},
	{"opcode -1", []zk.Request{raw(-1, "")}, "-1 Unimplemented; closed"},
	{"opcode 999", []zk.Request{raw(999, "")}, "-1 Unimplemented; closed"},
	{"deleteContainer", []zk.Request{raw(zk.OpDeleteContainer, "00000002 2f61"), after}, "3 BadArguments; 4 ok ~/after"},
	{"reconfig", []zk.Request{raw(zk.OpReconfig, null+null+null+"0000000000000000"), after}, "3 ZooKeeper error -123; 4 ok ~/after"},
	{"malformed reconfig", []zk.Request{raw(zk.OpReconfig, null+null+null+"00000000000000"), after}, "2 MarshallingError; 3 ok ~/after"},
	{"createSession: greeted once more", []zk.Request{raw(zk.OpCreateSession, "00001000"), after}, "session 1, timeout 2000; 4 ok ~/after"},
	{"malformed createSession", []zk.Request{raw(zk.OpCreateSession, ""), after}, "3 MarshallingError; 4 ok ~/after"},
	{"sasl", []zk.Request{raw(zk.OpSASL, zero)}, "0 ok {Body:[255 255 255 255]}"},
	{"sasl of null", []zk.Request{raw(zk.OpSASL, null)}, "closed"},
	{"malformed sasl", []zk.Request{raw(zk.OpSASL, "")}, "closed"},

	{"characters above U+FFFF are not for paths", []zk.Request{create("/😀", 0), create("/x😀", zk.PersistentSequential)}, "3 BadArguments; 4 BadArguments"},
	{"closeSession with requests before it", []zk.Request{&zk.ExistsRequest{Path: Root}, &zk.CloseRequest{}}, "2 ok c1 m1 p1; 3 ok; closed"},
	{"a watch is told before the reply", []zk.Request{&zk.AddWatchRequest{Path: Root}, create("/a", zk.Ephemeral), &zk.CloseRequest{}},
		"2 ok {Err:ok}; event ChildrenChanged ~; 3 ok ~/a; event ChildrenChanged ~; 4 ok; closed"},
}

func TestFacts(t *testing.T) {
	t.Run("fake", func(t *testing.T) {
		for _, f := range facts {
			t.Run(f.name, func(t *testing.T) {
				one, two := newFake(), newFake()
				f.check(t, newSequence(one, two))
			})
		}
	})
	t.Run("real", func(t *testing.T) {
		h := newHost(t, quiet)
		for _, f := range facts {
			t.Run(f.name, func(t *testing.T) {
				run := h.run()
				f.check(t, run.Sequence)
				h.release(run, nil)
			})
		}
	})
}

func (f fact) check(t *testing.T, s *Sequence) {
	t.Helper()
	steps := []Step{Open{}, asks(0, f.requests...)}
	for _, step := range steps {
		if err := s.Take(step); err != nil {
			t.Fatalf("%v\n%s", err, s.Table())
		}
	}
	for i, side := range []string{"real server", "fake"} {
		got := strings.ReplaceAll(s.history[1].said(i), Root, "~")
		if got = strings.ReplaceAll(got, "\n", "; "); got != f.want {
			t.Errorf("%s:\n got %s\nwant %s", side, got, f.want)
		}
	}
}

// asks is a step that sends requests in one go.
func asks(client int, all ...zk.Request) Ask {
	a := Ask{Client: client}
	for i, r := range all {
		a.Requests = append(a.Requests, request{xid: int32(i + 1), req: r})
	}
	return a
}

// How a connection begins, and what comes of wrong credentials.
var beginnings = []struct {
	name  string
	steps []Step
	want  string // of the last step
}{
	{"right password", []Step{Open{}, Cut{}, Return{}}, "session 1, timeout 2000"},
	{"while connected", []Step{Open{}, Return{}}, "session 1, timeout 2000"},
	{"wrong password", []Step{Open{}, Return{Password: wrong}}, "session unknown; closed"},
	{"no password", []Step{Open{}, Return{Password: none}}, "session unknown; closed"},
	{"a password of three bytes", []Step{Open{}, Return{Password: short}}, "session unknown; closed"},
	{"zeros", []Step{Open{}, Return{Password: zeros}}, "session unknown; closed"},
	{"closed session", []Step{Open{}, asks(0, &zk.CloseRequest{}), Return{}}, "session unknown; closed"},
	{"expired session", []Step{Open{}, Expire{}, Return{}}, "session unknown; closed"},
	{"expired while away", []Step{Open{}, Expire{Gone: true}, Return{}}, "session unknown; closed"},
	{"a zxid of the future", []Step{Open{}, Return{Seen: future}}, "closed"},
	{"no session, no password", []Step{hello(0, "", "\x00")}, "session 1, timeout 1000"},
	{"no session, a password of three bytes", []Step{hello(0, "abc", "\x00")}, "session 1, timeout 1000"},
	{"unknown session, a password of three bytes", []Step{hello(77, "abc", "\x00")}, "session unknown; closed"},
	{"of a client before 3.4", []Step{hello(0, "0123456789abcdef", "")}, "session 1, timeout 1000"},
	{"cut short", []Step{first(30)}, "closed"},
	{"nothing in it", []Step{first(0)}, "closed"},
	{"the last zxid", []Step{Open{}, Return{Seen: everything}}, "session 1, timeout 2000"},
}

func TestBeginnings(t *testing.T) {
	h := newHost(t, quiet)
	for _, b := range beginnings {
		t.Run(b.name, func(t *testing.T) {
			run := h.run()
			last := 0
			for _, step := range b.steps {
				last = len(run.history)
				must(t, run, step)
			}
			if got := strings.ReplaceAll(run.history[last].said(0), "\n", "; "); got != b.want {
				t.Errorf("got %s, want %s", got, b.want)
			}
			h.release(run, nil)
		})
	}
}

// hello is a connect request with a password of any length, which no client sends.
func hello(session int64, password string, readOnly string) Step {
	body := wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 1000, Session: session})[:24]
	return Stray{append(append(append(body, be(int32(len(password)))...), password...), readOnly...)}
}

// A frame may have 1,048,575 bytes; a larger one ends the connection.
func TestLargestFrame(t *testing.T) {
	h := newHost(t, quiet)
	set := &zk.SetDataRequest{Path: Root, Version: -1}
	set.Data = make([]byte, wire.MaxFrame-len(wire.AppendRequest(nil, 1, &zk.SetDataRequest{Path: Root, Data: []byte{}})))
	larger := &zk.SetDataRequest{Path: Root, Data: make([]byte, len(set.Data)+1), Version: -1}
	for _, c := range []struct {
		r    zk.Request
		want string
	}{
		{set, "3 ok c1 m3 p1 v1 len1048514"},
		{larger, "closed"},
	} {
		run := h.run()
		must(t, run, Open{})
		must(t, run, asks(0, c.r))
		if got := run.history[1].said(0); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		h.release(run, nil)
	}
}

func first(n int) Step { return Stray{wire.AppendConnectRequest(nil, &zk.ConnectRequest{})[:n]} }
