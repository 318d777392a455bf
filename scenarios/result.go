package scenarios

import (
	"fmt"
	"time"

	"lockstep/trace"
)

// Result is what a run came to, as `run --format json` prints it.
type Result struct {
	Scenario     string            `json:"scenario"`
	Backend      string            `json:"backend"`
	Seed         uint64            `json:"seed"`
	Params       map[string]any    `json:"params"`
	DurationMS   int64             `json:"duration_ms"` // until nothing but heartbeats was left
	Requests     map[string]int    `json:"requests"`    // the lock's own, by kind, and their total
	Failed       map[string]int    `json:"failed"`      // those that were answered by an error
	WatchEvents  int               `json:"watch_events"`
	InVain       int               `json:"woken_in_vain"` // watch events after which nobody acquired
	Pings        int               `json:"pings"`
	Session      SessionCounts     `json:"session"`
	Messages     int               `json:"messages"` // requests, replies and watch events
	Acquired     []string          `json:"acquired"`
	Waiting      []string          `json:"waiting"` // who still waits for the lock
	MaxHolders   int               `json:"max_holders"`
	OverlapMS    int64             `json:"overlap_ms"` // how long too many believed that they held
	Violations   []Violation       `json:"violations"`
	Expectations []ExpectationDone `json:"expectations"`
	Predictions  []Prediction      `json:"predictions,omitempty"`

	tick, timeout time.Duration // of the servers
}

// SessionCounts says how many sessions began and ended.
type SessionCounts struct {
	Open    int `json:"open"`
	Close   int `json:"close"`
	Expired int `json:"expired"`
}

// Violation is a time in which more processes believed that they held than the lock allows.
type Violation struct {
	FromMS    int64    `json:"from_ms"`
	ToMS      int64    `json:"to_ms"`
	Event     int      `json:"event"`
	Believers []string `json:"believers"`
}

// ExpectationDone is an expectation and how it ended.
type ExpectationDone struct {
	Text string `json:"text"`
	OK   bool   `json:"ok"`
	Got  any    `json:"got"`
	Line int    `json:"line"`
}

// Prediction is a question that the script asked, and what the rest of the run answered.
type Prediction struct {
	Ask     string `json:"ask"`
	Answer  any    `json:"answer"`
	Because string `json:"because,omitempty"`
	Event   int    `json:"event"` // before which it was asked
}

// OK reports whether every expectation holds.
func (r *Result) OK() bool {
	for _, e := range r.Expectations {
		if !e.OK {
			return false
		}
	}
	return true
}

// resultOf reads what a trace says. Nothing in a result comes from anywhere else.
func resultOf(p *Plan, b Backend, seed uint64) *Result {
	t := b.Trace()
	c, s := &t.Head().Counts, t.Summary()
	end := s.Active
	r := &Result{
		Scenario: p.Scenario.Name(), Backend: b.Name(), Seed: seed, Params: shown(p.Params),
		DurationMS: end.Milliseconds(),
		Requests:   map[string]int{}, Failed: map[string]int{},
		WatchEvents: c.Notices, InVain: max(0, c.Notices-s.Fulfilled), Pings: c.Pings, Messages: c.Messages,
		Session:  SessionCounts{c.Opened, c.Closed, c.Expired},
		Acquired: []string{}, Waiting: []string{}, MaxHolders: s.MaxHolders,
		Violations: []Violation{}, Expectations: []ExpectationDone{},
	}
	r.tick, r.timeout = b.Timing()
	for _, op := range shownOps {
		r.Requests[op.String()] = 0
	}
	for _, op := range trace.Ops() {
		if n := c.Requests[op]; n > 0 {
			r.Requests[op.String()] = n
		}
		if n := c.Failed[op]; n > 0 {
			r.Failed[op.String()] = n
		}
	}
	r.Requests["total"] = c.Total()
	for _, n := range s.Acquired {
		r.Acquired = append(r.Acquired, t.Name(n))
	}
	for n, proc := range t.Head().Procs {
		if proc.Phase == trace.Acquiring && proc.Life != trace.Crashed {
			r.Waiting = append(r.Waiting, t.Name(trace.Node(n)))
		}
	}
	for _, o := range s.Violations {
		to := min(o.To, t.End()) // heartbeats do not end what two believe
		v := Violation{o.From.Milliseconds(), to.Milliseconds(), o.Event, []string{}}
		for _, n := range o.Believers {
			v.Believers = append(v.Believers, t.Name(n))
		}
		r.Violations = append(r.Violations, v)
		r.OverlapMS += to.Sub(o.From).Milliseconds()
	}
	return r
}

// shown writes durations as people do.
func shown(params map[string]any) map[string]any {
	m := make(map[string]any, len(params))
	for name, v := range params {
		if d, ok := v.(time.Duration); ok {
			v = show(d)
		}
		m[name] = v
	}
	return m
}

// shownOps are counted in every result, also when there were none.
var shownOps = []trace.Op{trace.Create, trace.Delete, trace.Exists, trace.GetChildren}

// slack is what a real ensemble's times may differ from the rule, in milliseconds: its
// threads and ours are woken late, and an expiry is seen when its event arrives.
func slack(backend string) int {
	if backend == "sim" {
		return 0
	}
	return 250
}

// procEnv is a process as expectations see it.
type procEnv struct {
	Phase          string `expr:"phase"`
	View           string `expr:"view"`
	Started        int    `expr:"started_ms"`
	Acquired       int    `expr:"acquired_ms"`
	Released       int    `expr:"released_ms"`
	LastHeard      int    `expr:"last_heard_ms"`
	Disconnected   int    `expr:"disconnected_ms"`
	ToldExpired    int    `expr:"told_expired_ms"`
	Expired        int    `expr:"expired_ms"`
	Crashed        int    `expr:"crashed_ms"`
	Holds          bool   `expr:"holds"`
	Waits          bool   `expr:"waits"`
	CrashedAlready bool   `expr:"crashed"`
}

// resultEnv is what an expectation can ask about. Without a trace it holds samples, for
// checking types.
func resultEnv(p *Plan, r *Result, t *trace.Trace) map[string]any {
	ms := func(at trace.Time) int {
		if at < 0 {
			return -1
		}
		return int(at.Milliseconds())
	}
	env := map[string]any{
		"requests": r.Requests, "failed": r.Failed, "watch_events": r.WatchEvents,
		"messages": r.Messages, "pings": r.Pings,
		"session":     map[string]int{"open": r.Session.Open, "close": r.Session.Close, "expired": r.Session.Expired},
		"max_holders": r.MaxHolders, "duration_ms": int(r.DurationMS), "acquired": r.Acquired,
		"waiting": r.Waiting, "violations": len(r.Violations), "overlap_ms": int(r.OverlapMS),
		"T": int(r.timeout / time.Millisecond), "tick": int(r.tick / time.Millisecond),
		"slack": slack(r.Backend),
	}
	for _, name := range p.Processes {
		e := procEnv{Phase: trace.Unborn.String(), View: trace.NoSession.String()}
		if t != nil {
			n, ok := t.NodeNamed(name)
			if !ok {
				panic(fmt.Sprintf("scenarios: the trace has no process %q", name))
			}
			proc := t.Head().Procs[n]
			at := t.Summary().Proc(n)
			e = procEnv{proc.Phase.String(), proc.View.String(), ms(at.Started), ms(at.Acquired), ms(at.Released),
				ms(at.LastHeard), ms(at.Disconnected), ms(at.ToldExpired), ms(at.Expired), ms(at.Crashed),
				proc.Believes(), proc.Waits(), proc.Life == trace.Crashed}
		}
		env[name] = e
	}
	return env
}
