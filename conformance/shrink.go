package conformance

import (
	"slices"

	"lockstep/zk"
)

// Shrink leaves out what it can of a sequence of steps that fails: long stretches first, for a
// step costs time on the real server, then single steps, then parts of steps. fails must say
// whether steps still fail; what is returned does. Shrink ends early when enough says so.
func Shrink(steps []Step, fails func([]Step) bool, enough func() bool) []Step {
	for before := -1; before != weight(steps) && !enough(); {
		before = weight(steps)
		for size := max(1, len(steps)/2); size >= 1; size /= 2 {
			for at := 0; at < len(steps) && !enough(); {
				fewer := slices.Delete(slices.Clone(steps), at, min(at+size, len(steps)))
				if fails(fewer) {
					steps = fewer
				} else {
					at += size
				}
			}
		}
		for at := range steps {
			steps[at] = simplify(steps, at, fails, enough)
		}
	}
	return steps
}

func weight(steps []Step) int {
	n := 0
	for _, s := range steps {
		n += len(s.String())
	}
	return n
}

// simplify gives the simplest step that can stand in for the one at a place.
func simplify(steps []Step, at int, fails func([]Step) bool, enough func() bool) Step {
	step := steps[at]
	for again := true; again && !enough(); {
		again = false
		for _, s := range simpler(step) {
			other := slices.Clone(steps)
			other[at] = s
			if fails(other) {
				step, again = s, true
				break
			}
		}
	}
	return step
}

// simpler gives steps that are a little less than another.
func simpler(s Step) []Step {
	var all []Step
	switch s := s.(type) {
	case Ask:
		for _, requests := range fewer(s.Requests) {
			if len(requests) > 0 {
				all = append(all, Ask{s.Client, requests})
			}
		}
	case Open:
		for _, requests := range fewer(s.Requests) {
			all = append(all, Open{requests})
		}
	case Return:
		if s.Password != right || s.Seen != everything {
			all = append(all, Return{s.Client, right, everything, s.Requests})
		}
		for _, requests := range fewer(s.Requests) {
			all = append(all, Return{s.Client, s.Password, s.Seen, requests})
		}
	case Expire:
		all = append(all, Cut{s.Client})
		for _, requests := range fewer(s.Requests) {
			all = append(all, Expire{s.Client, s.Gone, requests})
		}
	}
	return all
}

// fewer gives the requests without one of them, or with one that is less.
func fewer(requests []request) [][]request {
	var all [][]request
	for i, r := range requests {
		all = append(all, slices.Delete(slices.Clone(requests), i, i+1))
		for _, part := range parts(r.req) {
			other := slices.Clone(requests)
			other[i].req = part
			all = append(all, other)
		}
		if r.fault.kind != sound {
			other := slices.Clone(requests)
			other[i].fault = fault{}
			all = append(all, other)
		}
	}
	return all
}

// parts gives requests with less in them.
func parts(r zk.Request) []zk.Request {
	var all []zk.Request
	switch r := r.(type) {
	case *zk.MultiRequest:
		for i := range r.Ops {
			all = append(all, &zk.MultiRequest{Ops: slices.Delete(slices.Clone(r.Ops), i, i+1)})
		}
	case *zk.CreateRequest:
		for _, simpler := range []*zk.CreateRequest{
			{Code: r.Code, Path: r.Path, ACL: r.ACL, Mode: r.Mode, TTL: r.TTL},
			{Code: r.Code, Path: r.Path, ACL: zk.OpenACL, Mode: r.Mode, TTL: r.TTL, Data: r.Data},
			{Code: zk.OpCreate, Path: r.Path, ACL: r.ACL, Data: r.Data},
		} {
			if requestText(simpler) != requestText(r) {
				all = append(all, simpler)
			}
		}
	case *zk.MultiReadRequest:
		for i := range r.Ops {
			all = append(all, &zk.MultiReadRequest{Ops: slices.Delete(slices.Clone(r.Ops), i, i+1)})
		}
	case *zk.SetWatchesRequest:
		for _, list := range []func(*zk.SetWatchesRequest) *[]string{
			func(r *zk.SetWatchesRequest) *[]string { return &r.Data },
			func(r *zk.SetWatchesRequest) *[]string { return &r.Exist },
			func(r *zk.SetWatchesRequest) *[]string { return &r.Child },
			func(r *zk.SetWatchesRequest) *[]string { return &r.Persistent },
			func(r *zk.SetWatchesRequest) *[]string { return &r.Recursed },
		} {
			for i := range *list(r) {
				less := *r
				*list(&less) = slices.Delete(slices.Clone(*list(r)), i, i+1)
				all = append(all, &less)
			}
		}
	}
	return all
}
