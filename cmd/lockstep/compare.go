package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/trace/story"
)

func newCompare() *cobra.Command {
	var c common
	var ns []int
	var onScreen bool
	cmd := &cobra.Command{
		Use:   "compare A B…",
		Short: "Compare what the same job costs with two locks or more",
		Long: `Run two or more scenarios with growing numbers of contenders, and compare how many
requests each needs. The scenarios must have a parameter n. Every figure is counted in a
run; the crossover is searched for by running the sizes in between.

With --tui the first two are shown side by side on the screen, step by step, above a chart of
all.`,
		Example: `  lockstep compare herd queue
  lockstep compare herd queue children --n 2,3,4,10,100
  lockstep compare herd queue --tui
  lockstep compare herd queue --n 2,5,10 --on zk://127.0.0.1:2181`,
		Args:              twoScenarios,
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, n := range ns {
				if n < 1 {
					return fmt.Errorf("--n %d: expected numbers from 1 up", n)
				}
			}
			slices.Sort(ns)
			ns = slices.Compact(ns)
			if onScreen {
				return compareOnScreen(cmd, &c, args, ns)
			}
			cmp, err := tabulate(cmd, &c, args, ns)
			if err != nil {
				return err
			}
			if c.format == "json" {
				return printJSON(cmd.OutOrStdout(), cmp)
			}
			cmp.print(cmd.OutOrStdout())
			return nil
		},
	}
	c.register(cmd, "text", "json")
	cmd.Flags().IntSliceVar(&ns, "n", []int{2, 3, 4, 10, 100}, "how many contenders")
	cmd.Flags().BoolVar(&onScreen, "tui", false, "step through the first two side by side, on the screen")
	keepApart(cmd, "tui", "format", "on")
	return cmd
}

// comparison is the same job by several locks.
type comparison struct {
	Scenarios []string `json:"scenarios"`
	Rows      []row    `json:"rows"`
	// Crossovers are the sizes from which on a later scenario needs fewer requests than the
	// first.
	Crossovers []crossover `json:"crossovers"`
}

type row struct {
	N     int    `json:"n"`
	Costs []cost `json:"costs"` // one for each scenario
}

type cost struct {
	Requests    int `json:"requests"`
	WatchEvents int `json:"watch_events"`
	Messages    int `json:"messages"`
}

type crossover struct {
	From    string `json:"from"`
	To      string `json:"to"`
	N       int    `json:"n"`
	Cheaper string `json:"cheaper"` // always, "" if it changes at N
}

// bench runs scenarios and remembers what they cost.
type bench struct {
	ctx      context.Context
	flags    *common
	entrants map[string]*entrant
}

type entrant struct {
	scenario *scenarios.Scenario
	costs    map[int]cost // by n, as far as known
}

// newBench finds the scenarios.
func newBench(cmd *cobra.Command, c *common, names []string) (*bench, error) {
	b := &bench{cmd.Context(), c, map[string]*entrant{}}
	for _, name := range names {
		if b.entrants[name] == nil {
			s, err := find(cmd, name)
			if err != nil {
				return nil, err
			}
			b.entrants[name] = &entrant{s, map[int]cost{}}
		}
	}
	return b, nil
}

// tabulate runs every scenario at every size, and looks for the crossovers.
func tabulate(cmd *cobra.Command, c *common, names []string, ns []int) (*comparison, error) {
	b, err := newBench(cmd, c, names)
	if err != nil {
		return nil, err
	}
	cmp := &comparison{Scenarios: names, Crossovers: []crossover{}}
	for _, n := range ns {
		r := row{N: n}
		for _, name := range names {
			k, err := b.cost(name, n)
			if err != nil {
				return nil, err
			}
			r.Costs = append(r.Costs, k)
		}
		cmp.Rows = append(cmp.Rows, r)
	}
	for i := 1; i < len(names); i++ {
		x, err := b.crossover(cmp, names[0], names[i], i)
		if err != nil {
			return nil, err
		}
		cmp.Crossovers = append(cmp.Crossovers, x)
	}
	return cmp, nil
}

// cost runs a scenario with n contenders, without keeping its events.
func (b *bench) cost(name string, n int) (cost, error) {
	e := b.entrants[name]
	if k, ok := e.costs[n]; ok {
		return k, nil
	}
	plan, err := b.flags.bind(e.scenario, "n="+strconv.Itoa(n))
	if err != nil {
		return cost{}, err
	}
	r, backend, err := b.flags.perform(b.ctx, plan, false)
	if err != nil {
		return cost{}, err
	}
	backend.Close()
	if !r.OK() {
		for _, x := range r.Expectations {
			if !x.OK {
				return cost{}, &exitError{expectationFailed, fmt.Errorf("%s with n=%d: %s: got %v", name, n, x.Text, x.Got)}
			}
		}
	}
	k := cost{r.Requests["total"], r.WatchEvents, r.Messages}
	e.costs[n] = k
	return k, nil
}

// crossover finds where the other scenario becomes cheaper than the first: it halves the gap
// between the two sizes of the table where that changes.
func (b *bench) crossover(cmp *comparison, first, other string, column int) (crossover, error) {
	cheaper := func(r row) bool { return r.Costs[column].Requests < r.Costs[0].Requests }
	x := crossover{From: first, To: other}
	last := len(cmp.Rows) - 1
	// The last change in the table is the one that lasts.
	at := last
	for at > 0 && cheaper(cmp.Rows[at-1]) == cheaper(cmp.Rows[last]) {
		at--
	}
	if at == 0 {
		x.Cheaper = first
		if cheaper(cmp.Rows[last]) {
			x.Cheaper = other
		}
		return x, nil
	}
	if !cheaper(cmp.Rows[last]) {
		x.From, x.To = other, first
	}
	low, high := cmp.Rows[at-1].N, cmp.Rows[at].N
	for high-low > 1 {
		mid := (low + high) / 2
		a, err := b.cost(first, mid)
		if err != nil {
			return x, err
		}
		o, err := b.cost(other, mid)
		if err != nil {
			return x, err
		}
		if (o.Requests < a.Requests) == cheaper(cmp.Rows[last]) {
			high = mid
		} else {
			low = mid
		}
	}
	x.N = high
	return x, nil
}

func (c *comparison) print(w io.Writer) {
	paint := newPainter()
	width := 10
	for _, name := range c.Scenarios {
		width = max(width, len(name)+2)
	}
	fmt.Fprintf(w, "Requests, and watch events, for n contenders to take the lock once each\n\n")
	fmt.Fprintf(w, "%7s", "n")
	for _, name := range c.Scenarios {
		fmt.Fprintf(w, "  %*s %9s", width, name, "events")
	}
	fmt.Fprintln(w)
	for _, r := range c.Rows {
		fmt.Fprintf(w, "%7d", r.N)
		for _, k := range r.Costs {
			fmt.Fprintf(w, "  %*d %9d", width, k.Requests, k.WatchEvents)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	c.chart(w, paint)
	fmt.Fprintln(w)
	for _, x := range c.Crossovers {
		switch {
		case x.Cheaper != "":
			other := x.From
			if other == x.Cheaper {
				other = x.To
			}
			fmt.Fprintf(w, "%s needs no more requests than %s at every size above.\n", paint.good(x.Cheaper), other)
		default:
			fmt.Fprintf(w, "From n = %d on, %s needs fewer requests than %s.\n", x.N, paint.good(x.To), x.From)
		}
	}
}

// chartWidth is how many cells the longest bar takes.
const chartWidth = 48

// chart draws a bar for each scenario at each size. When the largest figure would leave
// nothing of the smallest, the scale is logarithmic, and says so.
func (c *comparison) chart(w io.Writer, paint painter) {
	least, most, name := math.MaxInt, 1, 0
	for _, r := range c.Rows {
		for _, k := range r.Costs {
			least, most = min(least, max(1, k.Requests)), max(most, k.Requests)
		}
	}
	for _, s := range c.Scenarios {
		name = max(name, len(s))
	}
	log := most/least > chartWidth
	scale := func(v int) float64 { return float64(v) / float64(most) }
	if log {
		fmt.Fprintln(w, "requests (logarithmic)")
		scale = func(v int) float64 { return math.Log1p(float64(v)) / math.Log1p(float64(most)) }
	} else {
		fmt.Fprintln(w, "requests")
	}
	for _, r := range c.Rows {
		for i, k := range r.Costs {
			n := ""
			if i == 0 {
				n = strconv.Itoa(r.N)
			}
			bar := paint.line([]story.Sort{story.Bad, story.Hold, story.Event, story.Wait}[i%4], bar(scale(k.Requests)))
			fmt.Fprintf(w, "%7s  %-*s %s %d\n", n, name, c.Scenarios[i], bar, k.Requests)
		}
	}
}

// bar draws a part of the chart's width in eighths of a cell.
func bar(part float64) string {
	eighths := int(math.Round(part * chartWidth * 8))
	b := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 || b == "" {
		b += string([]rune("▏▏▎▍▌▋▊▉")[rest])
	}
	return b
}
