package conformance

func (e Expire) take(s *Sequence) error {
	k := s.find(e.Client, func(c *client) bool { return c.alive })
	if k < 0 {
		return nil
	}
	err := s.dial(k, e, e.Requests, func(i int) []byte {
		return s.clients[k].hello(i, shortTimeout, right, everything, s.sides[i].zxid)
	})
	c := &s.clients[k]
	if err != nil || s.differ() || c.conn == noConn {
		return err
	}
	if e.Gone {
		for i := range s.sides {
			if err := s.sides[i].cut(c.conn); err != nil {
				return err
			}
		}
		c.conn = noConn
	}
	var got [2]received
	for i := range s.sides {
		if got[i], err = s.sides[i].expire(c.sessions[i].Session, c.conn); err != nil {
			return err
		}
	}
	// Its own last events race with the end of the connection: the real server loses some.
	if n := len(got[0].frames); n < len(got[1].frames) {
		got[1].frames = got[1].frames[:n]
	}
	c.alive, c.conn = false, noConn
	s.compare(k, note("expired"), got, nil, false)
	return s.flush(k, true)
}
