package wire_test

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/zk"
	"lockstep/zk/wire"
)

// A real server answers a request with a MarshallingError exactly if it does not decode
// here, or is a list of operations that it can read and not carry out.
func TestServerAgreesOnForm(t *testing.T) {
	e := ensembletest.Start(t, ensemble.Config{})
	conn, err := net.Dial("tcp", e.Addrs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	exchange := func(body []byte) []byte {
		t.Helper()
		if _, err := conn.Write(wire.AppendFrame(nil, body)); err != nil {
			t.Fatal(err)
		}
		answer, err := wire.ReadFrame(conn, wire.MaxFrame)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	exchange(wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 10000}))
	for _, c := range rawRequests {
		if strings.HasPrefix(c.name, "sasl") {
			continue // the answer to a bad one is the end of the connection
		}
		hdr, err := wire.DecodeHeader(exchange(unhex(t, c.body)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := hdr.Err == zk.ErrMarshalling, c.fault != "" || impossible(c.want); got != want {
			t.Errorf("%s: the server answers %v, and here the fault is %q", c.name, hdr.Err, c.fault)
		}
	}
}

// impossible reports whether a list of operations is one that no server carries out.
func impossible(r zk.Request) bool {
	switch r := r.(type) {
	case *zk.MultiRequest:
		return slices.ContainsFunc(r.Ops, func(op zk.Request) bool { return !slices.Contains(writeOps, op.Op()) || unknown(op) })
	case *zk.MultiReadRequest:
		return slices.ContainsFunc(r.Ops, func(op zk.Request) bool { return !slices.Contains(readOps, op.Op()) || unknown(op) })
	}
	return false
}

func unknown(r zk.Request) bool {
	_, ok := r.(*zk.UnknownRequest)
	return ok
}

// A create2 in a multi is answered like a create; a container is answered with its Stat.
func TestServerAnswersCreatesInMulti(t *testing.T) {
	e := ensembletest.Start(t, ensemble.Config{})
	conn, err := net.Dial("tcp", e.Addrs()[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	var frames []byte
	frames = wire.AppendFrame(frames, wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 10000}))
	frames = wire.AppendFrame(frames, wire.AppendRequest(nil, 1, &zk.MultiRequest{Ops: []zk.Request{
		&zk.CreateRequest{Code: zk.OpCreate2, Path: "/a", ACL: zk.OpenACL},
		&zk.CreateRequest{Code: zk.OpCreateContainer, Path: "/b", ACL: zk.OpenACL, Mode: zk.Container},
	}}))
	if _, err := conn.Write(frames); err != nil {
		t.Fatal(err)
	}
	if _, err := wire.ReadFrame(conn, wire.MaxFrame); err != nil {
		t.Fatal(err)
	}
	body, err := wire.ReadFrame(conn, wire.MaxFrame)
	if err != nil {
		t.Fatal(err)
	}
	_, reply, err := wire.DecodeReply(body, zk.OpMulti)
	if err != nil {
		t.Fatal(err)
	}
	results := reply.(*zk.MultiReply).Results
	if len(results) != 2 || results[0].Op != zk.OpCreate || results[1].Op != zk.OpCreate2 {
		t.Fatalf("results %+v, want a create and a create2", results)
	}
	if a, b := results[0].Reply.(*zk.CreateReply), results[1].Reply.(*zk.CreateReply); a.HasStat || !b.HasStat {
		t.Errorf("replies %+v and %+v, want a Stat in the second alone", a, b)
	}
}
