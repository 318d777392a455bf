package scenarios

// A script is run from a flat list of instructions, so that where it stands is a number and
// a few counters: a run can be cloned between any two steps.

// instruction is a step, or the jump at the end of a repeat.
type instruction struct {
	step *Step
	back int // for a Repeat: where it ends; for a jump (step nil): where its Repeat is
}

// flatten flattens a script. A Repeat is entered with its count; the jump at its end counts
// down and goes back.
func flatten(steps []Step, code []instruction) []instruction {
	for i := range steps {
		at := len(code)
		code = append(code, instruction{step: &steps[i]})
		if steps[i].Kind == Repeat {
			code = flatten(steps[i].Do, code)
			code[at].back = len(code)
			code = append(code, instruction{back: at})
		}
	}
	return code
}
