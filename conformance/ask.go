package conformance

import (
	"bytes"

	"lockstep/zk"
	"lockstep/zk/wire"
)

func (a Ask) take(s *Sequence) error {
	if s.find(0, connected) < 0 {
		if err := s.connect(a.Client); err != nil || s.differ() {
			return err
		}
	}
	k := s.find(a.Client, connected)
	if k < 0 {
		return nil
	}
	return s.ask(k, a, a.Requests, func(side *side) []byte {
		return append(frames(a.Requests, side), barrier...)
	})
}

// connect lets a client return whose session lives, or open one.
func (s *Sequence) connect(from int) error {
	k := s.find(from, func(c *client) bool { return c.alive })
	if k < 0 {
		return Open{}.take(s)
	}
	return Return{k, right, everything, nil}.take(s)
}

func (r Raw) take(s *Sequence) error {
	k := s.find(r.Client, connected)
	if k < 0 {
		return nil
	}
	return s.ask(k, r, nil, func(*side) []byte { return append(bytes.Clone(r.Bytes), barrier...) })
}

// ask sends a stream on a client's connection and compares what all receive.
func (s *Sequence) ask(k int, step Step, requests []request, stream func(*side) []byte) error {
	c := &s.clients[k]
	s.sent += max(1, len(requests))
	var got [2]received
	for i := range s.sides {
		var err error
		if got[i], err = s.sides[i].ask(c.conn, stream(&s.sides[i]), closing(requests)); err != nil {
			return err
		}
	}
	row := s.compare(k, step, got, requests, false)
	if row.closed {
		s.hungUp(c, row.ended)
	}
	return s.flush(k, row.closed)
}

// frames encodes requests.
func frames(requests []request, side *side) []byte {
	var stream []byte
	for _, r := range requests {
		stream = wire.AppendFrame(stream, r.body(side.zxid, side.origin()))
	}
	return stream
}

var barrierRequest = request{xid: barrierXid, req: &zk.WhoAmIRequest{}}

// closing recognises the reply after which a server closes the connection: to a closeSession,
// an opcode that there is not, or an authentication that fails.
func closing(requests []request) final {
	return func(frame []byte) bool {
		hdr, err := wire.DecodeHeader(frame)
		if err != nil || hdr.Xid == zk.XidEvent {
			return false
		}
		for _, r := range requests {
			if r.xid == hdr.Xid && (hdr.Err == zk.ErrUnimplemented && hdr.Zxid == -1 || hdr.Err == zk.ErrAuthFailed && hdr.Zxid == 0 ||
				hdr.Err == zk.OK && r.req.Op() == zk.OpCloseSession) {
				return true
			}
		}
		return false
	}
}

// hungUp notes that the servers have closed a client's connection, and that its session ended.
func (s *Sequence) hungUp(c *client, ended bool) {
	c.conn = noConn
	if ended {
		c.alive = false
		for i := range s.sides {
			s.sides[i].forget(c.sessions[i].Session)
		}
	}
}
