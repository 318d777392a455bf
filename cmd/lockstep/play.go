package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/tui"
	"lockstep/tui/progress"
)

// screenFlags are those of the commands that take over the terminal.
type screenFlags struct {
	ascii  bool
	noQuiz bool
	seed   uint64
}

func (f *screenFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only; by itself where the locale is not UTF-8")
	cmd.Flags().BoolVar(&f.noQuiz, "no-quiz", false, "do not stop for questions")
	cmd.Flags().Uint64Var(&f.seed, "seed", 0, "what chance decides with (default what the scenario says, or 1)")
}

func (f *screenFlags) options(cmd *cobra.Command) tui.Options {
	ascii := f.ascii
	if !cmd.Flags().Changed("ascii") {
		ascii = tui.NeedsASCII(os.Getenv)
	}
	return tui.Options{Renderer: tui.Terminal(), ASCII: ascii, NoQuiz: f.noQuiz, Seed: f.seed, Progress: progress.Path()}
}

func newPlay() *cobra.Command {
	var f screenFlags
	var set []string
	cmd := &cobra.Command{
		Use:   "play SCENARIO",
		Short: "Step through a scenario on the screen, forwards and backwards",
		Long: `Open a lesson, or a scenario file of your own, in the player: step through it forwards and
backwards, see why each step happens, and break things to see what then happens.`,
		Example: `  lockstep play queue
  lockstep play herd --set n=10
  lockstep play my-scenario.yaml --no-quiz`,
		Args:              oneScenario,
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return fmt.Errorf("play -: standard input is where the keys come from; expected the name of a lesson or the path of a file")
			}
			s, err := find(cmd, args[0])
			if err != nil {
				return err
			}
			plan, err := (&common{set: set}).bind(s)
			if err != nil {
				return err
			}
			if !tui.Interactive() {
				return fmt.Errorf("play needs a terminal; expected standard input and output to be one. Without: %s run %s --step", invocation(), args[0])
			}
			lesson := ""
			if slices.Contains(scenarios.Names(), args[0]) {
				lesson = args[0]
			}
			return tui.Play(cmd.Context(), plan, lesson, f.options(cmd)).Run()
		},
	}
	f.register(cmd)
	cmd.Flags().StringArrayVar(&set, "set", nil, "give a parameter of the scenario a value, as in n=50; may be repeated")
	cmd.RegisterFlagCompletionFunc("set", completeParams)
	return cmd
}

// browse opens the browser of lessons.
func browse(cmd *cobra.Command, f *screenFlags) error {
	app, err := tui.Browse(cmd.Context(), f.options(cmd))
	if err != nil {
		return err
	}
	return app.Run()
}
