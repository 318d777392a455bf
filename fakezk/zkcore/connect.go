package zkcore

import "lockstep/zk"

// Outcome is what became of a connect request.
type Outcome uint8

const (
	Opened  Outcome = iota // a new session
	Renewed                // the session goes on, on this connection
	Unknown                // there is no such session: send the reply, which is zeros, then close
	Refused                // the client has seen more than this server: close without a word
)

var outcomeNames = [...]string{"opened", "renewed", "unknown", "refused"}

func (o Outcome) String() string { return outcomeNames[o] }

// Verdict is the answer to a connect request, besides the reply.
type Verdict struct {
	Outcome Outcome
	// Kick says that the asked session has a live connection, which must be closed now. Its
	// watches and identities are gone already, and [Core.Disconnect] must not be called for
	// it any more: that would hit the new connection.
	Kick bool
}

// Connect opens a session, or moves one to a new connection (processConnectRequest).
func (c *Core) Connect(now int64, r *zk.ConnectRequest) (zk.ConnectReply, Verdict) {
	reply := zk.ConnectReply{NoReadOnly: r.NoReadOnly}
	if r.LastZxid > c.applied {
		return reply, Verdict{Outcome: Refused}
	}
	timeout := c.negotiate(r.Timeout)
	if r.Session == 0 {
		c.prepareOpen(&c.txn, now, timeout)
		c.open(&c.txn, now)
		reply.Timeout, reply.Session, reply.Password = timeout, c.txn.Session, c.password(c.txn.Session)
		return reply, Verdict{Outcome: Opened}
	}

	verdict := Verdict{Outcome: Unknown}
	pos := c.sessions.find(r.Session)
	if pos == none {
		return reply, verdict
	}
	// Before it looks at the password: who gives a wrong one still kicks the connection.
	verdict.Kick = c.sessions.all[pos].connected
	c.disconnect(pos)
	s := &c.sessions.all[pos]
	if s.closing || r.Password != c.password(r.Session) {
		return reply, verdict
	}
	s.connected = true
	s.ids = localIdentity
	s.timeout = timeout
	c.touch(now, pos)
	reply.Timeout, reply.Session, reply.Password = timeout, r.Session, r.Password
	verdict.Outcome = Renewed
	return reply, verdict
}

// negotiate clamps a session timeout.
func (c *Core) negotiate(timeout int32) int32 {
	return int32(min(max(int64(timeout), 2*c.options.Tick), 20*c.options.Tick))
}

// open applies a createSession and connects it.
func (c *Core) open(t *Txn, now int64) {
	c.Apply(t, nil, false)
	pos := c.sessions.find(t.Session)
	s := &c.sessions.all[pos]
	s.connected = true
	s.ids = localIdentity
	c.sessions.schedule(pos, c.sessions.deadline(now, s.timeout))
	if c.observer != nil {
		c.observer.SessionOpened(s.id, s.timeout, s.deadline)
	}
}

// Disconnect tells that a session's connection is gone, and with it its watches and
// identities. The session lives on until it expires.
func (c *Core) Disconnect(session int64) {
	if pos := c.sessions.find(session); pos != none {
		c.disconnect(pos)
	}
}

func (c *Core) disconnect(pos int32) {
	c.disarmAll(pos)
	s := &c.sessions.all[pos]
	s.connected = false
	s.ids = nil
}
