package scenarios

import (
	"fmt"
	"slices"
)

// State is what a condition waits for.
type State uint8

const (
	Settled  State = iota // of the whole run: nothing in flight, every waiter's watch armed
	Ended                 // of the whole run: nothing but heartbeats is left
	Happened              // of the whole run: so many events have happened; simulated worlds only
	Idle                  // and these of a process:
	Acquiring
	Waits
	Holds
	Done
	Failed
	Connected
	Disconnected
	Expired
	Closed
	Crashed
)

var stateWords = []string{"settled", "ended", "event", "idle", "acquiring", "waits", "holds", "done", "failed",
	"connected", "disconnected", "expired", "closed", "crashed"}

func (s State) String() string { return stateWords[s] }

// Words that stand for processes in a condition.
const (
	Somebody  = "somebody"
	Everybody = "everybody"
	Nobody    = "nobody"
)

// Condition is what `until` waits for.
type Condition struct {
	Who   string // a process, Somebody, Everybody or Nobody; "" for those of the whole run
	State State
	Event int // of Happened
}

// String is the condition as a script writes it: "c2 waits".
func (c Condition) String() string {
	if c.State == Happened {
		return fmt.Sprintf("%v %d", c.State, c.Event)
	}
	if c.Who == "" {
		return c.State.String()
	}
	return c.Who + " " + c.State.String()
}

// findState finds a state by its word. Of the whole run, or of a process.
func findState(word string, ofRun bool) (State, bool) {
	i := slices.Index(stateWords, word)
	return State(i), i >= 0 && (State(i) <= Happened) == ofRun
}
