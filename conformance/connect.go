package conformance

import (
	"lockstep/zk"
	"lockstep/zk/wire"
)

func (o Open) take(s *Sequence) error {
	k := s.find(0, func(c *client) bool { return !c.alive })
	if k < 0 {
		return nil
	}
	return s.dial(k, o, o.Requests, func(int) []byte { return new(client).hello(0, longTimeout, zeros, nothing, 0) })
}

func (r Return) take(s *Sequence) error {
	k := s.find(r.Client, func(c *client) bool { return c.had })
	if k < 0 {
		return nil
	}
	return s.dial(k, r, r.Requests, func(i int) []byte {
		return s.clients[k].hello(i, longTimeout, r.Password, r.Seen, s.sides[i].zxid)
	})
}

func (r Stray) take(s *Sequence) error {
	var got [2]received
	for i := range s.sides {
		var err error
		if _, got[i], err = s.sides[i].dial(append(wire.AppendFrame(nil, r.Hello), barrier...), closing(nil)); err != nil {
			return err
		}
	}
	s.sent++
	s.compare(stranger, r, got, nil, true)
	return s.flush(stranger, true)
}

func (c Cut) take(s *Sequence) error {
	k := s.find(c.Client, connected)
	if k < 0 {
		return nil
	}
	s.sent++
	for i := range s.sides {
		if err := s.sides[i].cut(s.clients[k].conn); err != nil {
			return err
		}
	}
	s.clients[k].conn = noConn
	s.history = append(s.history, row{client: k, step: c})
	return s.flush(k, true)
}

const (
	longTimeout  = 20 * tick
	shortTimeout = 1 // becomes two ticks
)

// dial connects as a client on both sides and compares. hello makes the first frame.
func (s *Sequence) dial(k int, step Step, requests []request, hello func(i int) []byte) error {
	c := &s.clients[k]
	s.sent += 1 + len(requests)
	var got [2]received
	var conn int
	for i := range s.sides {
		side := &s.sides[i]
		stream := append(append(hello(i), frames(requests, side)...), barrier...)
		var err error
		if conn, got[i], err = side.dial(stream, closing(requests)); err != nil {
			return err
		}
	}
	old := c.conn
	row := s.compare(k, step, got, requests, true)
	if row.differs {
		return nil
	}
	if row.greeted[0].Session != 0 {
		c.sessions, c.had, c.alive, c.conn = row.greeted, true, true, conn
		if row.closed {
			s.hungUp(c, row.ended)
		}
	}
	if old != noConn {
		return s.settle(k, old)
	}
	return s.flush(k, true)
}

// settle sees what became of the connection that a client had before it came again.
func (s *Sequence) settle(k, old int) error {
	c := &s.clients[k]
	var got [2]received
	for i := range s.sides {
		all, err := s.sides[i].flush([]int{old})
		if err != nil {
			return err
		}
		got[i] = all[0]
	}
	row := s.compare(k, note("the connection before"), got, nil, false)
	if row.closed && c.conn == old {
		c.conn = noConn
	}
	return s.flush(k, true)
}

// hello makes a connect request of a client for a side.
func (c *client) hello(i int, timeout int32, p password, z seen, zxid int64) []byte {
	r := &zk.ConnectRequest{Timeout: timeout, Session: c.sessions[i].Session, Password: c.sessions[i].Password}
	switch z {
	case everything:
		r.LastZxid = zxid
	case future:
		r.LastZxid = zxid + 1000
	}
	switch p {
	case wrong:
		r.Password[3] ^= 0x55
	case zeros:
		r.Password = [16]byte{}
	}
	body := wire.AppendConnectRequest(nil, r)
	const at = 4 + 8 + 4 + 8 // of the password
	switch p {
	case short:
		body = append(append(append(body[:at:at], be(3)...), "abc"...), 0)
	case none:
		body = append(append(body[:at:at], be(-1)...), 0)
	}
	return wire.AppendFrame(nil, body)
}
