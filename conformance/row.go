package conformance

import (
	"fmt"
	"slices"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// row is what one connection received because of a step.
type row struct {
	client  int
	step    fmt.Stringer // nil where the step was another client's
	answers [2][]answer
	ends    [2]bool // whether the connection was closed
	differs bool
	failed  error // what kept a step from being taken

	greeted [2]zk.ConnectReply
	closed  bool // on both sides
	ended   bool // the session was closed
}

// stranger is who is none of the clients.
const stranger = -1

// note is a row that is no step of its own.
type note string

func (n note) String() string { return string(n) }

// hear reads what side i has sent. The barrier's reply is compared and not kept, since it says
// nothing to a reader unless it differs.
func (r *row) hear(side *side, i int, got received, requests []request, greets bool) {
	var asked []request
	for _, q := range requests {
		asked = append(asked, q.arrives())
	}
	asked = append(asked, barrierRequest)
	r.ends[i] = got.closed
	for n, frame := range got.frames {
		if greets && n == 0 {
			a, reply := side.lens.greeting(frame)
			r.answers[i] = append(r.answers[i], a)
			r.greeted[i] = *reply
			continue
		}
		a := side.lens.frame(frame, &asked)
		r.answers[i] = append(r.answers[i], a)
		if hdr, err := wire.DecodeHeader(frame); err == nil && a.kind == reply {
			side.zxid = max(side.zxid, hdr.Zxid)
			r.ended = r.ended || hdr.Err == zk.OK && a.op == zk.OpCloseSession
		}
	}
}

// judge compares the sides, and drops the barrier's reply where they agree.
func (r *row) judge() {
	r.differs = r.ends[0] != r.ends[1] || !slices.EqualFunc(r.answers[0], r.answers[1], answer.equal)
	r.closed = r.ends[0] && r.ends[1]
	if r.differs {
		return
	}
	for i := range r.answers {
		if n := len(r.answers[i]); n > 0 && r.answers[i][n-1].op == zk.OpWhoAmI && isBarrier(r.answers[i][n-1]) {
			r.answers[i] = r.answers[i][:n-1]
		}
	}
}

func isBarrier(a answer) bool {
	_, ok := barrierReply(a.body)
	return a.kind == reply && ok
}
