package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"lockstep/lock"
	"lockstep/trace"
)

// Limits on a plan.
const (
	mostProcesses = 20_000
	mostServers   = 9
	mostRounds    = 1_000_000
)

// binder walks what was read of a scenario, checks it and builds a plan. It goes on after an
// error, so as to find all of them; a value that it could not read then has a harmless
// stand-in, and the plan is thrown away.
type binder struct {
	*Scenario
	plan    *Plan
	errs    []*Error
	missing map[string]bool // parameters without a value
	params  scope           // what an expression may name before the run
	results scope           // what an expectation may name
	answers scope           // what the answer to a question may name
	// untaken: inside a branch of an `if` that is not taken. What depends on the parameters'
	// values need not be right there.
	untaken bool
	// unnamed: an error left it open which processes there are.
	unnamed     bool
	expressions int
	expanded    int // bytes of text with expressions in it
	steps       int
}

// Bind gives the parameters their values, the defaults where there is none, and computes
// everything that depends on them. The error is of type Errors.
func (s *Scenario) Bind(values map[string]string) (*Plan, error) {
	b := &binder{Scenario: s}
	b.bind(values)
	for _, e := range b.errs {
		e.File = s.Place()
	}
	if err := tidy(b.errs); err != nil {
		return nil, err
	}
	return b.plan, nil
}

func (b *binder) bind(values map[string]string) {
	b.plan = &Plan{Scenario: b.Scenario}
	if b.settle(values); len(b.errs) > 0 {
		return
	}
	b.params = scope{values: b.plan.Params, early: true, missing: b.missing}
	s := b.sections
	b.seed(s["seed"])
	b.world(s["world"])
	if n := s["lock"]; n != nil {
		b.lock(n)
	}
	if n := s["processes"]; n != nil {
		b.processes(n)
	} else {
		b.unnamed = true
	}
	b.job(s["job"])
	b.openResults()
	if n := s["text"]; n != nil && n.kind == scalar {
		b.plan.Text = b.text(n)
	}
	if n := s["script"]; n != nil {
		b.script(n)
	}
	if n := s["expect"]; n != nil {
		for _, item := range b.list(n, "expectations") {
			if e := b.expectation(item); e != nil {
				b.plan.Expect = append(b.plan.Expect, *e)
			}
		}
	}
}

// seed reads what chance decides with.
func (b *binder) seed(n *node) {
	if n == nil {
		return
	}
	const expected = "a whole number from 1 to 18446744073709551615"
	v, described, ok := b.value(n, expected)
	if !ok {
		return
	}
	seed, err := strconv.ParseUint(show(v), 10, 64)
	if err != nil || seed == 0 || n.quoted {
		b.unfit(n, described, expected)
	}
	b.plan.Seed = seed
}

func (b *binder) world(n *node) {
	w := World{Servers: 1, Tick: 2 * time.Second, Timeout: 6 * time.Second, Latency: time.Millisecond}
	if n != nil {
		fields, _ := b.fields(n, "a world", []string{"servers", "tick", "timeout", "latency", "jitter"})
		b.int(fields["servers"], 1, mostServers, &w.Servers)
		b.duration(fields["tick"], time.Millisecond, &w.Tick)
		b.duration(fields["timeout"], time.Millisecond, &w.Timeout)
		b.duration(fields["latency"], 0, &w.Latency)
		b.duration(fields["jitter"], 0, &w.Jitter)
		for key, d := range map[string]time.Duration{"tick": w.Tick, "timeout": w.Timeout} {
			if d%time.Millisecond != 0 {
				b.unfit(fields[key], show(d), "whole milliseconds")
			}
		}
	}
	b.plan.World = w
	b.plan.Servers = []string{"zk"}
	if w.Servers > 1 {
		b.plan.Servers = nil
		for i := range w.Servers {
			b.plan.Servers = append(b.plan.Servers, "zk"+strconv.Itoa(i+1))
		}
	}
}

func (b *binder) lock(n *node) {
	word, ok := b.word(n)
	if !ok {
		return
	}
	if _, ok := lock.Find(word); !ok {
		names := make([]string, len(lock.Recipes))
		for i, r := range lock.Recipes {
			names[i] = r.Name
		}
		b.unknown(n, "lock", word, names)
	}
	b.plan.Lock = word
}

// processes reads how many there are, or what they are called.
func (b *binder) processes(n *node) {
	before := len(b.errs)
	if n.kind == sequence {
		for _, item := range b.list(n, "names of processes") {
			b.process(item)
		}
	} else {
		count := 0
		b.intOr(", or a list of names", n, 1, mostProcesses, &count)
		for _, process := range processNames(count) {
			if _, ok := b.plan.Params[process]; ok {
				b.unfit(n, "a process "+process, "a name that no parameter has")
			}
			b.plan.Processes = append(b.plan.Processes, process)
		}
	}
	b.unnamed = len(b.errs) > before || len(b.plan.Processes) == 0
}

// processNames are what processes are called that get no names.
func processNames(count int) []string {
	names := make([]string, count)
	for i := range names {
		names[i] = "c" + strconv.Itoa(i+1)
	}
	return names
}

func (b *binder) process(n *node) {
	word, ok := b.word(n)
	if !ok {
		return
	}
	_, param := b.plan.Params[word]
	switch meaning := taken(word); {
	case !properName.MatchString(word):
		b.wrong(n, "the process name "+quote(word), "a letter, then letters, digits and _")
	case meaning != "":
		b.wrong(n, fmt.Sprintf("the process name %s, which is %s", word, meaning), "another name")
	case param:
		b.wrong(n, fmt.Sprintf("the process name %s, which is a parameter", word), "another name")
	case slices.Contains(b.plan.Processes, word):
		b.wrong(n, "the process "+word+" again", "each name once")
	case len(b.plan.Processes) >= mostProcesses:
		b.wrong(n, "one process too many", fmt.Sprintf("at most %d", mostProcesses))
	default:
		b.plan.Processes = append(b.plan.Processes, word)
	}
}

func (b *binder) job(n *node) {
	j := Job{Rounds: 1}
	if n != nil {
		fields, _ := b.fields(n, "a job", []string{"rounds", "hold", "give_up"})
		b.int(fields["rounds"], 1, mostRounds, &j.Rounds)
		b.durationOr("order", fields["hold"], &j.Hold)
		b.durationOr("never", fields["give_up"], &j.GiveUp)
	}
	b.plan.Job = j
}

// sampleResult has what the results of every run have, for checking names and types.
func sampleResult(p *Plan) *Result {
	r := &Result{Requests: map[string]int{"total": 0}, Failed: map[string]int{}, tick: p.World.Tick, timeout: p.World.Timeout}
	for _, op := range trace.Ops() {
		r.Requests[op.String()] = 0
		r.Failed[op.String()] = 0
	}
	return r
}

// resultNames are taken in every scenario.
var resultNames = append(sortedKeys(resultEnv(&Plan{}, sampleResult(&Plan{}), nil)), sortedKeys(answerSamples)...)

// openResults opens the scopes of expectations and answers. There a name that a result and
// a parameter share means the result: see [worldResults].
func (b *binder) openResults() {
	b.results = scope{values: resultEnv(b.plan, sampleResult(b.plan), nil), also: b.plan.Params, missing: b.missing, open: b.unnamed}
	b.answers = b.results
	b.answers.values = maps.Clone(b.results.values)
	maps.Copy(b.answers.values, answerSamples)
}
