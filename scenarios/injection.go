package scenarios

import (
	"fmt"
	"slices"
	"time"

	"lockstep/fault"
)

// fault reads what is broken, and who suffers it.
func (b *binder) fault(kind fault.Kind, n *node) fault.Fault {
	f := fault.Fault{Kind: kind}
	fields := map[string]*node{"node": n}
	if n.kind == mapping {
		known := []string{"node"}
		if kind.OnLink() {
			known = append(known, "from")
		}
		if kind.Timed() {
			known = append(known, "by")
		}
		fields, _ = b.fields(n, "a "+kind.String(), known, "node")
	}
	if kind.Timed() && fields["by"] == nil {
		b.wrong(n, kind.String()+" without by", fmt.Sprintf("{node: %s, by: 50ms}", either(firstOf(b.plan.Processes))))
	}
	if node := fields["node"]; node != nil {
		f.Node = b.suffers(kind, node)
	}
	if from := fields["from"]; from != nil {
		f.Peer = b.peer(f, from)
	}
	least := time.Duration(0)
	if kind == fault.JumpClock {
		least = -longestDuration
	}
	b.duration(fields["by"], least, &f.By)
	return f
}

func firstOf(names []string) []string { return names[:min(1, len(names))] }

// onSession lists the faults of a client's session: a server has none.
var onSession = []fault.Kind{fault.DropReply, fault.Expire, fault.Close}

// suffers reads the node of a fault.
func (b *binder) suffers(kind fault.Kind, n *node) string {
	word, ok := b.word(n)
	if !ok || word == TheHolder {
		return word
	}
	what, nodes := "process or server", slices.Concat(b.plan.Processes, b.plan.Servers)
	if slices.Contains(onSession, kind) {
		what, nodes = "process", b.plan.Processes
	}
	b.named(n, what, word, []string{TheHolder}, nodes)
	return word
}

// peer reads the other end of a faulty link. Only links to servers exist.
func (b *binder) peer(f fault.Fault, n *node) string {
	word, ok := b.word(n)
	if !ok {
		return ""
	}
	if word == f.Node {
		b.wrong(n, "the node "+word+" itself", "the other end of the link")
		return word
	}
	nodes := b.plan.Servers
	if slices.Contains(b.plan.Servers, f.Node) {
		nodes = slices.Concat(b.plan.Servers, b.plan.Processes)
	}
	b.named(n, "other end", word, nil, nodes)
	return word
}
