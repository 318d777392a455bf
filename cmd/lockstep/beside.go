package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/tui"
	"lockstep/tui/compare"
)

// compareOnScreen shows the first two scenarios side by side, and a chart of all.
func compareOnScreen(cmd *cobra.Command, c *common, names []string, sizes []int) error {
	if slices.Contains(names, "-") {
		return fmt.Errorf("compare - --tui: standard input is where the keys come from; expected names of lessons or paths of files")
	}
	b, err := newBench(cmd, c, names)
	if err != nil {
		return err
	}
	var entrants []compare.Entrant
	var plans []*scenarios.Plan
	for _, name := range names {
		s := b.entrants[name].scenario
		if _, err := c.bind(s, fmt.Sprint("n=", sizes[0])); err != nil { // without n there is nothing to compare
			return err
		}
		plan, err := c.bind(s)
		if err != nil {
			return err
		}
		plans = append(plans, plan)
		entrants = append(entrants, compare.Entrant{Name: s.Name(), Requests: func(ctx context.Context, n int) (int, error) {
			k, err := (&bench{ctx, b.flags, b.entrants}).cost(name, n)
			return k.Requests, err
		}})
	}
	if !tui.Interactive() {
		return fmt.Errorf("--tui needs a terminal; expected standard input and output to be one. Without: %s compare %s", invocation(), strings.Join(names, " "))
	}
	opts := (&screenFlags{seed: c.seed}).options(cmd)
	return tui.Compare(cmd.Context(), plans[0], plans[1], entrants, sizes, opts).Run()
}
