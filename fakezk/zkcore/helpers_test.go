package zkcore

import "lockstep/zk"

// recorder keeps the events of watches in their order.
type recorder []told

type told struct {
	session int64
	zk.Event
}

func (r *recorder) Event(session int64, e zk.Event) { *r = append(*r, told{session, e}) }

func (r *recorder) Expiring(session int64) { *r = append(*r, told{session: session}) }
