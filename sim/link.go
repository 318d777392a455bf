package sim

import (
	"slices"

	"lockstep/trace"
)

// link is what lies between two nodes. It keeps the order of messages each way, like a
// TCP connection, whatever its latency does.
type link struct {
	state     trace.Link
	dropReply bool
	last      [2]trace.Time // latest arrival so far, toward the smaller and the larger node
	held      []item        // sent into a cut: TCP goes on trying, so they arrive after it heals
}

func (l *link) clone() *link {
	c := *l
	c.held = slices.Clone(l.held)
	return &c
}

func (l *link) fingerprint(h *Hash, w *World) {
	h.Bool(l.state.Cut)
	h.Int(int64(l.state.Delay))
	h.Bool(l.dropReply)
	for i := range l.held {
		w.hashItem(h, &l.held[i])
	}
}

// link finds what lies between two nodes. From the first time on, the order of messages
// is minded everywhere.
func (w *World) link(a, b trace.Node) *link {
	key := trace.NewLinkKey(a, b)
	l := w.links[key]
	if l == nil {
		l = &link{}
		for _, it := range w.all() {
			if it.msg != nil && trace.NewLinkKey(it.node, it.from) == key {
				l.arriveAfter(it)
			}
		}
		w.links[key] = l
	}
	return l
}

// arriveAfter keeps an item from overtaking those sent before it.
func (l *link) arriveAfter(it *item) {
	toward := 0
	if it.node > it.from {
		toward = 1
	}
	it.due = max(it.due, l.last[toward])
	l.last[toward] = it.due
}

// route sends a message where links may be troubled.
func (w *World) route(it *item) {
	l := w.link(it.node, it.from)
	if l.state.Cut {
		if it.tag.Class == trace.Open { // a connection cannot be made
			w.lose(it)
			return
		}
		l.held = append(l.held, *it)
		return
	}
	if l.dropReply && it.tag.Class == trace.Reply {
		l.dropReply = false
		w.lose(it)
		w.breakConnection(it.node, it.from)
		return
	}
	it.due += l.state.Delay
	if w.opts.Jitter > 0 {
		it.due += trace.Time(w.rand.Int63n(int64(w.opts.Jitter)))
	}
	l.arriveAfter(it)
	w.schedule(it)
}

// hangup closes a connection from one side.
func (w *World) hangup(node trace.Node, c Connection) {
	w.drop(node, c.Peer)
	w.send(node, c.Peer, Hangup{c.Conn})
}

// connection is the number of a node's connection to another.
func (w *World) connection(node, peer trace.Node) int {
	if c, ok := w.nodes[node].node.(connected); ok {
		for _, c := range c.Connections() {
			if c.Peer == peer {
				return c.Conn
			}
		}
	}
	return 0
}

// breakConnection closes a connection in the middle: what is under way is lost, and both sides
// notice.
func (w *World) breakConnection(a, b trace.Node) {
	ofA, ofB := w.connection(a, b), w.connection(b, a)
	w.drop(a, b)
	w.drop(b, a)
	w.send(a, b, Hangup{ofA})
	w.send(b, a, Hangup{ofB})
}

// drop loses what is on its way to a node from a peer.
func (w *World) drop(to, from trace.Node) {
	ours := func(it *item) bool { return it.msg != nil && it.node == to && it.from == from }
	if w.nodes[to].in > 0 && w.nodes[from].out > 0 { // or a search would find nothing
		for _, it := range w.take(ours) {
			w.account(&it, -1)
			w.lose(&it)
		}
	}
	if l := w.links[trace.NewLinkKey(to, from)]; l != nil {
		kept := l.held[:0:0]
		for _, it := range l.held {
			if ours(&it) {
				w.lose(&it)
			} else {
				kept = append(kept, it)
			}
		}
		l.held = kept
	}
}

// cut keeps everything on the link from arriving.
func (w *World) cut(a, b trace.Node) {
	l := w.link(a, b)
	if l.state.Cut {
		return
	}
	l.state.Cut = true
	key := trace.NewLinkKey(a, b)
	for _, it := range w.take(func(it *item) bool { return it.msg != nil && trace.NewLinkKey(it.node, it.from) == key }) {
		w.account(&it, -1)
		if it.tag.Class == trace.Open {
			w.lose(&it)
		} else {
			l.held = append(l.held, it)
		}
	}
	w.trace.SetLink(key, l.state)
}

// heal lets what was held arrive, in order.
func (w *World) heal(a, b trace.Node) {
	l := w.link(a, b)
	if !l.state.Cut {
		return
	}
	l.state.Cut = false
	w.trace.SetLink(trace.NewLinkKey(a, b), l.state)
	held := l.held
	l.held = nil
	for _, it := range held {
		it.due = w.now.Add(w.opts.Latency)
		w.route(&it)
	}
}
