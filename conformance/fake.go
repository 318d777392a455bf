package conformance

import (
	"encoding/binary"
	"errors"

	"lockstep/fakezk/zkcore"
	"lockstep/zk"
	"lockstep/zk/wire"
)

// fakeServer is a core with connections: bytes in, frames out.
type fakeServer struct {
	core  *zkcore.Core
	conns []*fakeConn
	of    map[int64]*fakeConn // the connection of a session
	base  int64
}

type fakeConn struct {
	greeted bool
	session int64
	closed  bool
	out     [][]byte // not fetched yet
}

func newFake() *fakeServer {
	f := &fakeServer{core: zkcore.New(zkcore.Options{ServerID: 1, Tick: tick}), of: map[int64]*fakeConn{}}
	setUp, _ := f.core.Connect(0, &zk.ConnectRequest{})
	h, _, _ := f.core.Request(0, setUp.Session, 1, zk.NewCreate(Root, nil, zk.Persistent, nil, 0), f)
	f.base = h.Zxid
	return f
}

func (f *fakeServer) origin() int64 { return f.base }

func (f *fakeServer) dial(stream []byte, last final) (int, received, error) {
	c := &fakeConn{}
	f.conns = append(f.conns, c)
	id := len(f.conns) - 1
	r, err := f.ask(id, stream, last)
	return id, r, err
}

func (f *fakeServer) ask(conn int, stream []byte, _ final) (received, error) {
	c := f.conns[conn]
	for len(stream) >= 4 && !c.closed {
		size := int32(binary.BigEndian.Uint32(stream))
		stream = stream[4:]
		if size < 0 || size > wire.MaxFrame {
			f.hangUp(c)
			break
		}
		if int(size) > len(stream) {
			break // the rest never comes
		}
		f.receive(c, stream[:size])
		stream = stream[size:]
	}
	return c.fetch(), nil
}

// fetch gives what a connection received since the last time.
func (c *fakeConn) fetch() received {
	r := received{c.out, c.closed}
	c.out = nil
	return r
}

func (f *fakeServer) flush(conns []int) ([]received, error) {
	all := make([]received, len(conns))
	for i, conn := range conns {
		all[i], _ = f.ask(conn, barrier, nil)
	}
	return all, nil
}

func (f *fakeServer) cut(conn int) error {
	f.hangUp(f.conns[conn])
	return nil
}

func (f *fakeServer) expire(session int64, conn int) (received, error) {
	f.core.End(0, session, f)
	if conn == noConn {
		return received{}, nil
	}
	c := f.conns[conn]
	f.hangUp(c)
	return c.fetch(), nil
}

func (f *fakeServer) late() bool { return false }

func (f *fakeServer) forget(int64) {}

func (f *fakeServer) close() error { return nil }

// hangUp closes a connection.
func (f *fakeServer) hangUp(c *fakeConn) {
	c.closed = true
	if f.of[c.session] == c {
		f.core.Disconnect(c.session)
		delete(f.of, c.session)
	}
}

func (f *fakeServer) receive(c *fakeConn, body []byte) {
	if !c.greeted {
		f.greet(c, body)
		return
	}
	xid, r, err := wire.DecodeRequest(body)
	var broken *wire.RequestError
	switch {
	case errors.As(err, &broken):
		r = &zk.UnknownRequest{Code: broken.Op}
	case err != nil:
		f.hangUp(c)
		return
	}
	hdr, reply, next := f.core.Request(0, c.session, xid, r, f)
	switch next {
	case zkcore.Keep:
		c.out = append(c.out, wire.AppendReply(nil, hdr, reply))
	case zkcore.Close:
		c.out = append(c.out, wire.AppendReply(nil, hdr, reply))
		f.hangUp(c)
	case zkcore.Drop:
		f.hangUp(c)
	case zkcore.Greet:
		greeting := f.core.Greeting(c.session)
		c.out = append(c.out, wire.AppendConnectReply(nil, &greeting))
	}
}

func (f *fakeServer) greet(c *fakeConn, body []byte) {
	r, err := wire.DecodeConnectRequest(body)
	if err != nil {
		f.hangUp(c)
		return
	}
	c.greeted = true
	reply, verdict := f.core.Connect(0, r)
	if old := f.of[r.Session]; verdict.Kick && old != nil {
		old.closed = true
		delete(f.of, r.Session)
	}
	if verdict.Outcome == zkcore.Refused {
		f.hangUp(c)
		return
	}
	c.out = append(c.out, wire.AppendConnectReply(nil, &reply))
	if reply.Session == 0 {
		f.hangUp(c)
		return
	}
	c.session = reply.Session
	f.of[c.session] = c
}

// Event sends a watch's event: the core's Sink.
func (f *fakeServer) Event(session int64, e zk.Event) {
	if c := f.of[session]; c != nil {
		c.out = append(c.out, wire.AppendEvent(nil, e))
	}
}

// Expiring is of no interest here.
func (f *fakeServer) Expiring(int64) {}
