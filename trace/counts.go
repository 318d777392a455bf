package trace

// Counts adds up the messages of a run. Requests, failures, watch events and messages
// are the lock's own traffic; what keeps sessions going is counted apart, so that a
// count in a simulation equals the count on a real server.
type Counts struct {
	Requests [numOps]int // by Op
	Failed   [numOps]int // replies with an error, by Op
	Notices  int         // watch events
	Messages int         // requests, replies and watch events
	Pings    int
	Opened   int // sessions that a server opened
	Closed   int // sessions that a client closed
	Expired  int // sessions that a server expired
}

// Total is the number of requests of all kinds.
func (c *Counts) Total() int {
	total := 0
	for _, n := range c.Requests {
		total += n
	}
	return total
}

// Ops lists the kinds of request there are, in a fixed order.
func Ops() []Op {
	ops := make([]Op, 0, numOps-1)
	for op := NoOp + 1; op < numOps; op++ {
		ops = append(ops, op)
	}
	return ops
}

// Event counts what one more event stands for.
func (c *Counts) Event(e *Event) { c.event(e, 1) }

// event counts what an event stands for: by = 1, or −1 to take it back. A message counts when it
// is sent.
func (c *Counts) event(e *Event, by int) {
	switch e.Kind {
	case Send:
		c.sent(e.Msg.Tag(), by)
	case Expired:
		c.Expired += by
	}
}

func (c *Counts) sent(m Tag, by int) {
	switch m.Class {
	case Request:
		c.Requests[m.Op] += by
		c.Messages += by
	case Reply:
		c.Messages += by
		if m.Failed {
			c.Failed[m.Op] += by
		}
	case Notice:
		c.Notices += by
		c.Messages += by
	case Ping:
		c.Pings += by
	case Opened:
		if m.New {
			c.Opened += by
		}
	case Closed:
		c.Closed += by
	}
}

// NewSession and OldSession are the texts of an Opened message.
const (
	NewSession = "new session"
	OldSession = "session resumed"
)
