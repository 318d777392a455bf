package scenarios

import (
	"cmp"
	"time"

	"lockstep/fault"
)

// Plan is a scenario with its parameters bound: nothing is left to compute before it can
// run, in any world.
type Plan struct {
	Scenario  *Scenario
	Params    map[string]any // int, bool, string or time.Duration
	Text      string         // of the lesson, Markdown
	Lock      string         // name of a lock.Recipe
	Processes []string       // in the order in which "next" starts them
	Servers   []string
	World     World
	Job       Job
	Script    []Step
	Expect    []Expectation // checked when the run has ended
	Seed      uint64        // what chance decides with, unless the one who runs it says; 0: no matter
}

// seed is what chance decides with: what is asked for, or the scenario says, or else 1.
func (p *Plan) seed(asked uint64) uint64 { return cmp.Or(asked, p.Seed, 1) }

// World is where a plan runs.
type World struct {
	Servers int
	Tick    time.Duration // whole milliseconds, as is Timeout
	Timeout time.Duration // session timeout that processes ask for
	Latency time.Duration // each way
	Jitter  time.Duration
}

// Job is what each process does.
type Job struct {
	Rounds int           // it acquires and releases so often
	Hold   time.Duration // how long it keeps the lock; 0: until the script tells it to release
	GiveUp time.Duration // how long it waits for the lock; 0: for ever
}

// StepKind is what a step does.
type StepKind uint8

const (
	Say     StepKind = iota // tell Text
	Start                   // let Targets begin
	Until                   // go on until Until holds
	Release                 // order Targets to release
	Repeat                  // Do, Count times over
	Wait                    // go on For a time
	Inject                  // Fault
	Predict                 // ask a Question
	Check                   // an Expectation, at this point of the run
	Take                    // let a step of the world happen that need not be the next: Pick
)

var kindNames = [...]string{"say", "start", "until", "release", "repeat", "wait", "inject", "predict", "expect", "take"}

func (k StepKind) String() string { return kindNames[k] }

// Words that stand for processes in a step's Targets or in the Node of its Fault.
const (
	AllProcesses = "all"    // all that have not been started
	NextProcess  = "next"   // the first that has not been started
	TheHolder    = "holder" // whoever holds at that moment
)

// Step is one line of a script. Its Kind says which of the other fields it uses.
type Step struct {
	Pos     Pos
	Kind    StepKind
	Text    string
	Targets []string
	Until   Condition
	Count   int
	Do      []Step
	For     time.Duration
	Fault   fault.Fault
	Predict *Question
	Check   *Expectation
	Pick    Pick
}
