package sim

import "lockstep/trace"

// Choice is one step that could happen next.
type Choice struct {
	Due     trace.Time
	Node    trace.Node
	From    trace.Node // sender of a message; NoNode for a timer
	Message Message    // nil for a timer
	Timer   Timer
	Cause   int // the event that sent the message, or was at hand when the timer was set
	seq     uint64
}

// Choices are all steps that could happen next, in the order in which the timed driver
// would take them: of each connection the message that must arrive first, and of each node
// the timer that is due first. A paused node has none.
func (w *World) Choices() []Choice {
	type source struct{ node, from trace.Node }
	seen := map[source]bool{}
	var choices []Choice
	for _, it := range w.all() {
		from := source{it.node, it.from}
		if seen[from] || w.nodes[it.node].life == trace.Paused {
			continue
		}
		if it.msg == nil && it.life != w.nodes[it.node].birth {
			continue
		}
		seen[from] = true
		choices = append(choices, Choice{it.due, it.node, it.from, it.msg, it.timer, it.cause, it.seq})
	}
	return choices
}

// Meaning says in a word what a choice's timer is for, "" if its node does not tell: see [Teller].
func (w *World) Meaning(c Choice) string {
	if t, ok := w.nodes[c.Node].node.(Teller); ok && c.Message == nil {
		return t.Meaning(c.Timer)
	}
	return ""
}

// Teller is a node, or the library of a process, that tells what its timers are for.
type Teller interface {
	Meaning(Timer) string
}

// Take lets a choice happen: the manual driver. The choice must be one that Choices gave
// for this state of the world, or of the world that this one was cloned from.
func (w *World) Take(c Choice) {
	if taken := w.take(func(it *item) bool { return it.seq == c.seq }); len(taken) == 1 {
		w.step = taken[0]
		w.perform(&w.step)
		return
	}
	panic("sim: this choice is not there any more")
}
