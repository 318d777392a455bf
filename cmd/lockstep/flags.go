package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
)

var stdout = os.Stdout

// common are the flags of every command that runs scenarios.
type common struct {
	on     string
	set    []string
	seed   uint64
	format string
}

func (c *common) register(cmd *cobra.Command, formats ...string) {
	f := cmd.Flags()
	f.StringVar(&c.on, "on", "sim", "where to run: sim, or zk://host:port,… for a real ensemble")
	f.StringArrayVar(&c.set, "set", nil, "give a parameter of the scenario a value, as in n=50; may be repeated")
	f.Uint64Var(&c.seed, "seed", 0, "what chance decides with (default what the scenario says, or 1)")
	f.StringVar(&c.format, "format", "text", "what to print: "+strings.Join(formats, ", "))
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	cmd.RegisterFlagCompletionFunc("on", cobra.FixedCompletions([]string{"sim", "zk://"}, cobra.ShellCompDirectiveNoSpace))
	cmd.RegisterFlagCompletionFunc("set", completeParams)
	cmd.PreRunE = func(*cobra.Command, []string) error {
		for _, f := range formats {
			if f == c.format {
				return nil
			}
		}
		return fmt.Errorf("--format %s: expected %s", c.format, strings.Join(formats, " or "))
	}
}

// completeParams completes the parameters of the scenario that is named on the line.
func completeParams(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		if s, err := scenarios.Find(args[0]); err == nil {
			for _, p := range s.Params {
				if strings.HasPrefix(p.Name, prefix) {
					names = append(names, fmt.Sprintf("%s=\t%s", p.Name, p.About))
				}
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// bind gives a scenario's parameters the values of --set, and of more pairs like them.
func (c *common) bind(s *scenarios.Scenario, more ...string) (*scenarios.Plan, error) {
	values := map[string]string{}
	for _, pair := range slices.Concat(c.set, more) {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--set %s: expected a name, = and a value, as in n=50", pair)
		}
		values[name] = value
	}
	return s.Bind(values)
}

// perform runs a plan where --on says. The caller closes the backend.
func (c *common) perform(ctx context.Context, p *scenarios.Plan, keep bool) (*scenarios.Result, scenarios.Backend, error) {
	b, err := c.backend(ctx, p.Setup(c.seed, keep))
	if err != nil {
		return nil, nil, err
	}
	result, err := scenarios.Run(ctx, p, b, c.seed)
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	return result, b, nil
}

func (c *common) backend(ctx context.Context, s scenarios.Setup) (scenarios.Backend, error) {
	servers, real := strings.CutPrefix(c.on, "zk://")
	switch {
	case c.on == "sim":
		return scenarios.Simulate(s, false)
	case real && servers != "":
		return realBackend(ctx, strings.Split(servers, ","), s)
	}
	return nil, fmt.Errorf("--on %s: expected sim, or zk://host:port,…", c.on)
}
