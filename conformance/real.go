package conformance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// Real is a real server at an address, which takes one sequence after the other. It must serve
// nobody else, have a tick of 100 ms and never sweep.
type Real struct {
	addr      string
	sequences int
}

// NewReal is for a server that has not been used with another Real.
func NewReal(addr string) *Real { return &Real{addr: addr} }

const (
	// answerWithin bounds every wait for the server.
	answerWithin = 10 * time.Second
	// maxReply bounds one frame of the server's.
	maxReply = 4 << 20
)

// realServer is the real server during one sequence.
type realServer struct {
	addr     string
	name     []byte // what Root is called there
	base     int64
	conns    []*realConn
	sessions map[int64]*realSession // those that live
	observer *realConn              // asks for zxids
	last     int64                  // the largest zxid heard of
}

type realConn struct {
	net.Conn
	in      *bufio.Reader
	session *realSession // nil before it has one
	closed  bool
}

// begin makes a new root and gives the server as the sequence sees it.
func (r *Real) begin() (*realServer, error) {
	r.sequences++
	s := &realServer{addr: r.addr, name: rootNumber(r.sequences), sessions: map[int64]*realSession{}}
	hello := wire.AppendFrame(nil, wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: longTimeout}))
	id, _, err := s.dial(append(hello, barrier...), never)
	if err != nil {
		return nil, err
	}
	s.observer = s.conns[id]
	s.conns = nil
	got, err := s.exchange(s.observer, wire.AppendRequest(nil, 1, zk.NewCreate(Root, nil, zk.Persistent, nil, 0)))
	if err != nil {
		return nil, err
	}
	if len(got.frames) == 0 {
		return nil, errors.New("conformance: no answer to the first create")
	}
	hdr, err := wire.DecodeHeader(got.frames[0])
	if err != nil || hdr.Err != zk.OK {
		return nil, fmt.Errorf("conformance: making %s: %v %v", s.name, hdr.Err, err)
	}
	s.base = hdr.Zxid
	return s, nil
}

func (s *realServer) origin() int64 { return s.base }

func (s *realServer) dial(stream []byte, last final) (int, received, error) {
	nc, err := net.DialTimeout("tcp", s.addr, answerWithin)
	if err != nil {
		return noConn, received{}, fmt.Errorf("conformance: the real server is gone: %w", err)
	}
	c := &realConn{Conn: nc, in: bufio.NewReader(nc)}
	s.conns = append(s.conns, c)
	asked := time.Now()
	got, err := s.collect(c, stream, last, asked)
	if err != nil {
		return noConn, received{}, err
	}
	s.greeted(c, asked, got)
	return len(s.conns) - 1, got, nil
}

func (s *realServer) send(c *realConn, stream []byte) error {
	if c.closed {
		return nil
	}
	c.SetDeadline(time.Now().Add(answerWithin))
	if _, err := c.Write(rename(stream, []byte(Root), s.name)); err != nil && !ended(err) {
		return fmt.Errorf("conformance: writing to the real server: %w", err)
	}
	return nil
}

// collect sends a stream and reads up to the barrier's reply, or to the end.
func (s *realServer) collect(c *realConn, stream []byte, last final, asked time.Time) (received, error) {
	if err := s.send(c, stream); err != nil {
		return received{}, err
	}
	var r received
	for {
		frame, err := s.next(c)
		if err != nil {
			return r, err
		}
		if frame == nil {
			r.closed = true
			return r, nil
		}
		r.frames = append(r.frames, frame)
		if last(frame) {
			r.closed = true
			return r, s.drop(c)
		}
		if hdr, ok := barrierReply(frame); ok {
			s.last = max(s.last, hdr.Zxid)
			if c.session != nil {
				c.session.heard = asked
			}
			return r, nil
		}
	}
}

// next reads a frame; nil is the end of the connection.
func (s *realServer) next(c *realConn) ([]byte, error) {
	if c.closed {
		return nil, nil
	}
	frame, err := wire.ReadFrame(c.in, maxReply)
	if err == nil {
		return rename(frame, s.name, []byte(Root)), nil
	}
	if !ended(err) {
		return nil, fmt.Errorf("conformance: reading from the real server: %w", err)
	}
	s.gone(c)
	return nil, nil
}

func ended(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// gone notes that a connection has ended.
func (s *realServer) gone(c *realConn) {
	c.closed = true
	c.Close()
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
	}
}

func (s *realServer) exchange(c *realConn, body []byte) (received, error) {
	return s.collect(c, append(wire.AppendFrame(nil, body), barrier...), never, time.Now())
}

func never([]byte) bool { return false }

func (s *realServer) ask(conn int, stream []byte, last final) (received, error) {
	if err := s.keepAlive(); err != nil {
		return received{}, err
	}
	return s.collect(s.conns[conn], stream, last, time.Now())
}

func (s *realServer) flush(conns []int) ([]received, error) {
	asked := time.Now()
	for _, conn := range conns { // all at once, to wait once
		if err := s.send(s.conns[conn], barrier); err != nil {
			return nil, err
		}
	}
	all := make([]received, len(conns))
	for i, conn := range conns {
		r, err := s.collect(s.conns[conn], nil, never, asked)
		if err != nil {
			return nil, err
		}
		all[i] = r
	}
	return all, nil
}

// cut closes the sending half: the server sees the end, forgets the connection with all its
// watches, and closes its own half last.
func (s *realServer) cut(conn int) error { return s.drop(s.conns[conn]) }

func (s *realServer) drop(c *realConn) error {
	c.SetDeadline(time.Now().Add(answerWithin))
	if half, ok := c.Conn.(*net.TCPConn); ok && !c.closed {
		half.CloseWrite() // an error means that it has ended already
	}
	for {
		if frame, err := s.next(c); frame == nil || err != nil {
			return err
		}
	}
}
