package pane

// Calls gives the lines of a recipe's source on which a process can be, by what it does there.
func Calls(recipe string) map[string][]int {
	calls := map[string][]int{}
	for c, lines := range listingOf(recipe).calls {
		name := c.op.String()
		switch {
		case c == call{}:
			name = "wait"
		case c.leave:
			name += ", giving up"
		}
		calls[name] = lines
	}
	return calls
}
