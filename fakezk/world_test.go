package fakezk_test

import (
	"fmt"
	"testing"
	"time"

	"lockstep/fakezk"
	"lockstep/fakezk/zkcore"
	"lockstep/fault"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

const ms = time.Millisecond

// stage is a world with one server and the processes of a test.
type stage struct {
	*testing.T
	*sim.World
	said []string // what the programs reported
}

type program = func(p *fakezk.Process, say func(string, ...any))

// newStage starts the programs, which are called a, b, …, with sessions of timeout T at a
// server whose tick is 2 s.
func newStage(t *testing.T, timeout time.Duration, programs ...program) *stage {
	s := &stage{T: t}
	s.World = sim.New(trace.New(true), sim.Options{Latency: ms})
	server := trace.Node(len(programs))
	for i, run := range programs {
		name := string(rune('a' + i))
		say := func(format string, args ...any) {
			s.said = append(s.said, name+": "+fmt.Sprintf(format, args...))
		}
		s.Add(name, trace.Process, fakezk.NewProcess(func(p *fakezk.Process) { run(p, say) }, []trace.Node{server}, timeout))
	}
	zk := fakezk.NewServer(zkcore.Options{ServerID: 1, Tick: 2000})
	s.Add("zk", trace.Server, zk)
	s.Start(server)
	if err := zk.Provide(s.Place(server), "/d"); err != nil {
		t.Fatal(err)
	}
	for i := range programs {
		s.Start(trace.Node(i))
	}
	t.Cleanup(s.Close)
	return s
}

// until lets the world go on to a moment.
func (s *stage) until(at time.Duration) {
	for {
		if next, ok := s.NextAt(); !ok || next > trace.Time(at) {
			s.Advance(trace.Time(at))
			return
		}
		s.Step()
	}
}

func (s *stage) inject(kind fault.Kind, node string) {
	s.Helper()
	if err := s.Inject(fault.Fault{Kind: kind, Node: node}); err != nil {
		s.Fatal(err)
	}
}

// expect compares what the programs reported.
func (s *stage) expect(want ...string) {
	s.Helper()
	if fmt.Sprint(s.said) != fmt.Sprint(want) {
		s.Errorf("\n got %q\nwant %q", s.said, want)
	}
}

func (s *stage) view(node int) trace.View { return s.Trace().Head().Procs[node].View }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func sleep(p *fakezk.Process, d time.Duration) { p.Wait(p.After(d)) }

func create(c zk.Client, path string, mode zk.Mode) string { return must(c.Create(path, nil, mode)) }
