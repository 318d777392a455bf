package main

import (
	"context"
	"errors"

	"lockstep/scenarios"
	"lockstep/tui/loading"
)

// record performs a plan in the simulated world and keeps all of it, unless it is too long for that.
func record(ctx context.Context, plan *scenarios.Plan, seed uint64) (*scenarios.Recording, error) {
	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	rec, err := scenarios.Record(bounded, plan, seed, nil, func(events int) {
		if events > loading.MostEvents {
			cancel(&loading.TooLongError{Scenario: plan.Scenario.Name(), Most: loading.MostEvents})
		}
	})
	if errors.Is(err, context.Canceled) {
		err = context.Cause(bounded)
	}
	return rec, err
}
