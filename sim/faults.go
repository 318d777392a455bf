package sim

import (
	"fmt"

	"lockstep/fault"
	"lockstep/trace"
)

// Sufferer is a node that knows faults of its own kind, such as a server that can expire
// a session.
type Sufferer interface {
	// Can says why the fault is not possible now, nil if it is.
	Can(Place, fault.Fault) error
	Suffer(Place, fault.Fault) error
}

// Can says why a fault is not possible now, nil if it is. It is the rule that Inject goes by.
func (w *World) Can(f fault.Fault) error {
	_, err := w.aim(f)
	return err
}

// aimed is a fault and whom it hits.
type aimed struct {
	node     trace.Node
	peers    []trace.Node
	sufferer Sufferer // of a fault that the world does not know itself
	at       trace.Node
}

// aim finds whom a fault hits, and why it cannot.
func (w *World) aim(f fault.Fault) (aimed, error) {
	node, ok := w.trace.NodeNamed(f.Node)
	if !ok {
		return aimed{}, fmt.Errorf("%v: there is no %q", f, f.Node)
	}
	peers, err := w.peers(f, node)
	if err != nil {
		return aimed{}, err
	}
	if why := w.impossible(f, node, peers); why != "" {
		return aimed{}, fmt.Errorf("%v: %s", f, why)
	}
	sufferer, at, err := w.sufferer(f, node)
	return aimed{node, peers, sufferer, at}, err
}

// Inject breaks or mends something. An error says why it is not possible now; then nothing
// has happened.
func (w *World) Inject(f fault.Fault) error {
	aim, err := w.aim(f)
	if err != nil {
		return err
	}
	node, peers := aim.node, aim.peers
	e := trace.Event{At: w.now, Kind: trace.Fault, Node: node, Peer: trace.NoNode, Cause: -1, Text: f.String()}
	if len(peers) == 1 {
		e.Peer = peers[0]
	}
	w.cause = w.trace.Add(&e)
	switch f.Kind {
	case fault.Crash:
		w.crash(node)
	case fault.Restart:
		w.restart(node)
	case fault.Pause:
		w.nodes[node].life = trace.Paused
		w.showLife(node)
	case fault.Resume:
		w.resume(node)
	case fault.JumpClock:
		w.nodes[node].clock += trace.Time(f.By)
	case fault.Cut:
		w.onLinks(node, peers, w.cut)
	case fault.Heal:
		w.onLinks(node, peers, w.heal)
	case fault.Delay:
		w.onLinks(node, peers, func(a, b trace.Node) {
			l := w.link(a, b)
			l.state.Delay = trace.Time(f.By)
			w.trace.SetLink(trace.NewLinkKey(a, b), l.state)
		})
	case fault.DropReply:
		w.onLinks(node, peers, func(a, b trace.Node) { w.link(a, b).dropReply = true })
	default:
		return aim.sufferer.Suffer(Place{w, aim.at}, f)
	}
	return nil
}

func (w *World) onLinks(node trace.Node, peers []trace.Node, do func(a, b trace.Node)) {
	w.plain = false
	for _, peer := range peers {
		do(node, peer)
	}
}

// peers are the other ends of the links that a fault is about.
func (w *World) peers(f fault.Fault, node trace.Node) ([]trace.Node, error) {
	if !f.Kind.OnLink() {
		return nil, nil
	}
	if f.Peer != "" {
		peer, ok := w.trace.NodeNamed(f.Peer)
		if !ok || peer == node {
			return nil, fmt.Errorf("%v: there is no other node %q", f, f.Peer)
		}
		return []trace.Node{peer}, nil
	}
	var peers []trace.Node
	for i, info := range w.trace.Nodes {
		if trace.Node(i) != node && info.Role == trace.Server {
			peers = append(peers, trace.Node(i))
		}
	}
	return peers, nil
}

// impossible says why a fault cannot happen now, "" if it can.
func (w *World) impossible(f fault.Fault, node trace.Node, peers []trace.Node) string {
	life := w.nodes[node].life
	cut := func(want bool) bool {
		for _, p := range peers {
			if l := w.links[trace.NewLinkKey(node, p)]; (l != nil && l.state.Cut) == want {
				return true
			}
		}
		return false
	}
	switch {
	case f.Kind.OnLink() && len(peers) == 0:
		return "it has no link to another server"
	case !w.nodes[node].started && (f.Kind == fault.Crash || f.Kind == fault.Pause):
		return "it has not been started"
	case f.Kind == fault.Crash && life == trace.Crashed:
		return "it has crashed already"
	case f.Kind == fault.Restart && life != trace.Crashed:
		return "it has not crashed"
	case f.Kind == fault.Close && life != trace.Alive:
		return "it does not run"
	case f.Kind == fault.Pause && life != trace.Alive:
		return "it does not run"
	case f.Kind == fault.Resume && life != trace.Paused:
		return "it is not paused"
	case f.Kind == fault.Cut && !cut(false):
		return "it is cut off already"
	case f.Kind == fault.Heal && !cut(true):
		return "it is not cut off"
	}
	return ""
}

// sufferer finds who knows a fault of a kind that the world does not: the node itself, if it is
// the client's own, or else a server that runs.
func (w *World) sufferer(f fault.Fault, node trace.Node) (Sufferer, trace.Node, error) {
	if f.Kind != fault.Close && f.Kind != fault.Expire {
		return nil, node, nil
	}
	err := fmt.Errorf("%v: nobody who runs knows this fault", f)
	for i, info := range w.trace.Nodes {
		at := trace.Node(i)
		s, ok := w.nodes[i].node.(Sufferer)
		asked := at == node
		if f.Kind == fault.Expire {
			asked = info.Role == trace.Server && w.nodes[i].life == trace.Alive
		}
		if !ok || !asked {
			continue
		}
		if err = s.Can(Place{w, at}, f); err == nil {
			return s, at, nil
		}
	}
	return nil, node, err
}

// connected is a node that knows its connections.
type connected interface{ Connections() []Connection }

// crash stops a node without a word. Its machine still closes its connections: what it had
// sent arrives, then a Hangup.
func (w *World) crash(node trace.Node) {
	at := &w.nodes[node]
	at.life = trace.Crashed
	at.ordered = false
	at.birth++
	for _, it := range at.parked {
		if it.msg != nil {
			w.lose(&it)
		}
	}
	at.parked = nil
	if p, ok := at.node.(*Proc); ok {
		p.close()
	}
	w.showLife(node)
	if c, ok := at.node.(connected); ok {
		for _, c := range c.Connections() {
			w.hangup(node, c)
		}
	}
}

func (w *World) restart(node trace.Node) {
	at := &w.nodes[node]
	at.life = trace.Alive
	// Nothing is left of the former life: not what it believed either.
	w.trace.SetProc(node, trace.Proc{})
	at.node.Start(Place{w, node})
}

// resume lets what came during a pause come now. It keeps the time at which it was due, and so
// its place before whatever is due later.
func (w *World) resume(node trace.Node) {
	at := &w.nodes[node]
	at.life = trace.Alive
	at.ordered = false
	w.showLife(node)
	parked := at.parked
	at.parked = nil
	for _, it := range parked {
		w.schedule(&it)
	}
}

// showLife puts into the trace whether a node runs.
func (w *World) showLife(node trace.Node) {
	p := w.trace.Head().Procs[node]
	if p.Life = w.nodes[node].life; p.Life == trace.Crashed {
		p.Waiting, p.WaitOn = false, ""
	}
	w.trace.SetProc(node, p)
}
