package sim

import (
	"time"

	"lockstep/trace"
)

// Node is a deterministic state machine at one place of the world. It acts through the
// [Place] it is handed and through nothing else.
type Node interface {
	// Start is called when the node begins, and when it begins anew after a crash: what it
	// would lose in a crash must be forgotten here.
	Start(Place)
	// Recv handles a message. A Hangup tells that the connection to the sender is gone.
	Recv(p Place, from trace.Node, m Message)
	// Fire handles a timer that the node set.
	Fire(Place, Timer)
	// Clone gives an independent copy.
	Clone() Node
	// Fingerprint writes what tells this state from another, without what no one can observe.
	Fingerprint(*Hash)
}

// Message is what travels on a link. It must not be changed once it is sent: clones of
// the world share it.
type Message interface {
	// Describe tells what the message says, for a trace that keeps it.
	Describe() trace.Msg
	// Tag is that of what Describe gives. It is asked for all the time.
	Tag() trace.Tag
	// Fingerprint writes what tells this message from another.
	Fingerprint(*Hash)
}

// Timer is what a node set and is handed back when it fires: the numbers are its own.
type Timer struct {
	Kind int32
	Arg  int64
}

// Hangup is the last message of a connection: the other side has closed it, or is gone. Conn is
// the number that the nodes know the connection by, so that one which is given up is not taken
// for its successor.
type Hangup struct{ Conn int }

// Connection is one that a node has, or tries to make.
type Connection struct {
	Peer trace.Node
	Conn int
}

func (Hangup) Describe() trace.Msg { return trace.Msg{Class: trace.Hangup} }
func (Hangup) Tag() trace.Tag      { return trace.Tag{Class: trace.Hangup} }
func (m Hangup) Fingerprint(h *Hash) {
	h.String("hangup")
	h.Int(int64(m.Conn))
}

// Place is where a node stands, and all that it may do there. It is valid during one call.
type Place struct {
	w    *World
	node trace.Node
}

// Node is the node's own number.
func (p Place) Node() trace.Node { return p.node }

// Now is the virtual time.
func (p Place) Now() trace.Time { return p.w.now }

// Clock is the node's wall clock: the virtual time, and how far the clock was moved.
func (p Place) Clock() trace.Time { return p.w.now + p.w.nodes[p.node].clock }

// Trace is where the node reports what it changes.
func (p Place) Trace() *trace.Trace { return p.w.trace }

// Event reports something that happened here, caused by the present step, and makes it
// the cause of what follows. At, Node and Cause are filled in.
func (p Place) Event(e trace.Event) { p.w.cause = p.EventBecause(p.w.cause, e) }

// EventBecause is Event with another cause; it does not become the cause of what follows.
func (p Place) EventBecause(cause int, e trace.Event) int {
	e.At, e.Node, e.Cause = p.w.now, p.node, cause
	return p.w.trace.Add(&e)
}

// Cause is the event that the present step began with, or the last one reported with Event.
func (p Place) Cause() int { return p.w.cause }

// Because makes an earlier event the cause of what follows.
func (p Place) Because(event int) { p.w.cause = event }

// Send puts a message on the link to another node. It gives the number of the event.
func (p Place) Send(to trace.Node, m Message) int { return p.w.send(p.node, to, m) }

// Hangup closes the connection to another node: what is on its way here is lost, what is on
// its way there still arrives, and then the Hangup.
func (p Place) Hangup(peer trace.Node, conn int) { p.w.hangup(p.node, Connection{peer, conn}) }

// After sets a timer. A background timer does not keep a run from ending: heartbeats.
func (p Place) After(d time.Duration, t Timer, background bool) {
	p.w.setTimer(p.node, p.w.now.Add(d), t, background)
}
