package realzk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// Config describes a world.
type Config struct {
	Servers   []string       // addresses of the ensemble's servers, host:port
	Processes []string       // names
	Program   func(*Process) // what each process runs
	Root      string         // the lock's directory as processes see it, made before they start
	Tick      time.Duration  // the servers' tickTime; 0: it is found out
	Timeout   time.Duration  // the session timeout that processes ask for
	Limit     int            // how many may hold at once, 1 if 0
	Keep      bool           // keep the trace's events, rather than count them
}

// mostTimeout is the longest session timeout that can be asked for: the protocol counts
// milliseconds in 32 bits.
const mostTimeout = (1<<31 - 1) * time.Millisecond

func (c *Config) check() error {
	switch {
	case len(c.Servers) == 0:
		return errors.New("realzk: no servers, expected at least one address")
	case len(c.Processes) == 0:
		return errors.New("realzk: no processes, expected at least one name")
	case c.Program == nil:
		return errors.New("realzk: no program")
	case !zk.ValidPath(c.Root):
		return fmt.Errorf("realzk: the root %q is not a path", c.Root)
	case c.Timeout < time.Millisecond || c.Timeout > mostTimeout:
		return fmt.Errorf("realzk: a session timeout of %v, expected 1ms to %v", c.Timeout, mostTimeout)
	case c.Tick < 0:
		return fmt.Errorf("realzk: a tick of %v, expected 0 or more", c.Tick)
	}
	for i, name := range c.Processes {
		if name == "" || slices.Contains(c.Processes[:i], name) {
			return fmt.Errorf("realzk: the process name %q, expected each name once and none empty", name)
		}
	}
	return nil
}

// World is a run against real servers. The exported methods are for its driver: one
// goroutine, one call at a time.
type World struct {
	cfg     Config
	chroot  chroot
	tick    time.Duration
	start   time.Time
	servers []server
	members []*member
	news    chan struct{}

	// Of the driver alone.
	trace      *trace.Trace
	unwritten  []entry
	evaluating bool // a condition of RunUntil
	closeError error
	closed     bool

	// mu guards everything below, and all of members, processes, clients and connections.
	mu       sync.Mutex
	recorded []entry
	events   int // recorded so far
	closing  bool
	tree     tree
	sessions map[int64]*session
	conns    []*conn // those of which something may still come, oldest first
	observer *observer
	timeout  time.Duration   // the session timeout that the servers grant
	skipped  map[string]bool // directories in which a znode is missing that a request under way may have deleted

	running sync.WaitGroup // every goroutine that belongs to a process or a connection
	ctx     context.Context
	cancel  context.CancelFunc
}

// server is one of the ensemble's.
type server struct {
	addr string
	node trace.Node
}

// New connects to the ensemble and prepares a world in it. No process runs yet. If ctx ends
// before New returns, nothing is left on the servers; afterwards ctx has no influence. An
// error about the servers is an [*UnusableError].
func New(ctx context.Context, cfg Config) (*World, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	w := newWorld(cfg)
	if err := w.open(ctx); err != nil {
		w.cancel()
		return nil, err
	}
	return w, nil
}

// newWorld builds a world that knows no server by more than its name.
func newWorld(cfg Config) *World {
	w := &World{
		cfg: cfg, chroot: newChroot(), tick: cfg.Tick, timeout: cfg.Timeout, start: time.Now(),
		trace: trace.New(cfg.Keep), news: make(chan struct{}, 1),
		sessions: map[int64]*session{}, skipped: map[string]bool{},
	}
	w.trace.Limit = max(cfg.Limit, 1)
	w.tree = tree{w: w, nodes: map[string]*znode{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	for i, name := range cfg.Processes {
		w.members = append(w.members, &member{
			w: w, name: name, node: w.trace.AddNode(name, trace.Process), cond: sync.NewCond(&w.mu),
			links: make([]link, len(cfg.Servers)), first: i % max(len(cfg.Servers), 1),
		})
	}
	for i, addr := range cfg.Servers {
		name := "zk"
		if len(cfg.Servers) > 1 {
			name += strconv.Itoa(i + 1)
		}
		w.servers = append(w.servers, server{withPort(addr), w.trace.AddNode(name, trace.Server)})
	}
	w.observer = newObserver(w)
	return w
}

// open makes the world's znodes and begins to observe them.
func (w *World) open(ctx context.Context) error {
	own, err := w.dialAny(ctx, "connecting", w.observer.event)
	if err != nil {
		return err
	}
	if err = w.learn(ctx, own.nc.RemoteAddr().String()); err == nil {
		err = w.prepare(own, w.cfg.Root)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		own.close()
		return errors.Join(err, w.cleanUp())
	}
	go w.observer.run(own)
	return nil
}

// Name is what results call this backend.
func (w *World) Name() string { return "zk" }

// Trace is what has happened, up to what the last call has written into it.
func (w *World) Trace() *trace.Trace { return w.trace }

// Timing is the servers' tickTime, and the session timeout that they grant.
func (w *World) Timing() (tick, timeout time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tick, w.timeout
}

// Say puts a line of the narrator into the trace.
func (w *World) Say(text string) {
	w.mu.Lock()
	w.add(trace.Event{Kind: trace.Say, Node: trace.NoNode, Peer: trace.NoNode, Cause: -1, Text: text})
	w.mu.Unlock()
	w.flush()
}

// member finds a process by its name.
func (w *World) member(name string) (*member, error) {
	for _, m := range w.members {
		if m.name == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no process %q, expected one of %s", name, strings.Join(w.cfg.Processes, ", "))
}

// Start lets a process begin its program.
func (w *World) Start(process string) error {
	m, err := w.member(process)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if m.proc != nil {
		return fmt.Errorf("%s has been started already", process)
	}
	return m.begin()
}

// Order gives a process an order.
func (w *World) Order(process, order string) error {
	m, err := w.member(process)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case m.proc == nil:
		return fmt.Errorf("%s %s: it has not been started", order, process)
	case m.life == trace.Crashed:
		return fmt.Errorf("%s %s: it has crashed", order, process)
	}
	m.proc.order(order).fire(-1)
	return nil
}

// Close ends every process and its session, closes all connections, and removes from the
// servers what the world has made there. It takes a few seconds at most.
func (w *World) Close() error {
	if w.closed {
		return w.closeError
	}
	w.closed = true
	w.flush()
	w.mu.Lock()
	w.closing = true
	for _, m := range w.members {
		if m.proc != nil {
			m.proc.kill()
		}
	}
	for _, c := range slices.Clone(w.conns) {
		c.shut()
	}
	w.mu.Unlock()
	w.cancel()
	ended := make(chan struct{})
	go func() {
		w.running.Wait()
		<-w.observer.ended
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(cleanUpWithin):
		w.closeError = errors.New("a process does not end: its program runs without calling anything that blocks")
	}
	w.closeError = errors.Join(w.closeError, w.cleanUp())
	return w.closeError
}
