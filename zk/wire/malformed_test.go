package wire_test

import (
	"errors"
	"reflect"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// A raw request and how it decodes. Those with a fault are the ones that a server answers
// with a MarshallingError.
type rawRequest struct {
	name  string
	body  string     // in hex
	want  zk.Request // nil if it is at fault
	fault string
}

const (
	world   = " 00000001 0000001f 00000005 776f726c64 00000006 616e796f6e65 " // zk.OpenACL
	endOps  = " ffffffff 01 ffffffff"
	rawXid1 = "00000001 "
)

var rawRequests = []rawRequest{
	{"no body", rawXid1 + "00000003", nil, "exists request: path at byte 8: 0 bytes left, expected 4"},
	{"path cut short", rawXid1 + "00000003 00000005 2f61", nil, "exists request: path at byte 12: 2 bytes left, expected 5"},
	{"path of length -2", rawXid1 + "00000003 fffffffe 00", nil, "exists request: path at byte 8: length -2, expected -1 or more"},
	{"null path", rawXid1 + "00000003 ffffffff 00", nil, "exists request: path at byte 8: null, expected a string"},
	{"empty path", rawXid1 + "00000003 00000000 00", &zk.ExistsRequest{}, ""},
	{"any byte but 0 is true, and more follows", rawXid1 + "00000003 00000001 2f 07 ffff",
		&zk.ExistsRequest{Path: "/", Watch: true}, ""},
	{"null path of a sync", rawXid1 + "00000009 ffffffff", &zk.UnknownRequest{Code: zk.OpSync, Body: []byte{0xff, 0xff, 0xff, 0xff}}, ""},
	{"null path of a check", rawXid1 + "0000000d ffffffff ffffffff", &zk.CheckRequest{Version: -1}, ""},
	{"null path of a setData", rawXid1 + "00000005 ffffffff 00000000 ffffffff", &zk.SetDataRequest{Data: []byte{}, Version: -1}, ""},
	{"null ACL", rawXid1 + "00000001 00000002 2f71 00000000 ffffffff 00000000",
		&zk.CreateRequest{Code: zk.OpCreate, Path: "/q", Data: []byte{}}, ""},
	{"ACL of -5 entries", rawXid1 + "00000001 00000002 2f71 00000000 fffffffb 00000000",
		&zk.CreateRequest{Code: zk.OpCreate, Path: "/q", Data: []byte{}, ACL: []zk.ACL{}}, ""},
	{"ACL of 2147483647 entries", rawXid1 + "00000001 00000002 2f71 00000000 7fffffff 00000000", nil,
		"create request: ACL at byte 18: 2147483647 elements, expected at most 0 in the 4 bytes left"},
	{"ACL entry with a null scheme", rawXid1 + "00000001 00000002 2f71 00000000 00000001 0000001f ffffffff 00000000 00000000",
		&zk.CreateRequest{Code: zk.OpCreate, Path: "/q", Data: []byte{}, ACL: []zk.ACL{{Perms: zk.PermAll}}}, ""},
	{"ACL entry with a null id", rawXid1 + "00000001 00000002 2f71 00000000 00000001 0000001f 00000005 776f726c64 ffffffff 00000000", nil,
		"create request: ACL at byte 35: null, expected a string"},
	{"data longer than the frame", rawXid1 + "00000005 00000001 2f 7fffffff ffffffff", nil,
		"setData request: data at byte 17: 4 bytes left, expected 2147483647"},
	{"multi without an end", rawXid1 + "0000000e 0000000d 00 ffffffff 00000001 2f ffffffff", nil,
		"multi request: multi header type at byte 26: 0 bytes left, expected 4"},
	{"multi of a read", rawXid1 + "0000000e 00000004 00 ffffffff 00000001 2f 00" + endOps,
		&zk.MultiRequest{Ops: []zk.Request{&zk.GetDataRequest{Path: "/"}}}, ""},
	{"multi with a null path", rawXid1 + "0000000e 0000000d 00 ffffffff 00000001 2f ffffffff 00000002 00 ffffffff ffffffff 00000007" + endOps,
		&zk.MultiRequest{Ops: []zk.Request{&zk.CheckRequest{Path: "/", Version: -1},
			&zk.UnknownRequest{Code: zk.OpDelete, Body: []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 7}}}}, ""},
	{"multi with a null path of a setData", rawXid1 + "0000000e 00000005 00 ffffffff ffffffff ffffffff 00000007" + endOps,
		&zk.MultiRequest{Ops: []zk.Request{&zk.UnknownRequest{Code: zk.OpSetData,
			Body: []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 7}}}}, ""},
	{"multi with a null path, cut short", rawXid1 + "0000000e 00000002 00 ffffffff ffffffff 0000", nil,
		"multi request: version at byte 21: 2 bytes left, expected 4"},
	{"multiRead with a null path", rawXid1 + "00000016 00000004 00 ffffffff ffffffff 00" + endOps,
		&zk.MultiReadRequest{Ops: []zk.Request{&zk.UnknownRequest{Code: zk.OpGetData, Body: []byte{0xff, 0xff, 0xff, 0xff, 0}}}}, ""},
	{"multi of an exists", rawXid1 + "0000000e 00000003 00 ffffffff 00000001 2f 00" + endOps, nil,
		"multi request: operation at byte 8: exists cannot be part of it"},
	{"multi in a multi", rawXid1 + "0000000e 0000000e 00 ffffffff" + endOps + endOps, nil,
		"multi request: operation at byte 8: multi cannot be part of it"},
	{"multi that mixes", rawXid1 + "0000000e 0000000d 00 ffffffff 00000001 2f ffffffff 00000004 00 ffffffff 00000001 2f 00" + endOps, nil,
		"multi request: operation at byte 26: getData cannot be part of it"},
	{"multiRead of a check", rawXid1 + "00000016 0000000d 00 ffffffff 00000001 2f ffffffff" + endOps,
		&zk.MultiReadRequest{Ops: []zk.Request{&zk.CheckRequest{Path: "/", Version: -1}}}, ""},
	{"multiRead of a read and a check", rawXid1 + "00000016 00000004 00 ffffffff 00000001 2f 00 0000000d 00 ffffffff 00000001 2f ffffffff" + endOps, nil,
		"multiRead request: operation at byte 23: check cannot be part of it"},
	{"reconfig", rawXid1 + "00000010 ffffffff 00000000 ffffffff 0000000000000005",
		&zk.UnknownRequest{Code: zk.OpReconfig, Body: []byte("\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x05")}, ""},
	{"sasl", rawXid1 + "00000066 00000000", &zk.UnknownRequest{Code: zk.OpSASL, Body: []byte{0, 0, 0, 0}}, ""},
	{"sasl with a null token", rawXid1 + "00000066 ffffffff", nil, "sasl request: token at byte 8: null, expected a string"},
	{"reconfig cut short", rawXid1 + "00000010 ffffffff 00000000 ffffffff 00000000000000", nil,
		"reconfig request: configuration id at byte 20: 7 bytes left, expected 8"},
	{"multi that ends with some other type", rawXid1 + "0000000e 00000005 01 00000000", &zk.MultiRequest{Ops: []zk.Request{}}, ""},
	{"setWatches with null lists", "fffffff8 00000065 0000000000000001 ffffffff ffffffff ffffffff", nil,
		"setWatches request: data watches at byte 16: null, expected a list"},
	{"setWatches with a null path", "fffffff8 00000065 0000000000000001 00000001 ffffffff 00000000 00000000", nil,
		"setWatches request: data watches at byte 20: null, expected a string"},
	{"setWatches with a list of -5", "fffffff8 00000065 0000000000000001 fffffffb 00000000 00000000",
		&zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: 1, Data: []string{}, Exist: []string{}, Child: []string{}}, ""},
	{"createContainer in a multi", rawXid1 + "0000000e 00000013 00 ffffffff 00000002 2f63 ffffffff" + world + "00000004" + endOps,
		&zk.MultiRequest{Ops: []zk.Request{&zk.CreateRequest{Code: zk.OpCreateContainer, Path: "/c", ACL: zk.OpenACL, Mode: zk.Container}}}, ""},
}

func TestMalformedRequests(t *testing.T) {
	for _, c := range rawRequests {
		t.Run(c.name, func(t *testing.T) {
			body := unhex(t, c.body)
			xid, req, err := wire.DecodeRequest(body)
			if c.fault == "" {
				if err != nil || !reflect.DeepEqual(req, c.want) {
					t.Errorf("decoded to %+v, %v, want %+v", req, err, c.want)
				}
				return
			}
			var fault *wire.RequestError
			if !errors.As(err, &fault) {
				t.Fatalf("decoded to %+v, %v, want a RequestError", req, err)
			}
			if got, want := err.Error(), "wire: "+c.fault; got != want {
				t.Errorf("error %q, want %q", got, want)
			}
			wantXid, wantOp := int32(1), zk.Op(body[7])
			if body[0] == 0xff {
				wantXid = zk.XidSetWatches
			}
			if xid != wantXid || fault.Xid != wantXid || fault.Op != wantOp {
				t.Errorf("xid %d, error's xid %d and op %v, want %d, %d, %v", xid, fault.Xid, fault.Op, wantXid, wantXid, wantOp)
			}
		})
	}
}

// Without a whole header there is nothing to answer, so the error is of another type.
func TestRequestWithoutHeader(t *testing.T) {
	for body, want := range map[string]string{
		"":               "wire: request: xid at byte 0: 0 bytes left, expected 4",
		"00000001":       "wire: request: opcode at byte 4: 0 bytes left, expected 4",
		"00000001000000": "wire: request: opcode at byte 4: 3 bytes left, expected 4",
	} {
		_, req, err := wire.DecodeRequest(unhex(t, body))
		var fault *wire.Error
		var answerable *wire.RequestError
		if req != nil || !errors.As(err, &fault) || errors.As(err, &answerable) || err.Error() != want {
			t.Errorf("%q: %v, %v, want the error %q", body, req, err, want)
		}
	}
}

func TestMalformedAnswers(t *testing.T) {
	ok := "00000001 0000000000000001 00000000 "
	for _, c := range []struct {
		op   zk.Op
		body string
		want string
	}{
		{zk.OpCreate, "00000001 00000000", "wire: create reply: zxid at byte 4: 4 bytes left, expected 8"},
		{zk.OpCreate, ok, "wire: create reply: path at byte 16: 0 bytes left, expected 4"},
		{zk.OpExists, ok + "0000", "wire: exists reply: czxid at byte 16: 2 bytes left, expected 8"},
		{zk.OpGetChildren, ok + "00000002 00000000", "wire: getChildren reply: children at byte 16: 2 elements, expected at most 1 in the 4 bytes left"},
		{zk.OpGetChildren, ok + "ffffffff", "wire: getChildren reply: children at byte 16: null, expected a list"},
		{zk.OpMulti, ok + "00000015 00 00000000 00000001 2f" + endOps, "wire: multi reply: result at byte 16: createTTL cannot be one"},
		{zk.OpPing, "ffffffff ffffffffffffffff 00000000 00000003 00000003 00000001 2f", "wire: ping reply: xid at byte 0: -1, a watch event, expected a reply"},
	} {
		if _, reply, err := wire.DecodeReply(unhex(t, c.body), c.op); reply != nil || err == nil || err.Error() != c.want {
			t.Errorf("%v reply %q: %v, %v, want the error %q", c.op, c.body, reply, err, c.want)
		}
	}
	event, err := wire.DecodeEvent(unhex(t, ok+"00000003 00000003 00000001 2f"))
	if want := "wire: watch event: xid at byte 0: 1, expected -1"; event != (zk.Event{}) || err == nil || err.Error() != want {
		t.Errorf("a reply read as an event: %v, %v, want the error %q", event, err, want)
	}
}

// What follows an error is not looked at: a multi that cannot be processed is answered by
// an error and an empty multi.
func TestReplyWithErrorAndRecord(t *testing.T) {
	body := unhex(t, "00000001 0000000000000018 fffffffb"+endOps)
	wantHdr := zk.Header{Xid: 1, Zxid: 0x18, Err: zk.ErrMarshalling}
	hdr, reply, err := wire.DecodeReply(body, zk.OpMultiRead)
	if hdr != wantHdr || reply != nil || err != nil {
		t.Errorf("decoded to %+v, %v, %v, want %+v alone", hdr, reply, err, wantHdr)
	}
	if got := wire.AppendReply(nil, wantHdr, &zk.MultiReply{}); !reflect.DeepEqual(got, body) {
		t.Errorf("encoded to %x, want %x", got, body)
	}
}

// Servers from 3.9 on put a transaction into the header of an event.
func TestEventWithZxid(t *testing.T) {
	got, err := wire.DecodeEvent(unhex(t, "ffffffff 0000000000000007 00000000 00000002 00000003 00000002 2f61"))
	if want := (zk.Event{Type: zk.EventDeleted, State: zk.StateConnected, Path: "/a"}); got != want || err != nil {
		t.Errorf("decoded to %v, %v, want %v", got, err, want)
	}
}

func TestConnectPasswords(t *testing.T) {
	head := "00000000 0000000000000000 00002710 0000000000000000 "
	sixteen := "00000010 000102030405060708090a0b0c0d0e0f"
	for _, c := range []struct {
		name, body string
		want       zk.ConnectRequest
	}{
		{"16 bytes", head + sixteen + "01",
			zk.ConnectRequest{Timeout: 10000, Password: [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, ReadOnly: true}},
		{"no read-only byte", head + "00000000", zk.ConnectRequest{Timeout: 10000, NoReadOnly: true}},
		{"null", head + "ffffffff 00", zk.ConnectRequest{Timeout: 10000}},
		{"a length that no session has", head + "00000003 414243 00", zk.ConnectRequest{Timeout: 10000}},
	} {
		if got, err := wire.DecodeConnectRequest(unhex(t, c.body)); err != nil || *got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
	_, err := wire.DecodeConnectRequest(unhex(t, head+"00000010 0001"))
	if want := "wire: connect request: password at byte 28: 2 bytes left, expected 16"; err == nil || err.Error() != want {
		t.Errorf("a password cut short: error %v, want %q", err, want)
	}
	_, err = wire.DecodeConnectReply(nil)
	if want := "wire: connect reply: protocol version at byte 0: 0 bytes left, expected 4"; err == nil || err.Error() != want {
		t.Errorf("an empty reply: error %v, want %q", err, want)
	}
}
