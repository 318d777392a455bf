package scenarios_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/realzk"
	"lockstep/scenarios"
)

// The lessons run on a real server as they run in the simulated world: the same requests, the
// same events, the same holders, and times that fall in the same windows.
func TestRealServerAgrees(t *testing.T) {
	e := ensembletest.Start(t, ensemble.Config{Servers: 1, TickTime: 500 * time.Millisecond})
	type run struct {
		name   string
		values map[string]string
	}
	var runs []run
	for _, n := range []int{2, 5, 10, 50} {
		for _, name := range []string{"herd", "queue", "children"} {
			if name == "children" && n > 20 {
				n = 20
			}
			runs = append(runs, run{name, map[string]string{"n": fmt.Sprint(n)}})
		}
	}
	short := map[string]string{"timeout": "2s", "tick": "500ms"}
	runs = append(runs, run{"crash-ephemeral", short}, run{"session-expiry", short},
		run{"predecessor-died", nil}, run{"predecessor-died", map[string]string{"fixed": "true"}}, run{"crash-persistent", nil})
	for _, r := range runs {
		t.Run(fmt.Sprint(r.name, r.values), func(t *testing.T) {
			t.Parallel()
			s, err := scenarios.Lesson(r.name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Bind(r.values)
			if err != nil {
				t.Fatal(err)
			}
			fake, real := simulate(t, p), onServers(t, p, e.Addrs())
			for _, x := range real.Expectations {
				if !x.OK {
					t.Errorf("line %d: %s: got %v", x.Line, x.Text, x.Got)
				}
			}
			type counted struct {
				Requests, Failed     map[string]int
				WatchEvents          int
				Messages             int
				Session              scenarios.SessionCounts
				Acquired, Waiting    []string
				MaxHolders, Overlaps int
			}
			counts := func(r *scenarios.Result) counted {
				return counted{r.Requests, r.Failed, r.WatchEvents, r.Messages, r.Session, r.Acquired, r.Waiting,
					r.MaxHolders, len(r.Violations)}
			}
			got, want := counts(real), counts(fake)
			if r.name == "herd" || r.name == "crash-ephemeral" {
				// Which of the woken is first, no rule says.
				got.Acquired, want.Acquired = nil, nil
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("\nreal %+v\nfake %+v", got, want)
			}
		})
	}
}

func simulate(t *testing.T, p *scenarios.Plan) *scenarios.Result {
	t.Helper()
	w, err := scenarios.Simulate(p.Setup(1, false), false)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return perform(t, p, w)
}

func onServers(t *testing.T, p *scenarios.Plan, servers []string) *scenarios.Result {
	t.Helper()
	s := p.Setup(1, false)
	w, err := realzk.New(context.Background(), realzk.Config{
		Servers: servers, Processes: s.Processes, Program: func(p *realzk.Process) { s.Program(p) },
		Root: s.Root, Timeout: s.Timeout, Limit: s.Limit, Keep: s.Keep,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}()
	return perform(t, p, w)
}

func perform(t *testing.T, p *scenarios.Plan, b scenarios.Backend) *scenarios.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r, err := scenarios.Run(ctx, p, b, 1)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
