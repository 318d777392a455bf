package story

import (
	"fmt"
	"strings"

	"lockstep/trace"
)

// mostNamed bounds how many waiters one line names.
const mostNamed = 8

// Standing says in one line who holds now, or believes it, and who waits for whom.
func (t Teller) Standing(c *trace.Cursor) string {
	holders := nodeNames(c, c.State().Believers())
	text := t.Catalogue.Say("standing.nobody")
	switch {
	case len(holders) == 1:
		text = t.Catalogue.Say("standing.holds", "who", holders[0])
	case len(holders) > c.Trace().Limit:
		text = t.Catalogue.Say("violation", "count", fmt.Sprint(len(holders)), "names", strings.Join(holders, ", "))
	case len(holders) > 1:
		text = t.Catalogue.Say("standing.hold", "who", strings.Join(holders, ", "))
	}
	waiting := 0
	for n, p := range c.State().Procs {
		if !p.Waits() {
			continue
		}
		if waiting++; waiting > mostNamed {
			continue
		}
		who := c.Trace().Name(trace.Node(n))
		if owner := t.blocker(c, trace.Node(n)); owner != trace.NoNode {
			text += t.Catalogue.Say("standing.waits.for", "who", who, "owner", c.Trace().Name(owner))
		} else {
			text += t.Catalogue.Say("standing.waits", "who", who)
		}
	}
	if more := waiting - mostNamed; more > 0 {
		text += t.Catalogue.Say("standing.more", "n", fmt.Sprint(more))
	}
	return text
}

// blocker is whose znode a process watches while it waits; NoNode if that is nobody's.
func (t Teller) blocker(c *trace.Cursor, n trace.Node) trace.Node {
	s := c.State()
	for server, info := range c.Trace().Nodes {
		z := s.Znodes[trace.ZnodeKey{Server: trace.Node(server), Path: s.Procs[n].WaitOn}]
		if owner := s.Client(z.Owner); owner != trace.NoNode && info.Role == trace.Server {
			return owner
		}
	}
	return trace.NoNode
}
