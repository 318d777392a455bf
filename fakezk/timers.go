package fakezk

import (
	"lockstep/sim"
	"lockstep/zk"
)

// Meaning says what a timer of a client is for, or that it is of no use any more.
func (c *client) Meaning(t sim.Timer) string {
	current, connected := t.Arg == int64(c.conn) && !c.over(), c.state == zk.StateConnected
	switch {
	case current && connected && t.Kind == timerPing:
		return "ping"
	case current && connected && t.Kind == timerSilence:
		return "silence"
	case current && c.dialing && t.Kind == timerConnect:
		return "connect"
	case current && !c.dialing && !connected && t.Kind == timerRetry:
		return "retry"
	}
	return "stale"
}

// Meaning says what a timer of a server is for.
func (s *Server) Meaning(t sim.Timer) string {
	return [...]string{timerExpiry: "expiry", timerSweep: "sweep"}[t.Kind]
}
