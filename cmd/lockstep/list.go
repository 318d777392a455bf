package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
)

func newList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the lessons",
		Example: "  lockstep list",
		Args:    nothingElse,
		RunE:    func(cmd *cobra.Command, _ []string) error { return list(cmd.OutOrStdout()) },
	}
}

// list prints the lessons by chapter: name, title and tags.
func list(w io.Writer) error {
	chapter := ""
	for _, name := range scenarios.Names() {
		s, err := scenarios.Lesson(name)
		if err != nil {
			return err
		}
		if s.Chapter != chapter {
			if chapter != "" {
				fmt.Fprintln(w)
			}
			chapter = s.Chapter
			fmt.Fprintln(w, chapter)
		}
		fmt.Fprintf(w, "  %-18s %-46s %s\n", name, s.Title, strings.Join(s.Tags, ", "))
	}
	return nil
}

// completeScenarios completes the names of lessons, and files.
func completeScenarios(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, name := range scenarios.Names() {
		if strings.HasPrefix(name, prefix) {
			if s, err := scenarios.Lesson(name); err == nil {
				names = append(names, name+"\t"+s.Title)
			}
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}
