package conformance

import (
	"errors"
	"fmt"

	"lockstep/zk"
)

// Sequence takes steps on two servers and compares what they say.
type Sequence struct {
	sides   [2]side // the real server and the fake
	clients [Clients]client
	sent    int   // requests
	history []row // of all steps so far

	flushed [2]int64 // the zxids at the last flush
}

// side is one of the servers with what is known of it.
type side struct {
	server
	lens lens
	zxid int64 // the last that a reply told
}

// client is a client with its session, the same on both sides.
type client struct {
	sessions [2]zk.ConnectReply // what to come back with; of a session that may have ended
	had      bool               // whether it ever had a session
	alive    bool               // whether the session lives
	conn     int                // or noConn
}

// ErrDisagree says that the servers have answered the last step differently.
var ErrDisagree = errors.New("the servers disagree")

// ErrLate says that the machine stood still for so long that a session may have expired on the
// real server for no other reason. The sequence says nothing.
var ErrLate = errors.New("conformance: a session may have expired because the machine stood still")

// NewSequence begins a sequence. Close must be called at its end.
func (r *Real) NewSequence() (*Sequence, error) {
	real, err := r.begin()
	if err != nil {
		return nil, err
	}
	return newSequence(real, newFake()), nil
}

func newSequence(real, fake server) *Sequence {
	s := &Sequence{}
	for i, server := range []server{real, fake} {
		s.sides[i] = side{server, lens{server.origin(), map[int64]int64{}}, server.origin()}
	}
	for i := range s.clients {
		s.clients[i].conn = noConn
	}
	return s
}

// Close ends the sequence. The error is the real server's.
func (s *Sequence) Close() error { return errors.Join(s.sides[0].close(), s.sides[1].close()) }

// Sent is the number of requests that were sent to each server, connecting included, and those
// not counted that only make sure that all is answered.
func (s *Sequence) Sent() int { return s.sent }

// Take takes a step. The error is [ErrDisagree], or [ErrLate], or what else keeps the servers
// from being compared. Nothing can be taken after an error.
func (s *Sequence) Take(step Step) error {
	err := step.take(s)
	switch {
	case err != nil:
		s.history = append(s.history, row{client: stranger, step: step, failed: err})
	case s.differ():
		err = ErrDisagree
	default:
		return nil
	}
	if s.sides[0].late() || s.sides[1].late() {
		return ErrLate
	}
	return err
}

func (s *Sequence) differ() bool { return len(s.history) > 0 && s.history[len(s.history)-1].differs }

// find gives the first client from one on that suits, or -1.
func (s *Sequence) find(from int, suits func(c *client) bool) int {
	for i := range Clients {
		if k := (from + i) % Clients; suits(&s.clients[k]) {
			return k
		}
	}
	return -1
}

func connected(c *client) bool { return c.conn != noConn }

// compare makes a row of what the two sides of a connection have received. A step of nil is what
// others hear of; it makes no row if it is the same and nothing.
func (s *Sequence) compare(k int, step fmt.Stringer, got [2]received, requests []request, greets bool) row {
	r := row{client: k, step: step}
	for i := range s.sides {
		r.hear(&s.sides[i], i, got[i], requests, greets)
	}
	r.judge()
	if step != nil || r.differs || len(r.answers[0]) > 0 {
		s.history = append(s.history, r)
	}
	return r
}

// flush compares what the other connections have received. Nothing can have come if no
// transaction took place and no connection ended, so most reads cost nothing here.
func (s *Sequence) flush(but int, ended bool) error {
	now := [2]int64{s.sides[0].zxid, s.sides[1].zxid}
	if s.differ() || now == s.flushed && !ended {
		return nil
	}
	s.flushed = now
	var who, conns []int
	for k := range s.clients {
		if c := &s.clients[k]; c.conn != noConn && k != but {
			who = append(who, k)
			conns = append(conns, c.conn)
		}
	}
	var got [2][]received
	for i := range s.sides {
		var err error
		if got[i], err = s.sides[i].flush(conns); err != nil {
			return err
		}
	}
	for i, k := range who {
		row := s.compare(k, nil, [2]received{got[0][i], got[1][i]}, nil, false)
		if row.closed {
			s.clients[k].conn = noConn
		}
		if row.differs {
			return nil
		}
	}
	return nil
}
