package main

import (
	"context"
	"errors"

	"lockstep/realzk"
	"lockstep/scenarios"
)

// realBackend connects to a real ensemble. Its tickTime is found out, not taken from the
// scenario.
func realBackend(ctx context.Context, servers []string, s scenarios.Setup) (scenarios.Backend, error) {
	w, err := realzk.New(ctx, realzk.Config{
		Servers: servers, Processes: s.Processes, Program: func(p *realzk.Process) { s.Program(p) },
		Root: s.Root, Timeout: s.Timeout, Limit: s.Limit, Keep: s.Keep,
	})
	if unusable := (*realzk.UnusableError)(nil); errors.As(err, &unusable) {
		return nil, &exitError{serverUnusable, err}
	}
	if err != nil {
		return nil, err
	}
	return w, nil
}
