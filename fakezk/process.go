package fakezk

import (
	"time"

	"lockstep/lock"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

// Process is what a program sees of its process: the world it may ask, and a session with
// the ensemble. It is a lock.Env.
type Process struct {
	rt      *sim.Runtime
	session Session
}

var _ lock.Env = (*Process)(nil)

// NewProcess makes a node that runs the program, with a session that connects to one of the
// servers. The session timeout is what it asks for; the server may clamp it.
func NewProcess(program func(*Process), servers []trace.Node, timeout time.Duration) *sim.Proc {
	n := &struct {
		sim.Proc
		client client
	}{client: client{servers: servers, timeout: timeout}}
	n.Proc = sim.MakeProc(func(rt *sim.Runtime) {
		p := &Process{rt: rt}
		p.session.connect(rt)
		program(p)
	}, &n.client)
	return &n.Proc
}

// ZK is the process's session.
func (p *Process) ZK() zk.Client { return &p.session }

// Phase reports how far the process has come with its job, and why.
func (p *Process) Phase(phase trace.ProcPhase, why string) { p.rt.Phase(phase, why) }

// Order is a source that fires when a driver gives the process this order.
func (p *Process) Order(name string) zk.Source { return source{p.rt.Order(name)} }

func (p *Process) Wait(sources ...zk.Source) zk.Source {
	list := p.rt.List(len(sources))
	for _, s := range sources {
		if s == nil {
			list = append(list, nil)
		} else {
			list = append(list, s.(interface{ sim() *sim.Source }).sim())
		}
	}
	return sources[p.rt.Wait(list...)]
}

func (p *Process) After(d time.Duration) zk.Source { return source{p.rt.After(d)} }

func (p *Process) Stop(timer zk.Source) { p.rt.Stop(timer.(source).Source) }

func (p *Process) Mark() lock.Mark { return lock.Mark(p.rt.Mark()) }

func (p *Process) Passed(since lock.Mark, d time.Duration) bool {
	return p.rt.Passed(int64(since), d)
}

// Now is the process's wall clock. Runs begin at Epoch.
func (p *Process) Now() time.Time { return Epoch.Add(p.rt.Clock()) }

func (p *Process) Go(_ string, task func()) { p.rt.Go(task) }

// Epoch is the date at which simulated runs begin.
var Epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
