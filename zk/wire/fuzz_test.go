package wire_test

import (
	"bytes"
	"reflect"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// The fuzz targets feed arbitrary bytes to each decoder. Whatever decodes must encode
// to bytes that decode to the same value and encode to the same bytes again, and that
// are no longer than the input: no length was believed that the input did not back.

func FuzzDecodeRequest(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		f.Add(unframe(f, x.Send))
	}
	for _, c := range rawRequests {
		f.Add(unhex(f, c.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		xid, req, err := wire.DecodeRequest(body)
		if err != nil {
			return
		}
		again := wire.AppendRequest(nil, xid, req)
		checkNoLonger(t, body, again)
		xid2, req2, err := wire.DecodeRequest(again)
		if err != nil || xid2 != xid || !reflect.DeepEqual(req2, req) {
			t.Fatalf("xid %d %#v came back as %d, %#v, %v", xid, req, xid2, req2, err)
		}
		checkStable(t, again, wire.AppendRequest(nil, xid2, req2))
	})
}

func FuzzDecodeReply(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		if x.isConnect() {
			continue
		}
		op := int32(unframe(f, x.Send)[7])
		for _, frame := range x.Recv {
			f.Add(op, unframe(f, frame))
		}
	}
	f.Fuzz(func(t *testing.T, code int32, body []byte) {
		op := zk.Op(code)
		hdr, reply, err := wire.DecodeReply(body, op)
		if err != nil {
			return
		}
		again := wire.AppendReply(nil, hdr, reply)
		checkNoLonger(t, body, again)
		hdr2, reply2, err := wire.DecodeReply(again, op)
		if err != nil || hdr2 != hdr || !reflect.DeepEqual(reply2, reply) {
			t.Fatalf("%+v %#v came back as %+v, %#v, %v", hdr, reply, hdr2, reply2, err)
		}
		checkStable(t, again, wire.AppendReply(nil, hdr2, reply2))
		if peeked, err := wire.DecodeHeader(body); err != nil || peeked != hdr {
			t.Fatalf("the header alone is %+v, %v, with the reply it was %+v", peeked, err, hdr)
		}
	})
}

func FuzzDecodeEvent(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		for _, frames := range x.Others {
			for _, frame := range frames {
				f.Add(unframe(f, frame))
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		event, err := wire.DecodeEvent(body)
		if err != nil {
			return
		}
		again := wire.AppendEvent(nil, event)
		checkNoLonger(t, body, again)
		if event2, err := wire.DecodeEvent(again); err != nil || event2 != event {
			t.Fatalf("%#v came back as %#v, %v", event, event2, err)
		}
	})
}

func FuzzDecodeConnectRequest(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		f.Add(unframe(f, x.Send))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		req, err := wire.DecodeConnectRequest(body)
		if err != nil {
			return
		}
		again := wire.AppendConnectRequest(nil, req)
		if req2, err := wire.DecodeConnectRequest(again); err != nil || *req2 != *req {
			t.Fatalf("%+v came back as %+v, %v", req, req2, err)
		}
	})
}

func FuzzDecodeConnectReply(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		f.Add(unframe(f, x.Recv[0]))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		reply, err := wire.DecodeConnectReply(body)
		if err != nil {
			return
		}
		again := wire.AppendConnectReply(nil, reply)
		if reply2, err := wire.DecodeConnectReply(again); err != nil || *reply2 != *reply {
			t.Fatalf("%+v came back as %+v, %v", reply, reply2, err)
		}
	})
}

func FuzzReadFrame(f *testing.F) {
	for _, x := range goldenExchanges(f) {
		f.Add(unhex(f, x.Send))
	}
	f.Add([]byte("ruok"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		r := bytes.NewReader(stream)
		body, err := wire.ReadFrame(r, 1000)
		if err != nil {
			return
		}
		read := stream[:len(stream)-r.Len()]
		checkStable(t, read, wire.AppendFrame(nil, body))
	})
}

func checkNoLonger(t *testing.T, body, again []byte) {
	t.Helper()
	if len(again) > len(body) {
		t.Fatalf("%d bytes decode to what takes %d:\n%x\n%x", len(body), len(again), body, again)
	}
}

func checkStable(t *testing.T, once, twice []byte) {
	t.Helper()
	if !bytes.Equal(once, twice) {
		t.Fatalf("encoded once %x, twice %x", once, twice)
	}
}
