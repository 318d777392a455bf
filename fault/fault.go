// Package fault is the one vocabulary of faults. A script, a screen, a search and a
// real ensemble mean the same thing by each word.
package fault

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind is what is done.
type Kind uint8

const (
	Crash     Kind = iota // the node stops without a word
	Restart               // and starts anew
	Pause                 // nothing of the node runs: no calls, no timers, no events
	Resume                // what came meanwhile comes now, in order
	Cut                   // packets vanish both ways; connections stay open and silent; none can be made
	Heal                  // the network works again; what the senders still hold arrives
	Delay                 // what is on the link takes longer, each way
	DropReply             // the next request is applied, then the connection breaks before its reply
	Expire                // the server ends the session
	Close                 // the client ends the session
	JumpClock             // the node's wall clock moves
)

var words = [...]string{"crash", "restart", "pause", "resume", "cut", "heal", "delay", "drop reply", "expire",
	"close", "jump clock"}

func (k Kind) String() string { return words[k] }

// Words are the names of all faults, in a fixed order.
func Words() []string { return slices.Clone(words[:]) }

// Parse finds a fault by its name.
func Parse(word string) (Kind, bool) {
	i := slices.Index(words[:], word)
	return Kind(i), i >= 0
}

// OnLink reports whether the fault is about the link between two nodes.
func (k Kind) OnLink() bool { return k == Cut || k == Heal || k == Delay || k == DropReply }

// Timed reports whether the fault has a duration.
func (k Kind) Timed() bool { return k == Delay || k == JumpClock }

// Fault is something broken, or mended, on purpose.
type Fault struct {
	Kind Kind
	Node string        // who suffers it
	Peer string        // for faults on a link: the other end; "" for all servers
	By   time.Duration // how much longer a Delay makes each way; how far JumpClock goes
}

// String is the fault as a script writes it: "cut c1 from zk", "delay c1 by 50ms".
func (f Fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s", f.Kind, f.Node)
	if f.Kind.OnLink() && f.Peer != "" {
		fmt.Fprintf(&b, " from %s", f.Peer)
	}
	if f.Kind.Timed() {
		fmt.Fprintf(&b, " by %v", f.By)
	}
	return b.String()
}
