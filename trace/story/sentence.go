package story

import (
	"time"

	"lockstep/trace"
)

// Message is what the message of an event says. The cursor's place does not matter, but it must
// read the trace that the event is of.
func (t Teller) Message(c *trace.Cursor, e *trace.Event) string { return t.sentence(c, e) }

// Seconds writes a duration with as many decimals as it needs, three at most.
func (t Teller) Seconds(d time.Duration) string { return t.seconds(d) }
