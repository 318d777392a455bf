package scenarios

import (
	"context"
	"fmt"
	"time"

	"lockstep/fakezk"
	"lockstep/fakezk/zkcore"
	"lockstep/fault"
	"lockstep/sim"
	"lockstep/trace"
)

// Simulation is the simulated backend: a world with the fake ensemble, driven in virtual
// time.
type Simulation struct {
	world         *sim.World
	tick, timeout time.Duration
}

var _ Backend = (*Simulation)(nil)

// Simulate builds a simulated world. With histories it can be cloned.
func Simulate(s Setup, histories bool) (*Simulation, error) {
	if s.Servers > 1 {
		return nil, fmt.Errorf("%d servers: the simulated ensemble has one server so far", s.Servers)
	}
	t := trace.New(s.Keep)
	t.Limit = s.Limit
	w := sim.New(t, sim.Options{Seed: s.Seed, Latency: s.Latency, Jitter: s.Jitter, Histories: histories})
	server := trace.Node(len(s.Processes))
	for _, name := range s.Processes {
		w.Add(name, trace.Process, fakezk.NewProcess(func(p *fakezk.Process) { s.Program(p) }, []trace.Node{server}, s.Timeout))
	}
	zk := fakezk.NewServer(zkcore.Options{ServerID: 1, Tick: s.Tick.Milliseconds(), Seed: s.Seed,
		Epoch: fakezk.Epoch.UnixMilli()})
	w.Add("zk", trace.Server, zk)
	w.Start(server)
	if err := zk.Provide(w.Place(server), s.Root); err != nil {
		return nil, err
	}
	return &Simulation{w, s.Tick, min(max(s.Timeout, 2*s.Tick), 20*s.Tick)}, nil
}

// World is the simulated world, for a driver that picks its own steps.
func (s *Simulation) World() *sim.World { return s.world }

// Clone gives an independent simulation with the same past.
func (s *Simulation) Clone() *Simulation { return &Simulation{s.world.Clone(), s.tick, s.timeout} }

func (s *Simulation) Name() string                          { return "sim" }
func (s *Simulation) Trace() *trace.Trace                   { return s.world.Trace() }
func (s *Simulation) Check(fault.Fault) error               { return nil }
func (s *Simulation) Timing() (tick, timeout time.Duration) { return s.tick, s.timeout }

func (s *Simulation) node(name string) (trace.Node, error) {
	n, ok := s.Trace().NodeNamed(name)
	if !ok {
		return n, fmt.Errorf("there is no %q", name)
	}
	return n, nil
}

func (s *Simulation) Start(process string) error {
	n, err := s.node(process)
	if err == nil {
		s.world.Start(n)
	}
	return err
}

func (s *Simulation) Order(process, order string) error {
	n, err := s.node(process)
	if err != nil {
		return err
	}
	return s.world.Order(n, order)
}

func (s *Simulation) Inject(f fault.Fault) error { return s.world.Inject(f) }

func (s *Simulation) Say(text string) { s.world.Say(text) }

func (s *Simulation) RunUntil(ctx context.Context, condition func() bool) (bool, error) {
	for steps := 0; ; steps++ {
		if condition != nil && condition() {
			return true, nil
		}
		if s.rested() {
			return false, nil
		}
		if steps&0xfff == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if !s.world.Step() {
			return false, nil
		}
	}
}

// Settled reports whether nothing but heartbeats is under way, and nobody who can reach a server
// is still looking for one.
func (s *Simulation) Settled() bool {
	if !s.world.Quiet() {
		return false
	}
	if s.Trace().Summary().Seeking == 0 {
		return true
	}
	server := trace.Node(len(s.Trace().Nodes) - 1)
	for n, p := range s.Trace().Head().Procs {
		if p.Seeks() && s.world.Reachable(trace.Node(n), server) {
			return false
		}
	}
	return true
}

// rested reports whether nothing but heartbeats is left: for so long that the server would
// have ended the session of whoever is silent, and that whoever looks for a server would have
// found one.
func (s *Simulation) rested() bool {
	idle, window := s.world.Idle(), s.timeout+2*s.tick
	if idle <= window {
		return false
	}
	return s.Trace().Summary().Seeking == 0 || idle > window+fakezk.Reconnect
}

// RunToEvent lets the world go on until so many events have happened, also past its rest, where
// only heartbeats happen. It reports false when not even they do any more.
func (s *Simulation) RunToEvent(ctx context.Context, events int) (bool, error) {
	for steps := 0; s.Trace().Len() < events; steps++ {
		if steps&0xfff == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if s.stalled() || !s.world.Step() {
			return false, nil
		}
	}
	return true, nil
}

// stalled reports whether nothing at all happens any more: for longer than it is between two
// heartbeats, or two rounds of a server that clears up.
func (s *Simulation) stalled() bool {
	return s.rested() && s.world.Now().Sub(s.Trace().End()) > s.timeout+10*time.Minute
}

func (s *Simulation) RunFor(ctx context.Context, d time.Duration) error {
	end := s.world.Now().Add(d)
	for steps := 0; ; steps++ {
		if at, ok := s.world.NextAt(); !ok || at > end {
			s.world.Advance(end)
			return nil
		}
		if steps&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.world.Step()
	}
}

func (s *Simulation) Close() error {
	s.world.Close()
	return nil
}
