package conformance

import (
	"errors"
	"fmt"
	"time"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// realSession is what must be known of a session to keep it alive while it has no connection.
type realSession struct {
	id       int64
	password [16]byte
	timeout  time.Duration
	heard    time.Time // the server has heard of it then or later
	conn     *realConn // nil while it has none
}

// greeted notes the session that a connection has, if the server gave it one.
func (s *realServer) greeted(c *realConn, asked time.Time, got received) {
	if len(got.frames) == 0 {
		return
	}
	reply, err := wire.DecodeConnectReply(got.frames[0])
	if err != nil || reply.Session == 0 {
		return
	}
	session := s.sessions[reply.Session]
	if session == nil {
		session = &realSession{id: reply.Session, password: reply.Password}
		s.sessions[reply.Session] = session
	}
	session.timeout = time.Duration(reply.Timeout) * time.Millisecond
	session.heard = asked
	c.session = session
	if !got.closed {
		session.conn = c
	}
}

// keepAlive lets the server hear of the sessions that have no connection. Nobody can see that.
func (s *realServer) keepAlive() error {
	const often = 20 * tick / 4 * time.Millisecond
	for _, session := range s.sessions {
		if session.conn == nil && session.timeout > often && time.Since(session.heard) > often {
			if err := s.visit(session, nil); err != nil {
				return err
			}
		}
	}
	if s.observer.session.heard.Add(often).Before(time.Now()) {
		_, err := s.zxid()
		return err
	}
	return nil
}

// visit connects as a session, sends frames, and drops the connection.
func (s *realServer) visit(session *realSession, frames []byte) error {
	hello := wire.AppendFrame(nil, wire.AppendConnectRequest(nil, &zk.ConnectRequest{
		Session: session.id, Password: session.password, Timeout: int32(session.timeout.Milliseconds())}))
	conn, _, err := s.dial(append(append(hello, frames...), barrier...), never)
	if err != nil {
		return err
	}
	c := s.conns[conn]
	s.conns = s.conns[:conn]
	return s.drop(c)
}

func (s *realServer) late() bool {
	for _, session := range s.sessions {
		if time.Since(session.heard) >= session.timeout {
			return true
		}
	}
	return false
}

func (s *realServer) forget(session int64) { delete(s.sessions, session) }

func (s *realServer) zxid() (int64, error) {
	r, err := s.collect(s.observer, barrier, never, time.Now())
	if err != nil {
		return 0, err
	}
	if r.closed {
		return 0, errors.New("conformance: the real server has closed the observing connection")
	}
	hdr, err := wire.DecodeHeader(r.frames[len(r.frames)-1])
	return hdr.Zxid, err
}

// expire waits for the transaction that ends the session.
func (s *realServer) expire(session int64, conn int) (received, error) {
	defer delete(s.sessions, session)
	before := s.last // and not what it is now: that may be too late already
	for until := time.Now().Add(answerWithin); ; {
		now, err := s.zxid()
		if err != nil {
			return received{}, err
		}
		if now > before {
			break
		}
		if time.Now().After(until) {
			return received{}, fmt.Errorf("conformance: a session did not expire within %v", answerWithin)
		}
		time.Sleep(2 * time.Millisecond)
	}
	if conn == noConn {
		return received{}, nil
	}
	c := s.conns[conn]
	c.SetDeadline(time.Now().Add(answerWithin))
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
	}
}

// close ends all sessions, so that none expires in the next sequence.
func (s *realServer) close() error {
	bye := wire.AppendFrame(nil, wire.AppendRequest(nil, 1, &zk.CloseRequest{}))
	var first error
	for _, session := range s.sessions {
		var err error
		if session.conn != nil {
			conn := session.conn
			_, err = s.collect(conn, append(bye[:len(bye):len(bye)], barrier...), never, time.Now())
			conn.Close()
		} else {
			err = s.visit(session, bye)
		}
		if first == nil {
			first = err
		}
	}
	for _, c := range s.conns {
		c.Close()
	}
	return first
}
