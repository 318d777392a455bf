package main

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/tui"
)

func newRoot() *cobra.Command {
	var screen screenFlags
	root := &cobra.Command{
		Use:   "lockstep",
		Short: "See how distributed locks work, and how they break",
		Long: `Lockstep runs distributed locks step by step and tells what happens: in a simulated
world with a fake ZooKeeper, or on a real one. Without a command it opens the lessons on
the screen.`,
		Example: `  lockstep list
  lockstep play queue
  lockstep run herd
  lockstep run queue --set n=10
  lockstep compare herd queue --n 2,3,4,10,100
  lockstep run herd --on zk://127.0.0.1:2181`,
		Version:       version(),
		Args:          knownCommand,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tui.Interactive() {
				return browse(cmd, &screen)
			}
			if err := list(cmd.OutOrStdout()); err != nil {
				return err
			}
			cmd.Println()
			cmd.Println("What to type next:")
			cmd.Println()
			cmd.Println(strings.ReplaceAll(cmd.Example, "  lockstep ", "  "+invocation()+" "))
			return nil
		},
	}
	root.SetOut(stdout)
	root.SetFlagErrorFunc(wrongFlag)
	screen.register(root)
	root.AddCommand(newList(), newPlay(), newRun(), newCompare())
	return root
}

// version is that of the module, as the build has recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// invocation is how whoever runs this has called the program: "go run" builds it into a
// folder of its own, where no shell finds it.
func invocation() string {
	if path, err := os.Executable(); err == nil && strings.Contains(path, "go-build") {
		return "go run ./cmd/lockstep"
	}
	return "lockstep"
}
