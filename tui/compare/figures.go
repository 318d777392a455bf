package compare

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/chart"
)

// Entrant is one of the locks in the chart.
type Entrant struct {
	Name string
	// Requests runs the lock with n contenders and counts what they ask for. It is called by one
	// goroutine at a time.
	Requests func(ctx context.Context, n int) (int, error)
}

// Simulated is the entrant of a scenario with a parameter n. Its other parameters have the values
// given.
func Simulated(name string, s *scenarios.Scenario, values map[string]string, seed uint64) Entrant {
	return Entrant{name, func(ctx context.Context, n int) (int, error) {
		all := map[string]string{}
		for k, v := range values {
			all[k] = v
		}
		all["n"] = strconv.Itoa(n)
		plan, err := s.Bind(all)
		if err != nil {
			return 0, err
		}
		world, err := scenarios.Simulate(plan.Setup(seed, false), false)
		if err != nil {
			return 0, err
		}
		defer world.Close()
		r, err := scenarios.Run(ctx, plan, world, seed)
		if err != nil {
			return 0, err
		}
		return r.Requests["total"], nil
	}}
}

// figure is what a lock costs at a size.
type figure struct {
	of        *Model
	n, column int
	requests  int
	counted   bool
}

// measure starts to count the next figure of the chart, aside.
func (m *Model) measure() tea.Cmd {
	m.counting = ""
	if m.chart == nil || m.ctx.Err() != nil {
		return nil
	}
	n, column, ok := m.chart.Next()
	if !ok {
		return nil
	}
	e := m.opts.Entrants[column]
	m.counting = m.say("chart.counting", "name", e.Name, "n", strconv.Itoa(n))
	return func() tea.Msg {
		requests, err := e.Requests(m.ctx, n)
		return figure{m, n, column, requests, err == nil}
	}
}

// counted takes up a figure, and goes on with the next.
func (m *Model) counted(f figure) tea.Cmd {
	if m.ctx.Err() != nil {
		return nil
	}
	if !f.counted {
		f.requests = chart.Failed
	}
	m.chart.Set(f.n, f.column, f.requests)
	return m.measure()
}
