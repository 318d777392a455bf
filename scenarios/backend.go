package scenarios

import (
	"context"
	"time"

	"lockstep/fault"
	"lockstep/lock"
	"lockstep/trace"
	"lockstep/zk"
)

// Process is what a process's program sees of its world.
type Process interface {
	lock.Env
	// ZK is its session with the ensemble. The session is being opened when the program
	// begins; the first call waits for it.
	ZK() zk.Client
	// Phase reports how far the process has come with its job, and why.
	Phase(phase trace.ProcPhase, why string)
	// Order is a source that fires once each time the script gives the process this order.
	Order(name string) zk.Source
}

// Backend is a world in which a plan runs. Its methods are called by one goroutine, one at
// a time. What happens in it goes to its trace and nowhere else.
type Backend interface {
	// Name is how the world is called in results: "sim", "zk".
	Name() string
	// Check says why a fault has no counterpart in this world, before anything runs.
	Check(fault.Fault) error
	// Start lets a process begin its program.
	Start(process string) error
	// Order gives a process an order.
	Order(process, order string) error
	// Inject breaks or mends something now. The error says why that is not possible.
	Inject(fault.Fault) error
	// Say puts a line of the narrator into the trace.
	Say(text string)
	// RunUntil lets the world go on until the condition holds. It reports false when the run
	// ends first: nothing but heartbeats has happened for a session timeout and two ticks.
	// The condition reads the trace's head; it is called after every event or batch of events,
	// never while the trace is being written. A nil condition never holds.
	RunUntil(ctx context.Context, condition func() bool) (bool, error)
	// RunFor lets the world go on for a time.
	RunFor(ctx context.Context, d time.Duration) error
	// Settled reports whether nothing of the lock's own traffic is in flight, nobody who can reach
	// a server is still looking for one, and every waiter's watch is armed on the newest state.
	Settled() bool
	// Timing is what the servers really use: their tickTime, and the session timeout that they
	// grant the processes.
	Timing() (tick, timeout time.Duration)
	// Trace is what has happened. Between calls it may be read.
	Trace() *trace.Trace
	// Close ends everything that still runs and cleans up.
	Close() error
}

// Setup says what a backend has to provide.
type Setup struct {
	Processes []string
	Program   func(Process) // what each process runs
	Servers   int
	Root      string        // the lock's directory, which exists when the first process starts
	Tick      time.Duration // the servers' tickTime
	Timeout   time.Duration // session timeout that processes ask for
	Latency   time.Duration // of a simulated network, each way
	Jitter    time.Duration
	Seed      uint64
	Keep      bool // keep the trace's events, rather than count them
	Limit     int  // how many processes may hold at once
}
