package realzk_test

import (
	"fmt"
	"testing"
	"time"

	"lockstep/realzk"
	"lockstep/trace"
)

// What n contenders cost that arrive one by one and each take the lock once, and how many
// watch events they see.
var costs = []struct {
	recipe   string
	requests func(n int) int
	events   func(n int) int
}{
	{"herd", func(n int) int { return n*n + n }, func(n int) int { return n * (n - 1) / 2 }},
	{"queue", func(n int) int { return 5*n - 2 }, func(n int) int { return n - 1 }},
	{"children", func(n int) int { return n*n + n + 1 }, func(n int) int { return n*n - n + 1 }},
}

func testCounts(t *testing.T, addrs []string) {
	for _, c := range costs {
		for _, n := range []int{2, 5, 10} {
			t.Run(fmt.Sprint(c.recipe, " ", n), func(t *testing.T) {
				d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(n), Program: contender(c.recipe), Timeout: 4 * time.Second})
				for _, name := range names(n) {
					d.start(name)
					d.settle()
				}
				for range n {
					holders := d.Trace().Head().Believers()
					if len(holders) != 1 {
						t.Fatalf("%d processes hold, want 1\n%s", len(holders), d.story())
					}
					d.order(d.Trace().Name(holders[0]), "release")
					d.settle()
				}
				counts := d.Trace().Head().Counts
				if got, want := counts.Total(), c.requests(n); got != want {
					t.Errorf("%d requests, want %d\n%s", got, want, d.story())
				}
				if got, want := counts.Notices, c.events(n); got != want {
					t.Errorf("%d watch events, want %d\n%s", got, want, d.story())
				}
				if got := counts.Closed; got != n {
					t.Errorf("%d sessions closed, want %d", got, n)
				}
				for _, name := range names(n) {
					if p := d.proc(name); p.Phase != trace.Done {
						t.Errorf("%s is %v, want done", name, p.Phase)
					}
				}
			})
		}
	}
}
