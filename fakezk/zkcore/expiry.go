package zkcore

import "slices"

// bucket is the sessions that expire at one tick (ExpiryQueue): a list through
// session.next. A session's deadline is rounded up to a tick, so that most packets leave
// it in its bucket, and there are hardly more buckets than the largest timeout has ticks.
type bucket struct {
	deadline int64
	first    int32
}

// deadline is when a session expires that was last heard of at now: at the end of the
// tick in which its timeout ends, so after more than the timeout and at most a tick more.
func (ss *sessions) deadline(now int64, timeout int32) int64 {
	return ((now+int64(timeout))/ss.tick + 1) * ss.tick
}

// schedule puts a session that is in no bucket into one.
func (ss *sessions) schedule(pos int32, deadline int64) {
	i, ok := ss.bucket(deadline)
	if !ok {
		ss.buckets = slices.Insert(ss.buckets, i, bucket{deadline, none})
	}
	b := &ss.buckets[i]
	s := &ss.all[pos]
	s.deadline, s.next, s.prev = deadline, b.first, none
	if b.first != none {
		ss.all[b.first].prev = pos
	}
	b.first = pos
}

// bucket finds a deadline from the end, where the new ones are.
func (ss *sessions) bucket(deadline int64) (i int, ok bool) {
	for i = len(ss.buckets); i > 0 && ss.buckets[i-1].deadline >= deadline; i-- {
	}
	return i, i < len(ss.buckets) && ss.buckets[i].deadline == deadline
}

func (ss *sessions) unschedule(pos int32) {
	s := &ss.all[pos]
	if s.next != none {
		ss.all[s.next].prev = s.prev
	}
	if s.prev != none {
		ss.all[s.prev].next = s.next
		return
	}
	i, ok := ss.bucket(s.deadline)
	if !ok || ss.buckets[i].first != pos {
		return // it was in none
	}
	ss.buckets[i].first = s.next
	if s.next == none {
		ss.buckets = slices.Delete(ss.buckets, i, i+1)
	}
}

// Touch tells that a packet of a session has come. [Core.Request] and [Core.Connect] do
// it themselves, for all but an auth packet: those do not keep a session alive.
func (c *Core) Touch(now, session int64) {
	if pos := c.sessions.find(session); pos != none {
		c.touch(now, pos)
	}
}

func (c *Core) touch(now int64, pos int32) {
	s := &c.sessions.all[pos]
	if left := s.deadline - now - int64(s.timeout); left > 0 && left <= c.sessions.tick || s.closing {
		return // in its bucket already
	}
	c.sessions.unschedule(pos)
	c.sessions.schedule(pos, c.sessions.deadline(now, s.timeout))
	if c.observer != nil {
		c.observer.SessionMoved(s.id, s.deadline)
	}
}

// Deadline tells when a session will expire if nothing more is heard of it, or 0 if there
// is no such session.
func (c *Core) Deadline(session int64) int64 {
	if pos := c.sessions.find(session); pos != none {
		return c.sessions.all[pos].deadline
	}
	return 0
}

// NextExpiry tells the earliest deadline of all sessions, if there is a session.
func (c *Core) NextExpiry() (int64, bool) {
	if len(c.sessions.buckets) == 0 {
		return 0, false
	}
	return c.sessions.buckets[0].deadline, true
}

// Expire ends every session whose deadline has come, in the order of deadlines and ids,
// each in a transaction of its own. It gives their ids: their connections must be closed,
// after the events that out was told of. (A session sees by its own watches how its
// ephemerals go, if it has a connection that still works.)
func (c *Core) Expire(now int64, out Sink) []int64 {
	var expired []int64
	for len(c.sessions.buckets) > 0 && c.sessions.buckets[0].deadline <= now {
		c.scratch = c.scratch[:0]
		for pos := c.sessions.buckets[0].first; pos != none; pos = c.sessions.all[pos].next {
			c.scratch = append(c.scratch, pos)
		}
		c.sessions.sortByID(c.scratch)
		for _, pos := range c.scratch {
			id := c.sessions.all[pos].id
			expired = append(expired, id)
			c.End(now, id, out)
		}
	}
	return expired
}

// End ends a session as if its time were over. It reports whether there was such a session.
func (c *Core) End(now, session int64, out Sink) bool {
	if c.sessions.find(session) == none {
		return false
	}
	if out != nil {
		out.Expiring(session)
	}
	c.begin(&c.txn, now, session)
	c.prepareClose(&c.txn)
	c.Apply(&c.txn, out, false)
	if c.observer != nil {
		c.observer.SessionEnded(session, true)
	}
	return true
}
