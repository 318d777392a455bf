package main

import (
	"github.com/spf13/cobra"

	"lockstep/scenarios"
)

// find reads a scenario: a lesson by its name, a file by its path, or standard input by "-".
func find(cmd *cobra.Command, name string) (*scenarios.Scenario, error) {
	if name != "-" {
		return scenarios.Find(name)
	}
	var s *scenarios.Scenario
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		s, err = scenarios.Read("stdin", cmd.InOrStdin())
	}()
	select {
	case <-done:
		return s, err
	case <-cmd.Context().Done(): // an interrupt need not wait for the end of what is typed
		return nil, cmd.Context().Err()
	}
}
