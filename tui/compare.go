package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/compare"
	"lockstep/tui/loading"
)

// Compare makes an app that shows runs of two plans side by side, and a chart of entrants.
func Compare(ctx context.Context, left, right *scenarios.Plan, entrants []compare.Entrant, sizes []int, opts Options) *App {
	a := newApp(ctx, opts)
	load := func(p *scenarios.Plan, then func(*scenarios.Recording) tea.Cmd) screen {
		a.then = then
		return loading.New(ctx, p, opts.Seed, a.look)
	}
	a.screens = []screen{load(left, func(l *scenarios.Recording) tea.Cmd {
		return a.push(load(right, func(r *scenarios.Recording) tea.Cmd {
			return a.push(compare.New(l, r, compare.Options{Context: ctx, Look: a.look, Names: names(l, r), Entrants: entrants, Sizes: sizes}))
		}))
	})}
	return a
}

// beside shows the run of the player beside another that has something to say about it: a branch
// beside the run that it leaves, any other beside its partner.
func (a *App) beside(rec *scenarios.Recording) tea.Cmd {
	if rec.Parent != nil {
		return a.push(compare.New(rec.Parent, rec, compare.Options{Context: a.ctx, Look: a.look, Names: names(rec.Parent, rec)}))
	}
	plan, entrants := partner(rec)
	if plan == nil {
		plan = rec.Plan // nothing else would be of use; it says that the two do not differ
	}
	a.then = func(other *scenarios.Recording) tea.Cmd {
		return a.push(compare.New(rec, other, compare.Options{Context: a.ctx, Look: a.look, Names: names(rec, other), Entrants: entrants}))
	}
	return a.push(loading.New(a.ctx, plan, rec.Seed, a.look))
}

// names are what two runs are called: by their scenarios, and by what is different about them if
// those are the same.
func names(left, right *scenarios.Recording) [2]string {
	of := func(r *scenarios.Recording, other *scenarios.Recording) string {
		name := r.Plan.Scenario.Name()
		if name != other.Plan.Scenario.Name() {
			return name
		}
		for _, p := range r.Plan.Scenario.Params {
			if v := r.Result.Params[p.Name]; v != other.Result.Params[p.Name] {
				return name + " " + p.Name + "=" + fmt.Sprint(v)
			}
		}
		if len(r.Moves) > len(other.Moves) {
			if f := r.Moves[len(r.Moves)-1].Fault; f != nil {
				return name + ", " + f.String()
			}
			return name + ", " + compare.English.Say("branch")
		}
		return name
	}
	return [2]string{of(left, right), of(right, left)}
}

// partner is what a run can be compared with, and the locks for the chart if there are several. A
// lesson with a switch is compared with itself with the switch turned, a lock with the one that
// the lesson before has for the same job, and what has neither with longer times.
func partner(rec *scenarios.Recording) (*scenarios.Plan, []compare.Entrant) {
	s := rec.Plan.Scenario
	values := map[string]string{}
	for name, v := range rec.Result.Params {
		values[name] = fmt.Sprint(v)
	}
	if plan := altered(s, values, scenarios.Bool); plan != nil {
		return plan, nil
	}
	if other := neighbour(s); other != nil && crowd(s) {
		if plan, err := other.Bind(map[string]string{"n": values["n"]}); err == nil {
			return plan, []compare.Entrant{compare.Simulated(s.Name(), s, values, rec.Seed), compare.Simulated(other.Name(), other, nil, rec.Seed)}
		}
	}
	return altered(s, values, scenarios.Duration), nil
}

// altered is a scenario with another value for the first parameter of a type that takes one; nil if
// there is none.
func altered(s *scenarios.Scenario, values map[string]string, t scenarios.Type) *scenarios.Plan {
	for _, p := range s.Params {
		if p.Type != t {
			continue
		}
		other := maps.Clone(values)
		switch p.Type {
		case scenarios.Bool:
			other[p.Name] = strconv.FormatBool(values[p.Name] != "true")
		case scenarios.Duration:
			d, err := time.ParseDuration(values[p.Name])
			if err != nil {
				continue
			}
			other[p.Name] = (2 * d).String()
		}
		if plan, err := s.Bind(other); err == nil {
			return plan
		}
	}
	return nil
}

// neighbour is the lesson of the same chapter in which a crowd wants the lock, too: the one before,
// or else the one after; nil if there is none.
func neighbour(s *scenarios.Scenario) *scenarios.Scenario {
	names := scenarios.Names()
	at := slices.Index(names, s.Name())
	before, after := slices.Clone(names[:max(0, at)]), names[at+1:]
	slices.Reverse(before)
	for _, name := range append(before, after...) {
		other, err := scenarios.Lesson(name)
		if err == nil && other.Name() != s.Name() && other.Chapter == s.Chapter && crowd(other) {
			return other
		}
	}
	return nil
}

// crowd reports whether it can be chosen how many want the lock.
func crowd(s *scenarios.Scenario) bool {
	return slices.ContainsFunc(s.Params, func(p scenarios.Param) bool { return p.Name == "n" && p.Type == scenarios.Int })
}
