package realzk

import (
	"sync"
	"time"

	"lockstep/trace"
)

// member is a process over all of its lives.
type member struct {
	w     *World
	name  string
	node  trace.Node
	first int // the server that it tries first

	proc   *Process   // its present life; nil before it is started
	shown  trace.Proc // what the trace shows of it
	life   trace.Life
	clock  time.Duration // how far its wall clock was moved
	links  []link        // by server
	seized bool          // its session is being ended by force: it must not reconnect meanwhile

	// cond tells that something has changed for what waits inside the process's library: its
	// connection, a fault, its end.
	cond *sync.Cond
}

// link is what is wrong between a process and a server.
type link struct {
	cut       bool
	delay     time.Duration // added each way
	dropReply bool          // the next reply breaks the connection
}

// begin starts a life. The program runs once the session is being opened.
func (m *member) begin() error {
	p := &Process{m: m, cause: -1, orders: map[string]*source{}, timers: map[*timer]struct{}{}}
	if err := p.connect(); err != nil {
		return err
	}
	m.proc = p
	return nil
}

// event records something that happened in the process.
func (m *member) event(e trace.Event) int {
	e.Node = m.node
	if e.Kind != trace.Told {
		e.Peer = trace.NoNode
	}
	return m.w.add(e)
}

// show changes what the trace shows of the process.
func (m *member) show(change func(*trace.Proc)) {
	before := m.shown
	change(&m.shown)
	if now := m.shown; now != before {
		m.w.change(func(t *trace.Trace) { t.SetProc(m.node, now) })
	}
}

func (m *member) noLongerWaits() {
	m.show(func(s *trace.Proc) { s.Waiting, s.WaitOn = false, "" })
}

// cutOff reports whether no server can be reached.
func (m *member) cutOff() bool {
	for i := range m.links {
		if !m.links[i].cut {
			return false
		}
	}
	return true
}

// waitUntil waits on m.cond, no longer than to a moment; the zero time is no limit.
func (m *member) waitUntil(limit time.Time) { waitUntil(m.cond, limit) }

func waitUntil(cond *sync.Cond, limit time.Time) {
	if !limit.IsZero() {
		alarm := time.AfterFunc(time.Until(limit), func() {
			cond.L.Lock()
			defer cond.L.Unlock()
			cond.Broadcast()
		})
		defer alarm.Stop()
	}
	cond.Wait()
}
