package wire_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// exchange is one line of testdata/wire-3.8.0.jsonl: a frame sent to a fresh
// ZooKeeper 3.8.0 and every frame that came back, as they were on the wire.
type exchange struct {
	Conn   string              `json:"conn"`
	Label  string              `json:"label"`
	Send   string              `json:"send"`
	Recv   []string            `json:"recv"`   // to the sender
	Others map[string][]string `json:"others"` // to other connections
}

func (x exchange) isConnect() bool { return x.Label == "connect" }

func goldenExchanges(t testing.TB) []exchange {
	t.Helper()
	text, err := os.ReadFile("testdata/wire-3.8.0.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []exchange
	for line := range strings.Lines(string(text)) {
		var x exchange
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// unframe gives the body of a frame in hex.
func unframe(t testing.TB, s string) []byte {
	t.Helper()
	r := bytes.NewReader(unhex(t, s))
	body, err := wire.ReadFrame(r, wire.MaxFrame)
	if err != nil || r.Len() != 0 {
		t.Fatalf("%s: error %v, %d bytes after the frame", s, err, r.Len())
	}
	return body
}

func checkSame(t *testing.T, frame string, body []byte) {
	t.Helper()
	if got := hex.EncodeToString(wire.AppendFrame(nil, body)); got != frame {
		t.Errorf("encoded again:\n got %s\nwant %s", got, frame)
	}
}

// Every frame of the golden file decodes, and encodes again to the same bytes.
func TestGolden(t *testing.T) {
	all := goldenExchanges(t)
	if len(all) != 63 {
		t.Fatalf("%d exchanges, want 63", len(all))
	}
	for _, x := range all {
		t.Run(x.Conn+" "+strings.TrimSpace(x.Label), func(t *testing.T) {
			if x.isConnect() {
				goldenConnect(t, x)
				return
			}
			op := goldenRequest(t, x)
			for _, frame := range x.Recv {
				goldenAnswer(t, frame, op)
			}
			for _, frames := range x.Others {
				for _, frame := range frames {
					goldenAnswer(t, frame, op)
				}
			}
		})
	}
}

func goldenConnect(t *testing.T, x exchange) {
	req, err := wire.DecodeConnectRequest(unframe(t, x.Send))
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, x.Send, wire.AppendConnectRequest(nil, req))
	reply, err := wire.DecodeConnectReply(unframe(t, x.Recv[0]))
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, x.Recv[0], wire.AppendConnectReply(nil, reply))
}

func goldenRequest(t *testing.T, x exchange) zk.Op {
	xid, req, err := wire.DecodeRequest(unframe(t, x.Send))
	if strings.HasPrefix(x.Label, "truncated body") {
		want := &wire.RequestError{Xid: 0x2e, Op: zk.OpExists, Err: &wire.Error{
			Record: "exists request", Field: "path", Offset: 8, Problem: "0 bytes left, expected 4"}}
		if !reflect.DeepEqual(err, error(want)) {
			t.Fatalf("error %v, want %v", err, want)
		}
		return zk.OpExists
	}
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, x.Send, wire.AppendRequest(nil, xid, req))
	return req.Op()
}

func goldenAnswer(t *testing.T, frame string, op zk.Op) {
	body := unframe(t, frame)
	hdr, err := wire.DecodeHeader(body)
	if err != nil {
		t.Fatal(err)
	}
	if hdr.Xid == zk.XidEvent {
		event, err := wire.DecodeEvent(body)
		if err != nil {
			t.Fatal(err)
		}
		checkSame(t, frame, wire.AppendEvent(nil, event))
		return
	}
	hdr, reply, err := wire.DecodeReply(body, op)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, frame, wire.AppendReply(nil, hdr, reply))
}

// Some frames of the golden file, value for value.
func TestGoldenValues(t *testing.T) {
	requests := map[string]zk.Request{
		"persistent create": &zk.CreateRequest{Code: zk.OpCreate, Path: "/g", Data: []byte("hello"), ACL: zk.OpenACL},
		" createTTL": &zk.CreateRequest{Code: zk.OpCreateTTL, Path: "/g/t", Data: []byte{}, ACL: zk.OpenACL,
			Mode: zk.PersistentTTL, TTL: 100000},
		"bad flags create":  &zk.CreateRequest{Code: zk.OpCreate, Path: "/g/f", Data: []byte{}, ACL: zk.OpenACL, Mode: 9},
		"empty acl create":  &zk.CreateRequest{Code: zk.OpCreate, Path: "/g/f", Data: []byte{}, ACL: []zk.ACL{}},
		"null data setData": &zk.SetDataRequest{Path: "/g", Version: -1},
		"fail multi": &zk.MultiRequest{Ops: []zk.Request{
			&zk.CreateRequest{Code: zk.OpCreate, Path: "/g/m1", Data: []byte{}, ACL: zk.OpenACL},
			&zk.DeleteRequest{Path: "/g/none", Version: -1},
			&zk.CreateRequest{Code: zk.OpCreate, Path: "/g/m2", Data: []byte{}, ACL: zk.OpenACL},
		}},
		"empty multi": &zk.MultiRequest{Ops: []zk.Request{}},
		" multiRead": &zk.MultiReadRequest{Ops: []zk.Request{
			&zk.GetDataRequest{Path: "/g"}, &zk.GetChildrenRequest{Path: "/g"}, &zk.GetDataRequest{Path: "/zz"},
		}},
		"recursive addWatch": &zk.AddWatchRequest{Path: "/g", Mode: zk.WatchPersistentRecursive},
		" removeWatches":     &zk.RemoveWatchesRequest{Path: "/g", Type: zk.WatcherAny},
		" auth":              &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")},
		"relZxid=1 setWatches": &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: 1,
			Data: []string{"/g"}, Exist: []string{"/g/zz"}, Child: []string{"/g"}},
		"unknown opcode 999": &zk.UnknownRequest{Code: 999},
	}
	replies := map[string]zk.Reply{
		"persistent create": &zk.CreateReply{Path: "/g"},
		"exists err create": nil,
		"null data getData": &zk.DataReply{Stat: zk.Stat{Czxid: 3, Mzxid: 0x10, Ctime: 0x1a22d858117, Mtime: 0x1a22d8583b9,
			Version: 2, Cversion: 4, NumChildren: 4, Pzxid: 7}},
		"fail multi": &zk.MultiReply{Results: []zk.Result{
			{Op: zk.OpError, Err: zk.OK}, {Op: zk.OpError, Err: zk.ErrNoNode}, {Op: zk.OpError, Err: zk.ErrRuntimeInconsistency},
		}},
		"empty multi":           &zk.MultiReply{Results: []zk.Result{}},
		"recursive addWatch":    &zk.AddWatchReply{},
		" getEphemerals":        &zk.EphemeralsReply{Paths: []string{"/g/s-0000000003", "/g/e"}},
		" getAllChildrenNumber": &zk.ChildrenNumberReply{Number: 6},
		" whoAmI":               &zk.WhoAmIReply{IDs: []zk.ACL{{Scheme: "ip", ID: "127.0.0.1"}, {Scheme: "digest", ID: "u"}}},
		" sync":                 &zk.SyncReply{Path: "/g"},
		"empty setWatches2":     nil,
		"unknown opcode 999":    nil,
	}
	for _, x := range goldenExchanges(t) {
		if x.Conn == "C" && x.Label == " sync" {
			continue // the label names another exchange
		}
		wantReq, askReq := requests[x.Label]
		wantReply, askReply := replies[x.Label]
		delete(requests, x.Label)
		delete(replies, x.Label)
		if !askReq && !askReply {
			continue
		}
		_, req, err := wire.DecodeRequest(unframe(t, x.Send))
		if err != nil {
			t.Errorf("%s: %v", x.Label, err)
			continue
		}
		if askReq && !reflect.DeepEqual(req, wantReq) {
			t.Errorf("%s: request %+v, want %+v", x.Label, req, wantReq)
		}
		if askReply {
			_, reply, err := wire.DecodeReply(unframe(t, x.Recv[len(x.Recv)-1]), req.Op())
			if err != nil || !reflect.DeepEqual(reply, wantReply) {
				t.Errorf("%s: reply %+v, %v, want %+v", x.Label, reply, err, wantReply)
			}
		}
	}
	if len(requests)+len(replies) > 0 {
		t.Errorf("not in the golden file: %v %v", requests, replies)
	}
}
