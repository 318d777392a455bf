package zkcore

import (
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// realConn is a raw connection to a real server.
type realConn struct {
	t testing.TB
	net.Conn
	session  int64
	password [16]byte
}

// dialReal connects and opens or renews a session. The reply has session 0 if the server
// does not know it any more.
func dialReal(t testing.TB, addr string, r *zk.ConnectRequest) (*realConn, *zk.ConnectReply) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(2 * time.Minute))
	rc := &realConn{t: t, Conn: conn}
	rc.send(wire.AppendConnectRequest(nil, r))
	frame, err := wire.ReadFrame(conn, 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := wire.DecodeConnectReply(frame)
	if err != nil {
		t.Fatal(err)
	}
	rc.session, rc.password = reply.Session, reply.Password
	return rc, reply
}

func (rc *realConn) send(body []byte) {
	rc.t.Helper()
	if _, err := rc.Write(wire.AppendFrame(nil, body)); err != nil {
		rc.t.Fatal(err)
	}
}

// next reads a frame: an event, or the reply to an operation. ok is false at the end of
// the connection.
func (rc *realConn) next(op zk.Op) (e zk.Event, hdr zk.Header, reply zk.Reply, ok bool) {
	rc.t.Helper()
	frame, err := wire.ReadFrame(rc, 16<<20)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return e, hdr, nil, false
	}
	if err != nil {
		rc.t.Fatal(err)
	}
	if hdr, err = wire.DecodeHeader(frame); err != nil {
		rc.t.Fatal(err)
	}
	if hdr.Xid == zk.XidEvent {
		e, err = wire.DecodeEvent(frame)
	} else {
		hdr, reply, err = wire.DecodeReply(frame, op)
	}
	if err != nil {
		rc.t.Fatal(err)
	}
	return e, hdr, reply, true
}

// ask sends a request and reads up to its reply.
func (rc *realConn) ask(xid int32, r zk.Request) (events []zk.Event, hdr zk.Header, reply zk.Reply, ok bool) {
	rc.t.Helper()
	rc.send(wire.AppendRequest(nil, xid, r))
	for {
		e, hdr, reply, ok := rc.next(r.Op())
		if !ok || hdr.Xid != zk.XidEvent {
			return events, hdr, reply, ok
		}
		events = append(events, e)
	}
}
