package realzk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lockstep/fault"
	"lockstep/trace"
	"lockstep/zk"
)

// What each fault is on real servers:
//
//	crash       the process's tasks unwind without effect; what it had sent arrives, then the
//	            end of its connection
//	restart     the program begins anew, with a new session
//	pause       no task runs, the library's reads and writes do not return, no deadline or
//	            timer passes; resume lets it all come, in the order in which it was due
//	cut         the tap holds every frame, both ways, and refuses new connections after the
//	            time that a connect takes to give up; heal lets through what it held
//	delay       the tap holds every frame for a while
//	drop reply  the tap swallows the next reply and breaks the connection
//	expire      another connection takes the session over, by its id and password, and closes
//	            it: to the process that is the same as an expiry
//	close       the library closes the session
//	jump clock  Env.Now moves, and nothing else: neither servers nor library look at it

// Check says why a fault has no counterpart here. The servers are not the world's own, so
// nothing can be done to them as machines.
func (w *World) Check(f fault.Fault) error {
	node, peer := w.ends(f)
	_, atServer := w.serverNamed(node)
	_, toServer := w.serverNamed(peer)
	servers := make([]string, len(w.servers))
	for i := range w.servers {
		servers[i] = w.trace.Name(w.servers[i].node)
	}
	switch {
	case atServer && f.Kind.OnLink():
		return fmt.Errorf("%v: the links between servers are out of reach, expected a process at one end", f)
	case atServer:
		return fmt.Errorf("%v: the servers of a real ensemble that was running already are left alone, expected a process", f)
	case f.Kind.OnLink() && peer != "" && !toServer:
		return fmt.Errorf("%v: there is no link from a process to %q, expected a server: %s", f, peer, strings.Join(servers, ", "))
	case f.Kind == fault.Delay && f.By < 0:
		return fmt.Errorf("%v: nothing arrives before it is sent, expected 0 or more", f)
	}
	return nil
}

// ends gives the process of a link first, where the fault names it second.
func (w *World) ends(f fault.Fault) (node, peer string) {
	if _, atServer := w.serverNamed(f.Node); atServer && f.Kind.OnLink() && f.Peer != "" {
		return f.Peer, f.Node
	}
	return f.Node, f.Peer
}

func (w *World) serverNamed(name string) (int, bool) {
	i := slices.IndexFunc(w.servers, func(s server) bool { return w.trace.Name(s.node) == name })
	return i, i >= 0
}

// Inject breaks or mends something now. The error says why that is not possible.
func (w *World) Inject(f fault.Fault) error {
	if err := w.Check(f); err != nil {
		return err
	}
	node, peer := w.ends(f)
	m, err := w.member(node)
	if err != nil {
		return fmt.Errorf("%v: %w", f, err)
	}
	w.mu.Lock()
	err = w.inject(f, m, peer)
	w.mu.Unlock()
	w.flush()
	if err != nil {
		return fmt.Errorf("%v: %w", f, err)
	}
	return nil
}

func (w *World) inject(f fault.Fault, m *member, peer string) error {
	links := m.linksTo(peer)
	if why := m.impossible(f, links); why != "" {
		return errors.New(why)
	}
	e := trace.Event{Kind: trace.Fault, Node: m.node, Peer: trace.NoNode, Cause: -1, Text: f.String()}
	if f.Kind.OnLink() && len(links) == 1 {
		e.Peer = w.servers[links[0]].node
	}
	n := w.add(e)
	switch f.Kind {
	case fault.Crash:
		m.crash(n)
	case fault.Restart:
		// Nothing is left of the former life: not what it believed either.
		m.show(func(s *trace.Proc) { *s = trace.Proc{Life: trace.Crashed} })
		m.live(trace.Alive)
		return m.begin()
	case fault.Pause:
		m.live(trace.Paused)
	case fault.Resume:
		m.resume()
	case fault.JumpClock:
		m.clock += f.By
	case fault.Cut, fault.Heal:
		for _, i := range links {
			m.cut(i, f.Kind == fault.Cut)
		}
	case fault.Delay:
		for _, i := range links {
			m.links[i].delay = f.By
			m.showLink(i)
		}
	case fault.DropReply:
		for _, i := range links {
			m.links[i].dropReply = true
		}
	case fault.Expire:
		return m.proc.client.seize(n)
	case fault.Close:
		w.running.Add(1)
		go func() {
			defer w.running.Done()
			w.mu.Lock()
			defer w.mu.Unlock()
			m.proc.client.closeSession(n)
		}()
	}
	m.cond.Broadcast()
	return nil
}

// linksTo lists the links to a server, or all of them.
func (m *member) linksTo(server string) []int {
	if i, ok := m.w.serverNamed(server); ok {
		return []int{i}
	}
	all := make([]int, len(m.links))
	for i := range all {
		all[i] = i
	}
	return all
}

// impossible says why a fault cannot happen now, "" if it can.
func (m *member) impossible(f fault.Fault, links []int) string {
	isCut := func(i int) bool { return m.links[i].cut }
	running := m.proc != nil && m.life != trace.Crashed
	switch {
	case m.proc == nil && !f.Kind.OnLink() && f.Kind != fault.JumpClock:
		return "it has not been started"
	case f.Kind == fault.Crash && m.life == trace.Crashed:
		return "it has crashed already"
	case f.Kind == fault.Restart && m.life != trace.Crashed:
		return "it has not crashed"
	case f.Kind == fault.Pause && m.life != trace.Alive:
		return "it does not run"
	case f.Kind == fault.Resume && m.life != trace.Paused:
		return "it is not paused"
	case f.Kind == fault.Cut && !slices.ContainsFunc(links, func(i int) bool { return !isCut(i) }):
		return "it is cut off already"
	case f.Kind == fault.Heal && !slices.ContainsFunc(links, isCut):
		return "it is not cut off"
	case f.Kind == fault.Expire && m.lastSession() == nil:
		return "it has no session"
	case f.Kind == fault.Close && (!running || m.proc.client.state != zk.StateConnected || m.proc.client.closing):
		return "there is no connection"
	}
	return ""
}

// lastSession is the newest session of a process that is not known to be over.
func (m *member) lastSession() *session {
	var last *session
	for _, s := range m.w.sessions {
		if s.m == m && !s.over && (last == nil || s.id > last.id) {
			last = s
		}
	}
	return last
}

func (m *member) live(life trace.Life) {
	m.life = life
	m.show(func(s *trace.Proc) {
		if s.Life = life; life == trace.Crashed {
			s.Waiting, s.WaitOn = false, ""
		}
	})
}

// crash stops a process without a word. Its machine still closes its connection.
func (m *member) crash(fault int) {
	m.live(trace.Crashed)
	m.proc.client.cause = fault
	m.proc.kill()
	m.w.haunt(m.lastSession())
}

// resume lets what came during a pause come now, in its order: what arrived, as the library
// reads it, and timers that came due, between.
func (m *member) resume() {
	m.live(trace.Alive)
	p := m.proc
	if x := p.client.conn; x == nil || !x.nearOpen || len(x.down) == 0 {
		p.unpark(time.Time{})
	}
	p.dispatch()
}

// cut makes a link silent, or lets it work again: then what was held arrives.
func (m *member) cut(server int, cut bool) {
	if m.links[server].cut == cut {
		return
	}
	m.links[server].cut = cut
	m.showLink(server)
	if !cut {
		return
	}
	for _, x := range m.w.conns {
		if x.m == m && x.server == server {
			x.loseOpening()
		}
	}
}

func (m *member) showLink(server int) {
	key := trace.NewLinkKey(m.node, m.w.servers[server].node)
	l := trace.Link{Cut: m.links[server].cut, Delay: trace.Time(m.links[server].delay)}
	m.w.change(func(t *trace.Trace) { t.SetLink(key, l) })
}

// loseOpening loses a connect request that was on its way when the link was cut.
func (x *conn) loseOpening() {
	if len(x.up) > 0 && x.up[0].msg.Class == trace.Open {
		x.loseUp(x.up[0])
		x.up = x.up[1:]
	}
}

// seize ends the session by force: another connection takes it over, with its password, and
// closes it. The process learns of it when it comes back.
func (c *client) seize(fault int) error {
	w, s := c.w, c.m.lastSession()
	s.seized, s.fault = true, fault
	c.m.seized = true // taking over closes the process's connection: it must not take it back
	defer func() {
		s.seized = false
		c.m.seized = false
		c.m.cond.Broadcast()
	}()
	req := zk.ConnectRequest{Timeout: int32(s.timeout.Milliseconds()), Session: s.id, Password: s.password}
	addr := w.servers[s.conn.server].addr
	w.mu.Unlock()
	r, err := dialRaw(w.ctx, addr, req, nil)
	var zxid int64
	if err == nil {
		zxid, err = r.close()
	}
	w.mu.Lock()
	if err != nil {
		return fmt.Errorf("ending the session at %s: %w", addr, err)
	}
	s.expire(zxid)
	return nil
}
