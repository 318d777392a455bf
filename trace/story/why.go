package story

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"lockstep/trace"
)

// Why explains the events from a number up to where the cursor stands, in a sentence or a few:
// what happened, what made it happen, and what comes of it. It knows of the run what the trace
// has, and nothing else.
func (t Teller) Why(c *trace.Cursor, from int) string {
	w := why{t: t, c: c, s: c.State(), server: server(c.Trace())}
	if c.N() == 0 {
		return w.say("begin")
	}
	for n, looked := from, 0; n < c.N() && looked < 400; n, looked = n+1, looked+1 {
		e := c.At(n)
		w.event(&e)
	}
	w.violation(from)
	if len(w.sentences) == 0 {
		return w.say("nothing")
	}
	return strings.Join(w.telling(), " ")
}

// why gathers sentences about a step. Those that say more take the place of those that say less.
type why struct {
	t         Teller
	c         *trace.Cursor
	s         *trace.State
	server    trace.Node
	sentences []sentence
	told      map[string]bool
}

type sentence struct {
	text   string
	weight int
}

// most is how many sentences a step is told in.
const most = 3

// telling picks the sentences that say most, in their order.
func (w *why) telling() []string {
	least := 0
	for count := w.count(least); count > most; count = w.count(least) {
		least++
	}
	var texts []string
	for _, s := range w.sentences {
		if s.weight >= least && len(texts) < most {
			texts = append(texts, s.text)
		}
	}
	if len(texts) == 0 {
		texts = append(texts, w.sentences[len(w.sentences)-1].text)
	}
	return texts
}

func (w *why) count(least int) int {
	n := 0
	for _, s := range w.sentences {
		if s.weight >= least {
			n++
		}
	}
	return n
}

func (w *why) say(key string, words ...string) string {
	return w.t.Catalogue.Say("why."+key, words...)
}

func (w *why) add(weight int, key string, words ...string) {
	text := w.say(key, words...)
	if w.told == nil {
		w.told = map[string]bool{}
	}
	if !w.told[text] {
		w.told[text] = true
		w.sentences = append(w.sentences, sentence{text, weight})
	}
}

func (w *why) name(n trace.Node) string { return w.c.Trace().Name(n) }

func (w *why) event(e *trace.Event) {
	switch e.Kind {
	case trace.Say:
		w.sentences = append(w.sentences, sentence{e.Text, 9})
	case trace.Fault:
		w.fault(e)
	case trace.Expired:
		w.expired(e)
	case trace.Lost:
		if e.Msg.Class.Own() {
			w.add(3, "lost", "who", w.name(e.Node), "what", w.t.sentence(w.c, e))
		}
	case trace.Recv:
		w.received(e)
	case trace.Wait:
		w.waits(e.Node)
	case trace.Phase, trace.Told:
		for _, change := range e.Changes {
			if p, ok := change.(*trace.ProcChange); ok {
				w.process(e, p)
			}
		}
	}
}

// received explains what a process learns.
func (w *why) received(e *trace.Event) {
	if e.Node == w.server {
		return
	}
	m, who := &e.Msg, w.name(e.Node)
	switch {
	case m.Class == trace.Notice:
		w.add(5, "told", "who", who, "what", w.t.sentence(w.c, e))
	case m.Class != trace.Reply:
	case m.Op == trace.Create && m.Err == "NodeExists":
		key := "taken"
		if w.woken(e) {
			key = "taken.in_vain"
		}
		w.add(4, key, "who", who, "base", base(m.Path), "owner", w.ownerOf(m.Path))
	case m.Err != "" && m.Op != trace.Exists:
		w.add(4, "error", "who", who, "op", strings.ReplaceAll(m.Op.String(), "_", " "), "err", m.Err)
	case m.Op == trace.Create && sequential(m.Text):
		w.add(2, "numbered", "who", who, "base", base(m.Text), "number", number(m.Text))
	case m.Op == trace.Create:
		w.add(2, "created", "who", who, "base", base(m.Text))
	case m.Op == trace.GetChildren:
		w.listed(e.Node)
	case m.Op == trace.Exists && m.Err == "NoNode":
		w.add(3, "gone", "who", who, "base", base(m.Path))
	case m.Op == trace.Delete:
		w.deleted(e)
	}
}

// woken reports whether the request that a reply answers was made because a watch fired.
func (w *why) woken(reply *trace.Event) bool {
	e := *reply
	for range 4 { // reply sent, request received, request sent, what caused it
		if e.Cause < 0 {
			return false
		}
		e = w.c.At(e.Cause)
	}
	return e.Msg.Class == trace.Notice && e.Kind == trace.Recv
}

// listed explains what a contender sees in the list: its own place.
func (w *why) listed(n trace.Node) {
	names := w.queue()
	mine := slices.IndexFunc(names, func(path string) bool { return w.clientOf(path) == n })
	switch {
	case mine < 0:
		w.add(2, "listed.without", "who", w.name(n))
	case mine == 0:
		w.add(2, "listed.lowest", "who", w.name(n), "base", base(names[0]))
	default:
		w.add(3, "listed.behind", "who", w.name(n), "mine", base(names[mine]), "base", base(names[mine-1]), "count", fmt.Sprint(mine))
	}
}

// queue gives the numbered znodes in order.
func (w *why) queue() []string {
	var names []string
	for key, z := range w.s.Znodes {
		if key.Server == w.server && sequential(key.Path) && z.Owner != 0 {
			names = append(names, key.Path)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(number(a), number(b)) })
	return names
}

// waits explains what a process waits for, and who else does.
func (w *why) waits(n trace.Node) {
	p := w.s.Procs[n]
	if !p.Waiting || p.WaitOn == "" {
		return
	}
	path := p.WaitOn
	watchers := 0
	for key := range w.s.Watches {
		if key.Path == path && key.Server == w.server {
			watchers++
		}
	}
	owner, words := w.ownerOf(path), []string{"who", w.name(n), "base", base(path), "count", fmt.Sprint(watchers)}
	words = append(words, "owner", owner)
	z := w.s.Znodes[trace.ZnodeKey{Server: w.server, Path: path}]
	switch {
	case sequential(path):
		w.add(6, "waits.before", words...)
	case z.Children > 0 || z.Owner == 0 && z.Mode == trace.PersistentZnode && w.childWatch(path):
		w.add(6, "waits.list", words...)
	case z.Owner == 0:
		w.add(6, "waits.persistent", words...)
	case watchers > 1:
		w.add(6, "waits.all", words...)
	default:
		w.add(6, "waits.one", words...)
	}
}

func (w *why) childWatch(path string) bool {
	for key := range w.s.Watches {
		if key.Path == path && key.Kind == trace.ChildWatch {
			return true
		}
	}
	return false
}

// deleted explains a release that has been done.
func (w *why) deleted(e *trace.Event) {
	var told []string
	// The events of its watches were sent in the same step as the reply, and before it.
	if reply := e.Cause; reply >= 0 {
		done := w.c.At(reply).Cause
		for n := reply - 1; n > done && done >= 0; n-- {
			if sent := w.c.At(n); sent.Kind == trace.Send && sent.Msg.Class == trace.Notice && sent.Cause == done {
				told = append(told, w.name(sent.Peer))
			}
		}
	}
	slices.Reverse(told)
	words := []string{"who", w.name(e.Node), "base", base(e.Msg.Path), "names", List(told), "count", fmt.Sprint(len(told))}
	switch {
	case len(told) == 0:
		w.add(3, "deleted.nobody", words...)
	case len(told) == 1:
		w.add(4, "deleted.one", words...)
	default:
		w.add(4, "deleted.many", words...)
	}
}

// process explains a change of a process.
func (w *why) process(e *trace.Event, p *trace.ProcChange) {
	who := w.name(p.Node)
	if p.Old.Phase != p.New.Phase {
		switch p.New.Phase {
		case trace.Holding:
			w.add(7, "holds", "who", who, "why", e.Text)
		case trace.Releasing:
			w.add(4, "releases", "who", who)
		case trace.Failed:
			w.add(7, "failed", "who", who, "why", e.Text)
		case trace.Done:
			w.add(1, "done", "who", who)
		}
	}
	if p.Old.View == p.New.View {
		return
	}
	timeout := w.timeout(p.New.Session)
	switch p.New.View {
	case trace.Connected:
		if p.Old.View == trace.Connecting {
			w.add(1, "connected", "who", who, "timeout", w.t.seconds(timeout))
		} else {
			w.add(5, "reconnected", "who", who)
		}
	case trace.Disconnected:
		w.add(6, "disconnected", "who", who)
		if p.New.Believes() {
			w.add(6, "disconnected.holds", "who", who)
		}
	case trace.SessionExpired:
		w.add(7, "expired.told", "who", who)
	}
}

func (w *why) timeout(session int64) time.Duration {
	return time.Duration(w.s.Sessions[session].Timeout) * time.Millisecond
}

// fault explains what was broken, and what will come of it.
func (w *why) fault(e *trace.Event) {
	who := w.name(e.Node)
	word, _, _ := strings.Cut(e.Text, " "+who)
	word = strings.ReplaceAll(word, " ", "_")
	server := e.Node == w.server
	key := "fault." + word
	if _, ok := w.t.Catalogue["why."+key+".server"]; ok && server {
		key += ".server"
	}
	if _, ok := w.t.Catalogue["why."+key]; !ok {
		key = "fault.other"
	}
	w.add(8, key, "who", who, "text", e.Text)
	p := w.s.Procs[e.Node]
	s, known := w.s.Sessions[p.Session]
	if server || !known || s.State != trace.SessionOpen {
		return
	}
	switch word {
	case "crash", "cut", "pause":
		w.add(7, "fault.until", "who", who, "deadline", s.Deadline.String(), "timeout", w.t.seconds(time.Duration(s.Timeout)*time.Millisecond))
		if p.Believes() && word != "crash" {
			w.add(6, "fault.believes", "who", who)
		}
	}
}

// expired explains why a server ends a session, and what goes with it.
func (w *why) expired(e *trace.Event) {
	heard := w.c.Trace().Summary().Proc(e.Peer).LastHeard
	var gone []string
	for _, change := range e.Changes {
		if z, ok := change.(*trace.ZnodeChange); ok && z.New.Mode == trace.NoZnode {
			gone = append(gone, base(z.Key.Path))
		}
	}
	session := w.s.Procs[e.Peer].Session
	words := []string{"who", w.name(e.Peer), "names", List(gone), "timeout", w.t.seconds(w.timeout(session)), "heard", heard.String()}
	if heard >= 0 && e.At-heard >= trace.Time(w.timeout(session)) {
		w.add(8, "expired", words...)
	} else {
		w.add(8, "expired.forced", words...)
	}
	if len(gone) > 0 {
		w.add(8, "expired.gone", words...)
	}
	if w.s.Procs[e.Peer].Believes() {
		w.add(8, "expired.believes", words...)
	}
}

// violation says so when more believe than may, and it began in this step.
func (w *why) violation(from int) {
	for _, v := range w.c.Trace().Summary().Violations {
		if v.Event >= from && v.Event < w.c.N() {
			var names []string
			for _, n := range v.Believers {
				names = append(names, w.name(n))
			}
			w.add(9, "violation", "names", List(names))
		}
	}
}

// ownerOf names the client whose session a znode belongs to; "nobody" if it is no ephemeral.
func (w *why) ownerOf(path string) string {
	if n := w.clientOf(path); n >= 0 {
		return w.name(n)
	}
	return w.say("nobody")
}

func (w *why) clientOf(path string) trace.Node {
	owner := w.s.Znodes[trace.ZnodeKey{Server: w.server, Path: path}].Owner
	if s, ok := w.s.Sessions[owner]; ok && owner != 0 {
		return s.Client
	}
	return trace.NoNode
}

func server(t *trace.Trace) trace.Node {
	return trace.Node(slices.IndexFunc(t.Nodes, func(n trace.NodeInfo) bool { return n.Role == trace.Server }))
}

// sequential reports whether a path ends in the number that a server appends.
func sequential(path string) bool {
	return len(path) > 10 && strings.Trim(path[len(path)-10:], "0123456789") == ""
}

func number(path string) string { return path[max(0, len(path)-10):] }
