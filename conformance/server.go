package conformance

import (
	"lockstep/zk"
	"lockstep/zk/wire"
)

// server is one of the two, for one sequence. Its connections are numbered from 0 in the order
// in which they are dialled. What goes in and comes out are frames that call the sequence's
// znode Root. An error means that there is no server to compare with.
type server interface {
	// origin is the zxid that made Root.
	origin() int64
	// dial opens a connection and asks on it. The first frame asks for a session.
	dial(stream []byte, last final) (conn int, r received, err error)
	// ask sends frames, of which the last is the barrier, and gives all that the connection
	// received up to the barrier's reply or its end.
	ask(conn int, stream []byte, last final) (received, error)
	// flush sends a barrier on connections and gives what they received.
	flush(conns []int) ([]received, error)
	// cut closes a connection from the client's end, and returns when the server knows.
	cut(conn int) error
	// expire returns when a session has ended because its client was silent. conn is its
	// connection, or noConn.
	expire(session int64, conn int) (received, error)
	// late reports whether a session may have expired because the machine stood still.
	late() bool
	// forget tells that a session has ended at its client's wish.
	forget(session int64)
	// close ends the sequence and its sessions.
	close() error
}

const noConn = -1

// final reports whether a frame is the last before the server closes the connection. What comes
// behind it depends on how quick the real server is, and is left out.
type final func(frame []byte) bool

// received is what a connection received, as bodies of frames, and whether it ended then.
type received struct {
	frames [][]byte
	closed bool
}

// tick is both servers' unit of time in milliseconds. It makes expiries quick: sessions time
// out after 200 ms to 2 s.
const tick = 100

// barrierXid is the xid of a request that shows by its reply that all before it are answered,
// and who the connection speaks for.
const barrierXid int32 = 0x7fffff00

var barrier = wire.AppendFrame(nil, wire.AppendRequest(nil, barrierXid, &zk.WhoAmIRequest{}))

func barrierReply(frame []byte) (zk.Header, bool) {
	hdr, err := wire.DecodeHeader(frame)
	return hdr, err == nil && hdr.Xid == barrierXid
}
