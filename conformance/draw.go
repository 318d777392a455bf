package conformance

import (
	"slices"

	"lockstep/zk"
	"lockstep/zk/zkgen"
)

// Draw draws a step: mostly a request of some client. What takes long, which is an expiry, comes
// once in 400.
func Draw(source zkgen.Source) Step {
	g := drawer{zkgen.Gen{Source: source, Root: Root}}
	switch n := g.IntN(400); {
	case n < 340:
		return Ask{g.IntN(Clients), []request{g.request()}}
	case n < 356:
		return Ask{g.IntN(Clients), g.pipeline()}
	case n < 368:
		return Open{g.behind()}
	case n < 374:
		return Cut{g.IntN(Clients)}
	case n < 386:
		return Return{g.IntN(Clients), right, choose(g, nothing, everything), g.behind()}
	case n < 391:
		return Return{g.IntN(Clients), choose(g, right, wrong, zeros, short, none), choose(g, everything, nothing, future), g.behind()}
	case n < 394:
		return g.raw()
	case n < 396:
		return g.stray()
	case n < 397:
		return Expire{g.IntN(Clients), g.IntN(2) == 1, g.behind()}
	}
	return Ask{g.IntN(Clients), []request{{req: &zk.CloseRequest{}}}}
}

// drawer draws steps.
type drawer struct{ zkgen.Gen }

func choose[T any](g drawer, from ...T) T { return from[g.IntN(len(from))] }

// request draws a request that is alone on its way, so that it may be anything.
func (g drawer) request() request {
	r := request{xid: g.xid(), req: g.Request(0)}
	switch g.IntN(40) {
	case 39:
		r.req = g.odd()
	case 38, 37:
		r.fault = fault{choose(g, cutShort, altered, altered, longer), g.IntN(64), choose[int32](g, 0, -1, -2, -5, 1, 1<<31-1)}
	}
	if !keepsBelow(r) {
		r.fault = fault{}
	}
	return r
}

func (g drawer) xid() int32 {
	if g.IntN(40) == 39 {
		return choose[int32](g, 0, zk.XidPing, zk.XidAuth, zk.XidSetWatches, 1<<31-1, -1<<31)
	}
	return 1
}

// behind draws the requests that are sent right behind a connect request.
func (g drawer) behind() []request {
	if g.IntN(2) == 0 {
		return nil
	}
	return g.pipeline()
}

// pipeline draws requests whose order is defined though they are sent in one go.
func (g drawer) pipeline() []request {
	var requests []request
	for i := range 1 + g.IntN(4) {
		r := request{xid: int32(i + 1), req: g.Request(0)}
		if overtakes(r.req) || lingers(r.req) {
			r.req = g.SetWatches(0)
		}
		requests = append(requests, r)
	}
	// A closeSession goes last, since it is luck what becomes of requests behind it, and not behind
	// writes, since it is luck whether those are applied when the ephemerals are listed.
	if g.IntN(6) == 5 && !slices.ContainsFunc(requests, writes) {
		requests = append(requests, request{xid: 9, req: &zk.CloseRequest{}})
	}
	return requests
}
