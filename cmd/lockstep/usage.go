package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockstep/scenarios"
)

// What is wrong with a command line is said as everything else that is wrong: what was found, and
// what was expected.

// oneScenario is what commands want that are about one scenario.
func oneScenario(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return fmt.Errorf("%s: expected the name of a lesson or a file: %s list shows the lessons", cmd.Name(), invocation())
	case 1:
		return nil
	}
	return fmt.Errorf("%s %s: expected one scenario only", cmd.Name(), strings.Join(args, " "))
}

func twoScenarios(cmd *cobra.Command, args []string) error {
	if len(args) >= 2 {
		return nil
	}
	words := append([]string{cmd.Name()}, args...)
	return fmt.Errorf("%s: expected two lessons or files, or more: %s list shows the lessons", strings.Join(words, " "), invocation())
}

func nothingElse(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s %s: expected nothing after %s", cmd.Name(), strings.Join(args, " "), cmd.Name())
	}
	return nil
}

// knownCommand refuses what the program itself is given: it would have been a command.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	last := len(names) - 1
	text := fmt.Sprintf("there is no command %q; expected %s or %s", args[0], strings.Join(names[:last], ", "), names[last])
	root.SuggestionsMinimumDistance = 2
	switch meant := root.SuggestionsFor(args[0]); {
	case slices.Contains(scenarios.Names(), args[0]):
		text += fmt.Sprintf("; did you mean run %s?", args[0])
	case len(meant) > 0:
		text += fmt.Sprintf("; did you mean %s?", meant[0])
	}
	return errors.New(text)
}

// expected are the values that flags of a type take.
var expected = map[string]string{
	"uint64":   "a whole number from 0 to 18446744073709551615",
	"intSlice": "whole numbers with commas between them, as in 2,3,10",
	"bool":     "true or false",
}

// wrongFlag says what is wrong with a flag.
func wrongFlag(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var without *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		if what, ok := expected[f.Value.Type()]; ok {
			return fmt.Errorf("--%s %s: expected %s", f.Name, invalid.GetValue(), what)
		}
	case errors.As(err, &without):
		return fmt.Errorf("--%s without a value: expected one after it", without.GetFlag().Name)
	case errors.As(err, &unknown):
		flag := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			flag = "-" + unknown.GetSpecifiedName()
		}
		return fmt.Errorf("there is no flag %s; %s --help shows those that there are", flag,
			strings.Replace(cmd.CommandPath(), "lockstep", invocation(), 1))
	}
	return err
}

// keepApart says that a flag does not go together with others.
func keepApart(cmd *cobra.Command, flag string, others ...string) {
	for _, other := range others {
		cmd.MarkFlagsMutuallyExclusive(flag, other) // so completion does not offer it
	}
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, other := range others {
			if cmd.Flags().Changed(flag) && cmd.Flags().Changed(other) {
				return fmt.Errorf("--%s and --%s: expected one of them only", flag, other)
			}
		}
		return before(cmd, args)
	}
}
