package scenarios

import "lockstep/trace"

// beats finds where each beat of a run begins: a request with its reply and what follows at once
// is one, so are a fault, an expiry, and what the narrator says. What only keeps sessions going
// belongs to the beat before.
func beats(t *trace.Trace) []int {
	begins := []int{0}
	wants := trace.NoNode // who has just entered a phase: its first request belongs to that beat
	for c := t.Cursor(); ; {
		e, ok := c.Next()
		if !ok {
			return begins
		}
		begin := false
		switch e.Kind {
		case trace.Send:
			begin = e.Msg.Class == trace.Request && e.Node != wants
			if e.Msg.Class == trace.Request {
				wants = trace.NoNode
			}
		case trace.Phase:
			phase := c.State().Procs[e.Node].Phase
			begin = phase == trace.Acquiring || phase == trace.Releasing || phase == trace.Failed
			if begin {
				wants = e.Node
			}
		case trace.Told:
			begin = c.State().Procs[e.Node].View == trace.Disconnected || c.State().Procs[e.Node].View == trace.SessionExpired
		case trace.Fault, trace.Expired, trace.Say:
			begin = true
		}
		if begin && e.N > 0 {
			begins = append(begins, e.N)
		}
	}
}
