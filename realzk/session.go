package realzk

import (
	"errors"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// session is a process's session as the servers have it, as far as that can be known.
type session struct {
	w        *World
	id       int64
	password [16]byte
	m        *member
	conn     *conn // the newest that it has had
	timeout  time.Duration
	heard    time.Time // when the last frame was passed to a server
	event    int       // that frame's arrival, −1
	seized   bool      // it is being ended by force, because of
	fault    int       // this event
	over     bool
	expired  int // the event of its expiry, −1
}

// welcome notes that a server has opened or resumed a session.
func (w *World) welcome(x *conn, r *zk.ConnectReply) *session {
	s := w.sessions[r.Session]
	if s == nil {
		s = &session{w: w, id: r.Session, m: x.m, expired: -1}
		w.sessions[r.Session] = s
	}
	s.conn, s.password = x, r.Password
	s.timeout = time.Duration(r.Timeout) * time.Millisecond
	w.timeout = max(w.timeout, s.timeout)
	s.touch(x.opening)
	return s
}

// touch notes that a server is about to hear of the session.
func (s *session) touch(event int) {
	if s.over {
		return
	}
	s.heard, s.event = time.Now(), event
	s.show(trace.SessionOpen)
}

// show puts the session into the trace. Its end comes within a tick after the timeout: when
// exactly, only the server's clock tells, so the latest moment is shown.
func (s *session) show(state trace.SessionState) {
	now := trace.Session{State: state, Client: s.m.node, Timeout: int32(s.timeout.Milliseconds())}
	if state == trace.SessionOpen {
		now.Deadline = s.w.now().Add(s.timeout + s.w.tick)
	}
	id := s.id
	s.w.change(func(t *trace.Trace) { t.SetSession(id, now) })
}

// close notes that the client has ended the session, by a transaction that also deleted its
// ephemerals.
func (s *session) close(zxid int64, cause int) {
	if s.over {
		return
	}
	s.over = true
	s.show(trace.SessionEnded)
	for _, path := range s.w.tree.ownedBy(s.id) {
		s.w.tree.deleted(path, zxid, cause)
	}
}

// silent reports whether nothing was heard of the session for so long that it may have
// expired.
func (s *session) silent() bool { return time.Since(s.heard) >= s.timeout }

// expire notes that a server has ended the session: because it had heard nothing since
// s.event, or by force. The transaction is 0 if it is not known. It gives the event.
func (s *session) expire(zxid int64) int {
	if s.over {
		return -1
	}
	s.over = true
	cause := s.event
	if s.seized {
		cause = s.fault
	}
	n := s.w.add(trace.Event{Kind: trace.Expired, Node: s.conn.node(), Peer: s.m.node, Cause: cause, Inferred: true})
	s.expired = n
	s.show(trace.SessionTimeout)
	for _, path := range s.w.tree.ownedBy(s.id) {
		s.w.tree.deleted(path, zxid, n)
		s.w.observer.refresh(zk.Parent(path))
	}
	return n
}

// connectionEnded handles that the server has closed the session's connection: if nothing was
// heard for the whole timeout, it has expired.
func (s *session) connectionEnded() {
	if s.silent() && !s.seized {
		s.expire(0)
	}
}

// haunt waits for the end of a session to which nobody will come back: its process has
// crashed, or has closed it when nobody could be told. If it has ephemerals, their end is
// seen; if not, the server is asked, once the time is up, whether it still knows the session.
func (w *World) haunt(s *session) {
	if s == nil || s.over {
		return
	}
	wait := time.Until(s.heard) + s.timeout + w.tick + w.tick/4
	w.running.Add(1)
	go func() {
		defer w.running.Done()
		for {
			select {
			case <-time.After(wait):
			case <-w.ctx.Done():
				return
			}
			w.mu.Lock()
			done := s.over || len(w.tree.ownedBy(s.id)) > 0 || s.conn.farOpen
			req := zk.ConnectRequest{Timeout: int32(s.timeout.Milliseconds()), Session: s.id, Password: s.password}
			addr := w.servers[s.conn.server].addr
			w.mu.Unlock()
			if done {
				return
			}
			r, err := dialRaw(w.ctx, addr, req, nil)
			if err == nil { // it lives, and the question has given it another timeout
				r.hangUp()
			}
			if errors.Is(err, errSessionUnknown) {
				w.mu.Lock()
				s.expire(0)
				w.mu.Unlock()
				return
			}
			wait = s.timeout + w.tick + w.tick/4
		}
	}()
}
