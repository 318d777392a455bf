package compare

import "lockstep/scenarios"

// branchName says in a few words what a run is beside the one that it leaves: what it began with.
func (m *Model) branchName(rec *scenarios.Recording) string {
	if rec.Parent == nil || len(rec.Moves) == 0 {
		return m.say("branch.main")
	}
	switch move := rec.Moves[len(rec.Moves)-1]; {
	case move.Fault != nil:
		return move.Fault.String()
	case move.Pick.From != "":
		return m.say("branch.pick", "from", move.Pick.From, "to", move.Pick.Node)
	default:
		return m.say("branch.timer", "node", move.Pick.Node)
	}
}
