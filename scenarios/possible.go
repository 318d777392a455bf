package scenarios

import (
	"cmp"
	"context"
	"slices"
	"time"

	"lockstep/fault"
	"lockstep/trace"
)

// Options are what a person could do at some point of a run.
type Options struct {
	At     int      // the boundary where it would be done
	Groups []Group  // faults, by who suffers them
	Picks  []Option // steps that could happen next; none when the run is over
}

// Group are the faults of one node. Those of the node that teaches most come first.
type Group struct {
	Node    string
	About   string // what the node is just doing
	Options []Option
}

// Option is one thing to do.
type Option struct {
	Move Move
	Text string // what is done: the fault as a script writes it, or what would happen
	Then string // what follows from it; "" if that goes without saying
}

// Faults are those of all groups.
func (o *Options) Faults() []Option {
	var all []Option
	for _, g := range o.Groups {
		all = append(all, g.Options...)
	}
	return all
}

// Who is offered of many processes: all of a few, else the first of those who wait, and some of
// those who are broken.
const (
	fewProcesses = 6
	firstWaiters = 2
	someBroken   = 4
)

// Possible tells what a person could do at some point: every fault that is possible there, to those
// who matter or are in follow, and every step that could come next. The run is repeated up to that
// point, which takes as long as that takes.
func (r *Recording) Possible(ctx context.Context, at int, follow ...string) (*Options, error) {
	at = r.Boundary(at)
	play, err := newPlay(r.Plan.Setup(r.Seed, false), r.Plan, false)
	if err != nil {
		return nil, err
	}
	defer play.Close()
	before := func() bool { return play.Trace().Len() < at }
	if err := play.follow(ctx, r.movesBefore(at), before, nil); err != nil {
		return nil, err
	}
	m := newMoment(r, play, at)
	o := &Options{At: at}
	who := m.whoMatters(follow)
	for _, n := range who {
		if g := m.group(n); len(g.Options) > 0 {
			o.Groups = append(o.Groups, g)
		}
	}
	o.Picks, err = m.picks(who)
	return o, err
}

func (m *moment) crowd() bool { return len(m.play.run.plan.Processes) > fewProcesses }

// whoMatters are the nodes whose faults are offered, the most telling first.
func (m *moment) whoMatters(follow []string) []trace.Node {
	var broken, rest, servers []trace.Node
	for i, info := range m.play.Trace().Nodes {
		switch n, p := trace.Node(i), m.state.Procs[i]; {
		case info.Role == trace.Server:
			servers = append(servers, n)
		case p.Life != trace.Alive || m.linkOf(n) != (trace.Link{}):
			broken = append(broken, n)
		case p.Phase != trace.Unborn && p.Phase != trace.Done:
			rest = append(rest, n)
		}
	}
	waiters := m.queue
	if m.crowd() {
		waiters = waiters[:min(firstWaiters, len(waiters))]
		broken = broken[:min(someBroken, len(broken))]
		rest = nil
	}
	var followed []trace.Node
	for _, name := range follow {
		if n, ok := m.play.Trace().NodeNamed(name); ok {
			followed = append(followed, n)
		}
	}
	var all []trace.Node
	for _, n := range slices.Concat(m.state.Believers(), waiters, followed, broken, rest, servers) {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// Faults in the order in which they are offered: what mends comes first.
var offered = []fault.Fault{
	{Kind: fault.Restart}, {Kind: fault.Resume}, {Kind: fault.Heal},
	{Kind: fault.Crash}, {Kind: fault.Pause}, {Kind: fault.Cut}, {Kind: fault.Expire}, {Kind: fault.DropReply},
	{Kind: fault.Delay, By: time.Second}, {Kind: fault.Close}, {Kind: fault.JumpClock, By: 10 * time.Second},
}

func (m *moment) group(n trace.Node) Group {
	g := Group{Node: m.name(n), About: m.about(n)}
	server := m.isServer(n)
	for _, f := range offered {
		f.Node = g.Node
		if server && slices.Contains(onSession, f.Kind) || !m.tells(n, f) || m.play.world.Can(f) != nil {
			continue
		}
		if f.Kind == fault.Delay && m.linkOf(n).Delay > 0 {
			f.By = 0
		}
		g.Options = append(g.Options, Option{Move{At: m.at, Fault: &f}, f.String(), m.then(n, f)})
	}
	return g
}

// tells reports whether a person would see what a fault does. Other faults of who does not run are
// possible, and a script may use them: a cut outlives a crash, and a clock goes on. But nothing would
// follow from them until that node runs.
func (m *moment) tells(n trace.Node, f fault.Fault) bool {
	switch p := m.proc(n); {
	case p.Life == trace.Crashed:
		return f.Kind == fault.Restart
	case !m.isServer(n):
		return p.Phase != trace.Unborn
	}
	return true
}

// picks are the steps that could come next: messages as they are due, the lock's own before what
// keeps sessions going, and then timers; of a crowd, the timers of those who matter.
func (m *moment) picks(who []trace.Node) ([]Option, error) {
	m.play.run.lenient = true // as it is for a move
	choices, err := m.play.Choices()
	if err != nil {
		return nil, err
	}
	type pick struct {
		Option
		rank int
	}
	picks := make([]pick, 0, len(choices))
	for _, c := range choices {
		if c.Message == nil && m.crowd() && !slices.Contains(who, c.Node) {
			continue
		}
		p := pick{Option: Option{
			Move: Move{At: m.at, Pick: &Pick{m.name(c.Node), m.name(c.From)}},
			Then: m.say("due.now"),
		}}
		if left := c.Due.Sub(m.play.world.world.Now()); left > 0 {
			p.Then = m.say("due.in", "in", m.seconds(left, left))
		}
		switch {
		case c.Message == nil:
			p.rank = 2
			p.Text = m.say("timer."+m.play.world.world.Meaning(c), "at", m.name(c.Node))
		case !c.Message.Tag().Class.Own():
			p.rank = 1
			fallthrough
		default:
			e := trace.Event{Kind: trace.Send, Node: c.From, Peer: c.Node, Cause: -1, Msg: c.Message.Describe()}
			if c.Cause < m.at { // the recording knows its cause
				e = m.cursor.At(c.Cause)
			}
			p.Text = m.say("pick.message", "from", m.name(c.From), "at", m.name(c.Node), "what", m.teller.Message(m.cursor, &e))
		}
		picks = append(picks, p)
	}
	slices.SortStableFunc(picks, func(a, b pick) int { return cmp.Compare(a.rank, b.rank) })
	options := make([]Option, len(picks))
	for i, p := range picks {
		options[i] = p.Option
	}
	return options, nil
}
