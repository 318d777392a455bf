package story

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"lockstep/trace"
)

// Sort says what a line is about, for whoever gives it a colour or a sign.
type Sort uint8

const (
	Talk  Sort = iota // a request or its reply
	Event             // a watch event
	Hold              // a process acquires
	Wait              // a process begins to wait
	Other             // another step of a process's job
	Bad               // something broken on purpose, or what goes wrong because of it
	Mend              // something mended on purpose
	Voice             // the narrator
	Plain             // what only a detailed story tells
)

// Line is one event as a sentence.
type Line struct {
	At    trace.Time
	Node  string // where
	Arrow string // "→" or "←" for a message, "✗" for a lost one
	Peer  string
	Text  string
	Sort  Sort
}

// Format is the line as it is printed, with the place padded to a width, so that texts stand below
// one another.
func (l Line) Format(width int) string {
	if l.Sort == Voice {
		return fmt.Sprintf("%9s  ── %s", l.At, l.Text)
	}
	where := l.Node
	if l.Arrow != "" {
		where += " " + l.Arrow + " " + l.Peer
	}
	pad := max(0, width-len([]rune(where)))
	return fmt.Sprintf("%9s  %s%s  %s", l.At, where, strings.Repeat(" ", pad), l.Text)
}

// Width is what places take at most in a trace.
func Width(t *trace.Trace) int {
	process, server := 0, 0
	for _, n := range t.Nodes {
		if n.Role == trace.Server {
			server = max(server, len(n.Name))
		} else {
			process = max(process, len(n.Name))
		}
	}
	return process + len(" → ") - 2 + server
}

// Teller turns events into lines. Detailed tells everything; otherwise what happens inside a
// server, heartbeats, and what repeats another line is left out.
type Teller struct {
	Catalogue Catalogue
	Detailed  bool
}

// Tell gives the line of the event that the cursor has just passed, if it is worth one.
func (t Teller) Tell(c *trace.Cursor, e *trace.Event) (Line, bool) {
	l := Line{At: e.At, Node: c.Trace().Name(e.Node)}
	ok := false
	switch e.Kind {
	case trace.Send, trace.Recv, trace.Lost:
		ok = t.message(c, e, &l)
	case trace.Phase:
		ok = t.phase(c, e, &l)
	case trace.Wait:
		l.Sort, ok = Wait, true
		l.Text = t.wait(c, e.Node)
	case trace.Told:
		ok = t.told(c, e, &l)
	case trace.Expired:
		l.Sort, ok = Bad, true
		l.Text = t.expired(c, e)
	case trace.Fault:
		sign := "✗ "
		if l.Sort, ok = Bad, true; Mends(e) {
			l.Sort, sign = Mend, "✓ "
		}
		l.Text = sign + t.Catalogue.Say("fault", "text", e.Text)
	case trace.Say:
		l.Sort, ok = Voice, true
		l.Text = e.Text
	case trace.Work:
		l.Sort, l.Text, ok = Plain, e.Text, t.Detailed
	}
	if ok && e.Inferred {
		l.Text += t.Catalogue.Say("inferred")
	}
	return l, ok
}

// Mends reports whether less is wrong after a fault than before: a node runs again, or a link
// works again or is faster.
func Mends(e *trace.Event) bool {
	return slices.ContainsFunc(e.Changes, func(change trace.Change) bool {
		switch c := change.(type) {
		case *trace.ProcChange:
			return c.Old.Life != trace.Alive && c.New.Life == trace.Alive
		case *trace.LinkChange:
			return c.Old.Cut && !c.New.Cut || c.New.Delay < c.Old.Delay
		}
		return false
	})
}

// message tells a request when it is sent and everything else when it arrives: from the
// side of the process both times.
func (t Teller) message(c *trace.Cursor, e *trace.Event, l *Line) bool {
	tr := c.Trace()
	fromProcess := tr.Nodes[sender(e)].Role == trace.Process
	l.Peer = tr.Name(e.Peer)
	switch {
	case e.Kind == trace.Lost:
		if !t.Detailed && !e.Msg.Class.Own() {
			return false
		}
		l.Sort, l.Arrow = Bad, "✗"
		l.Text = t.Catalogue.Say("reply.lost", "what", t.Message(c, e))
		return true
	case e.Kind == trace.Send:
		l.Arrow = "→"
	default:
		l.Arrow = "←"
	}
	told := (e.Kind == trace.Send) == fromProcess
	switch e.Msg.Class {
	case trace.Request, trace.Close, trace.Reply, trace.Upkeep, trace.UpkeepDone:
	case trace.Notice:
		l.Sort = Event
	default:
		told = false
	}
	if !told {
		if !t.Detailed {
			return false
		}
		l.Sort = Plain
	}
	l.Text = t.Message(c, e)
	return true
}

func sender(e *trace.Event) trace.Node {
	if e.Kind == trace.Send {
		return e.Node
	}
	return e.Peer
}

// Message is what the message of an event says. The cursor's place does not matter, but it must
// read the trace that the event is of.
func (t Teller) Message(c *trace.Cursor, e *trace.Event) string {
	m := &e.Msg
	words := []string{"path", m.Path, "base", trace.Base(m.Path), "text", m.Text, "name", trace.Base(m.Text),
		"op", strings.ReplaceAll(m.Op.String(), "_", " "), "err", m.Err}
	say := func(key string) string { return strings.TrimSpace(t.Catalogue.Say(key, words...)) }
	known := func(key string) bool { _, ok := t.Catalogue[key]; return ok }
	switch m.Class {
	case trace.Request:
		switch key := "request." + m.Op.String(); {
		case m.Op == trace.GetChildren && m.Watch:
			return say("request.children.watch")
		case m.Watch && known(key+".watch"):
			return say(key + ".watch")
		case known(key):
			return say(key)
		}
		return say("request.other")
	case trace.Reply:
		switch key := "reply." + m.Op.String(); {
		case m.Op == trace.Exists && m.Err == "NoNode":
			return say("reply.exists.no")
		case m.Op == trace.Create && m.Err == "NodeExists":
			return say("reply.taken")
		case m.Err != "":
			return say("reply.error")
		case known(key):
			return say(key)
		}
		return say("reply.other")
	case trace.Upkeep:
		return say("request.upkeep")
	case trace.UpkeepDone:
		return say("reply.upkeep")
	case trace.Close:
		return say("request.close")
	case trace.Closed:
		return say("reply.close")
	case trace.Notice:
		return t.notice(c, e, words)
	}
	return strings.TrimSpace(m.Class.String() + " " + m.Text + " " + m.Err)
}

// notice says what a watch saw, and who made it happen: the cause of its Send is what the
// server was doing then.
func (t Teller) notice(c *trace.Cursor, e *trace.Event, words []string) string {
	tr := c.Trace()
	key := "notice"
	send := *e
	if e.Kind != trace.Send && e.Cause >= 0 {
		send = c.At(e.Cause)
	}
	if send.Cause >= 0 {
		doing := c.At(send.Cause)
		words = append(words, "who", tr.Name(doing.Peer), "other", trace.Base(doing.Msg.Path))
		switch {
		case doing.Kind == trace.Expired:
			key = "notice.because.expired"
		case doing.Msg.Class == trace.Close:
			key = "notice.because.closed"
		case doing.Msg.Op == trace.Delete && doing.Msg.Path == e.Msg.Path:
			key = "notice.because.delete"
		case doing.Msg.Op == trace.Delete:
			key = "notice.because.children"
		case doing.Msg.Op == trace.Create:
			key = "notice.because.create"
		case doing.Msg.Op == trace.Set:
			key = "notice.because.set"
		}
	}
	return t.Catalogue.Say(key, words...)
}

func (t Teller) phase(c *trace.Cursor, e *trace.Event, l *Line) bool {
	state := c.State()
	p := state.Procs[e.Node]
	l.Sort = Other
	switch p.Phase {
	case trace.Acquiring:
		if !t.Detailed {
			return false // the first request says so
		}
		l.Text = t.Catalogue.Say("phase.acquiring")
	case trace.Holding:
		l.Sort = Hold
		l.Text = t.Catalogue.Say("phase.holding", "why", e.Text)
		if holders := state.Believers(); len(holders) > c.Trace().Limit {
			l.Sort = Bad
			l.Text += "; now " + t.Catalogue.Say("violation", "count", fmt.Sprint(len(holders)),
				"names", strings.Join(nodeNames(c, holders), ", "))
		}
	case trace.Releasing:
		l.Text = t.Catalogue.Say("phase.releasing")
	case trace.Failed:
		l.Sort = Bad
		l.Text = t.Catalogue.Say("phase.failed", "why", e.Text)
	case trace.Done:
		if !t.Detailed {
			return false
		}
		l.Text = t.Catalogue.Say("phase.done")
	default:
		return false
	}
	return true
}

func nodeNames(c *trace.Cursor, nodes []trace.Node) []string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = c.Trace().Name(n)
	}
	return names
}

// wait says for whom a process waits: the owner of the znode that it watches.
func (t Teller) wait(c *trace.Cursor, n trace.Node) string {
	s := c.State()
	on := s.Procs[n].WaitOn
	if on == "" {
		return t.Catalogue.Say("wait")
	}
	for server, info := range c.Trace().Nodes {
		z, ok := s.Znodes[trace.ZnodeKey{Server: trace.Node(server), Path: on}]
		if info.Role != trace.Server || !ok {
			continue
		}
		if s.Watches[trace.WatchKey{Server: trace.Node(server), Session: s.Procs[n].Session, Path: on, Kind: trace.ChildWatch}] {
			return t.Catalogue.Say("wait.children", "path", on)
		}
		if owner := s.Client(z.Owner); owner != trace.NoNode {
			return t.Catalogue.Say("wait.owner", "owner", c.Trace().Name(owner), "base", trace.Base(on))
		}
		return t.Catalogue.Say("wait.nobody", "base", trace.Base(on))
	}
	return t.Catalogue.Say("wait")
}

// told says what a client library has learned of its session.
func (t Teller) told(c *trace.Cursor, e *trace.Event, l *Line) bool {
	var change trace.ProcChange
	for _, ch := range e.Changes {
		if pc, ok := ch.(*trace.ProcChange); ok && pc.Node == e.Node {
			change = *pc
		}
	}
	l.Sort = Other
	key := "told." + change.New.View.String()
	switch change.New.View {
	case trace.Connected:
		if change.Old.Session != 0 {
			key = "told.reconnected"
		}
	case trace.Disconnected:
		l.Sort = Bad
		if change.New.Believes() {
			key += ".holds"
		}
	case trace.SessionExpired:
		l.Sort = Bad
		if change.Old.Believes() {
			key += ".held"
		}
	case trace.SessionClosed:
		if !t.Detailed {
			return false
		}
	}
	session := c.State().Sessions[change.New.Session]
	l.Text = t.Catalogue.Say(key, "timeout", t.Seconds(time.Duration(session.Timeout)*time.Millisecond))
	return true
}

// expired says whose session a server ends, why, and what goes with it.
func (t Teller) expired(c *trace.Cursor, e *trace.Event) string {
	who := c.Trace().Name(e.Peer)
	text := t.Catalogue.Say("expired.fault", "who", who)
	if cause := c.At(max(0, e.Cause)); e.Cause >= 0 && cause.Kind != trace.Fault {
		last := cause.At
		text = t.Catalogue.Say("expired", "who", who, "since", last.String(), "silence", t.Seconds(e.At.Sub(last)))
	}
	var gone []string
	for _, ch := range e.Changes {
		if z, ok := ch.(*trace.ZnodeChange); ok && z.New.Mode == trace.NoZnode {
			gone = append(gone, trace.Base(z.Key.Path))
		}
	}
	if len(gone) > 0 {
		slices.Sort(gone)
		text += t.Catalogue.Say("expired.deletes", "bases", strings.Join(gone, ", "))
	}
	return text
}

// Seconds writes a duration with as many decimals as it needs, three at most.
func (t Teller) Seconds(d time.Duration) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", d.Seconds()), "0"), ".")
	return t.Catalogue.Say("duration.seconds", "n", s)
}
