package wire

import "lockstep/zk"

// AppendConnectRequest appends the body of a connection's first frame.
func AppendConnectRequest(dst []byte, r *zk.ConnectRequest) []byte {
	dst = appendInt32(dst, r.Protocol)
	dst = appendInt64(dst, r.LastZxid)
	dst = appendInt32(dst, r.Timeout)
	dst = appendInt64(dst, r.Session)
	dst = appendBuffer(dst, r.Password[:])
	return appendReadOnly(dst, r.ReadOnly, r.NoReadOnly)
}

// DecodeConnectRequest reads the body of a connection's first frame.
func DecodeConnectRequest(body []byte) (*zk.ConnectRequest, error) {
	d := decoder{record: "connect request", body: body}
	r := &zk.ConnectRequest{
		Protocol: d.int32("protocol version"),
		LastZxid: d.int64("last zxid seen"),
		Timeout:  d.int32("timeout"),
		Session:  d.int64("session id"),
		Password: d.password(),
	}
	r.ReadOnly, r.NoReadOnly = d.readOnly()
	if d.err != nil {
		return nil, d.err
	}
	return r, nil
}

// AppendConnectReply appends the body of a server's first frame.
func AppendConnectReply(dst []byte, r *zk.ConnectReply) []byte {
	dst = appendInt32(dst, r.Protocol)
	dst = appendInt32(dst, r.Timeout)
	dst = appendInt64(dst, r.Session)
	dst = appendBuffer(dst, r.Password[:])
	return appendReadOnly(dst, r.ReadOnly, r.NoReadOnly)
}

// DecodeConnectReply reads the body of a server's first frame.
func DecodeConnectReply(body []byte) (*zk.ConnectReply, error) {
	d := decoder{record: "connect reply", body: body}
	r := &zk.ConnectReply{
		Protocol: d.int32("protocol version"),
		Timeout:  d.int32("timeout"),
		Session:  d.int64("session id"),
		Password: d.password(),
	}
	r.ReadOnly, r.NoReadOnly = d.readOnly()
	if d.err != nil {
		return nil, d.err
	}
	return r, nil
}

// password reads a session password. One that is not 16 bytes long cannot be a session's,
// and servers never compare what comes with session 0, so it reads as zeros, which no
// server hands out.
func (d *decoder) password() (p [16]byte) {
	if b := d.buffer("password"); len(b) == len(p) {
		copy(p[:], b)
	}
	return p
}

// The read-only byte came with ZooKeeper 3.4 at the end of both records: peers that
// are older neither send nor expect it.
func (d *decoder) readOnly() (readOnly, absent bool) {
	if d.left() == 0 {
		return false, true
	}
	return d.bool("read-only"), false
}

func appendReadOnly(dst []byte, readOnly, absent bool) []byte {
	if absent {
		return dst
	}
	return appendBool(dst, readOnly)
}
