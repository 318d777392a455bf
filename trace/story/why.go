package story

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"lockstep/trace"
)

// Why explains the events from a number up to where the cursor stands, in a few sentences: see
// Reasons.
func (t Teller) Why(c *trace.Cursor, from int, recipe string) string {
	return t.Reasons(c, from, recipe).Text(mostSentences)
}

// mostSentences is how many sentences a step is told in, at most.
const mostSentences = 4

// Reasons explains the events from a number up to where the cursor stands: what happened, what made
// it happen, and what comes of it. It knows of the run what the trace has; recipe is the lock's
// name, which decides what a process does next.
func (t Teller) Reasons(c *trace.Cursor, from int, recipe string) Reasons {
	w := &why{t: t, c: c, s: c.State(), server: c.Trace().Server(), recipe: recipe, told: map[string]bool{},
		because: map[trace.Node]bool{}, notices: map[int][]trace.Node{}, wokenBy: map[int]int{}}
	if c.N() == 0 {
		return Reasons{{w.say("begin"), 0}}
	}
	w.violations = violationsFrom(c, from)
	first := max(from, c.N()-mostTold)
	w.close = c.N()-first <= mostClose
	events := make([]trace.Event, 0, c.N()-first)
	for n := first; n < c.N(); n++ {
		e := c.At(n)
		events = append(events, e)
		if e.Kind == trace.Send && e.Msg.Class == trace.Notice {
			w.notices[e.Cause] = append(w.notices[e.Cause], e.Peer)
		}
	}
	for i := range events {
		w.event(&events[i])
	}
	w.tellGroups()
	w.violation()
	if !slices.ContainsFunc(w.sentences, func(s sentence) bool { return s.weight >= small }) {
		w.runsOut()
	}
	if len(w.sentences) == 0 {
		return Reasons{{w.say("nothing"), 0}}
	}
	return w.sentences
}

// Reasons are sentences in the order in which they are told.
type Reasons []sentence

type sentence struct {
	text   string
	weight int
}

// Text tells the sentences that say most, at most so many. What need not be told is told only if
// there is nothing else.
func (r Reasons) Text(most int) string {
	least := 0
	for _, s := range r {
		least = max(least, min(s.weight, small+1))
	}
	kept := slices.DeleteFunc(slices.Clone(r), func(s sentence) bool { return s.weight < least })
	if most = max(1, most); len(kept) > most {
		byWeight := make([]int, len(kept))
		for i := range byWeight {
			byWeight[i] = i
		}
		slices.SortStableFunc(byWeight, func(a, b int) int { return kept[b].weight - kept[a].weight })
		chosen := byWeight[:most]
		slices.Sort(chosen)
		told := make(Reasons, most)
		for i, at := range chosen {
			told[i] = kept[at]
		}
		kept = told
	}
	texts := make([]string, len(kept))
	for i, s := range kept {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// small is the weight of what need not be told.
const small = 1

// mostTold bounds how many events of a step are looked at; in steps of more than mostClose nothing
// is said of single messages.
const mostTold, mostClose = 2000, 40

// why gathers sentences about a step. Those that say more take the place of those that say less.
type why struct {
	t         Teller
	c         *trace.Cursor
	s         *trace.State
	server    trace.Node
	recipe    string
	groups    []group
	order     []string // the queue's znodes, once they have been sorted
	watched   map[string][]trace.Node
	sentences Reasons
	because   map[trace.Node]bool  // why they hold has been said
	notices   map[int][]trace.Node // whom the watch events go to that an event caused
	wokenBy   map[int]int          // how many an event woke, once they have been counted
	// violations are those that begin in the step: what led to them matters more than all else.
	violations []trace.Overlap
	close      bool // the step is so small that single messages are worth a sentence
	told       map[string]bool
}

// group is what several processes do alike in one step.
type group struct {
	key   string
	words []string
	at    int // before this sentence
	woken int // how many were told what they were told
	nodes []trace.Node
}

// gather adds a process to those that do the same. The group is valid until the next call.
func (w *why) gather(n trace.Node, key string, words ...string) *group {
	for i := range w.groups {
		if g := &w.groups[i]; g.key == key && slices.Equal(g.words, words) {
			if !slices.Contains(g.nodes, n) {
				g.nodes = append(g.nodes, n)
			}
			return g
		}
	}
	w.groups = append(w.groups, group{key: key, words: words, at: len(w.sentences), nodes: []trace.Node{n}})
	return &w.groups[len(w.groups)-1]
}

// groupWeight is the weight of what is said of a group.
const groupWeight = 5

// tellGroups says in one sentence what several processes do alike.
func (w *why) tellGroups() {
	for i, g := range slices.Backward(w.groups) {
		key := g.key + ".many"
		if len(g.nodes) == 1 {
			key = g.key + ".one"
		}
		slices.Sort(g.nodes)
		words := append([]string{"who", List(nodeNames(w.c, g.nodes)), "count", fmt.Sprint(len(g.nodes))}, g.words...)
		if g.key == "woken" {
			words = append(words, "others", w.others(g.woken-len(g.nodes)))
		}
		w.sentences = slices.Insert(w.sentences, w.groups[i].at, sentence{w.say(w.variant(key), words...), groupWeight})
	}
}

// variant is the key of a sentence that holds for this recipe, if there is one.
func (w *why) variant(key string) string {
	if own := key + "." + w.recipe; w.t.Catalogue["why."+own] != "" {
		return own
	}
	return key
}

func (w *why) say(key string, words ...string) string {
	return w.t.Catalogue.Say("why."+key, words...)
}

func (w *why) add(weight int, key string, words ...string) {
	text := w.say(key, words...)
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
			w.add(3, "lost", "who", w.name(e.Node), "what", w.t.Message(w.c, e))
		}
	case trace.Send:
		if w.close {
			w.sent(e)
		}
	case trace.Recv:
		if e.Node == w.server {
			w.served(e)
		} else {
			w.received(e)
		}
	case trace.Work:
		if e.Node == w.server {
			w.add(small, "setup")
		} else {
			w.add(small, "starts", "who", w.name(e.Node))
		}
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
	m, who := &e.Msg, w.name(e.Node)
	switch {
	case m.Class == trace.Notice:
		w.woken(e)
	case m.Class.Heartbeat():
	case m.Class != trace.Reply:
		w.add(small-1, "arrives", "who", who, "what", w.t.Message(w.c, e))
	case m.Op == trace.Create && m.Err == "NodeExists":
		key := "taken"
		if w.wasWoken(e) {
			key = "in_vain"
		}
		w.gather(e.Node, key, "base", named(m.Path), "owner", w.ownerOf(m.Path))
	case m.Err != "" && m.Op != trace.Exists:
		w.add(4, "error", "who", who, "op", strings.ReplaceAll(m.Op.String(), "_", " "), "err", m.Err)
	case m.Op == trace.Create && sequential(m.Text):
		w.add(2, "numbered", "who", who, "base", named(m.Text), "number", plainNumber(m.Text))
	case m.Op == trace.Create:
		w.because[e.Node] = true
		w.add(6, w.variant("created"), "who", who, "base", named(m.Text))
	case m.Op == trace.GetChildren:
		w.listed(e)
	case m.Op == trace.Exists && m.Err == "NoNode":
		w.add(3, "gone", "who", who, "base", named(m.Path))
	case m.Op == trace.Delete:
		w.add(small, "deleted", "who", who, "base", named(m.Path))
	case m.Op == trace.Exists:
		w.add(small, "exists", "who", who, "base", named(m.Path))
	default:
		w.add(small, "arrives", "who", who, "what", w.t.Message(w.c, e))
	}
}

// sent says what goes on its way: it matters where single messages are looked at.
func (w *why) sent(e *trace.Event) {
	m, what := &e.Msg, w.t.Message(w.c, e)
	switch {
	case m.Class.Heartbeat():
	case e.Node == w.server && m.Class == trace.Notice:
		w.add(small, "sends.event", "who", w.name(e.Peer), "what", what)
	case e.Node == w.server && m.Class == trace.Reply:
		w.add(small, "sends.reply", "who", w.name(e.Peer), "what", what)
	case m.Class == trace.Request:
		w.add(small, w.variant("asks."+m.Op.String()), "who", w.name(e.Node), "base", named(m.Path), "what", what)
	default:
		w.add(small-1, "sends", "who", w.name(e.Node), "peer", w.name(e.Peer), "what", what)
	}
}

// served explains what a request changes at the server, and whom it wakes.
func (w *why) served(e *trace.Event) {
	m := &e.Msg
	if m.Class.Heartbeat() {
		return
	}
	gone := w.gone(e)
	told := w.tells(e)
	words := []string{"who", w.name(e.Peer), "base", named(m.Path), "names", List(nodeNames(w.c, told)), "count", fmt.Sprint(len(told))}
	switch {
	case m.Class == trace.Close && len(gone) > 0:
		w.add(6, "closed.gone", append(words, "gone", List(gone))...)
	case m.Op == trace.Delete && len(gone) > 0:
		key := "deletes.many"
		if len(told) < 2 {
			key = [...]string{"deletes.nobody", "deletes.one"}[len(told)]
		}
		weight := 6
		if len(w.violations) > 0 && len(told) > 0 {
			weight = causes
		}
		w.add(weight, w.variant(key), words...)
	case m.Op == trace.Create && len(told) > 0:
		w.add(6, "creates.told", words...)
	case !w.close:
	case m.Class == trace.Request:
		w.add(small, "serves", append(words, "what", w.t.Message(w.c, e))...)
	default:
		w.add(small-1, "arrives", "who", w.name(e.Node), "what", w.t.Message(w.c, e))
	}
}

// gone are the znodes that an event removed.
func (w *why) gone(e *trace.Event) []string {
	var names []string
	for _, change := range e.Changes {
		if z, ok := change.(*trace.ZnodeChange); ok && z.Key.Server == w.server && z.New.Mode == trace.NoZnode {
			names = append(names, named(z.Key.Path))
		}
	}
	slices.Sort(names)
	return names
}

// tells are the processes that an event at the server sends a watch event to: those to which it is
// on its way, and those whose watch is about to fire.
func (w *why) tells(e *trace.Event) []trace.Node {
	nodes := slices.Clone(w.notices[e.N])
	if e.N+1 == w.c.N() { // the newest event of all: nothing has been sent yet
		for _, change := range e.Changes {
			if z, ok := change.(*trace.ZnodeChange); ok && z.Key.Server == w.server && z.Old.Mode != z.New.Mode {
				nodes = append(nodes, w.watchers(z.Key.Path, false)...)
				nodes = append(nodes, w.watchers(trace.Parent(z.Key.Path), true)...)
			}
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

// watchers are who watches a path, or its list of children.
func (w *why) watchers(path string, children bool) []trace.Node {
	if w.watched == nil {
		w.watched = map[string][]trace.Node{}
		for key := range w.s.Watches {
			if s, ok := w.s.Sessions[key.Session]; ok && key.Server == w.server {
				name := watchName(key.Path, key.Kind == trace.ChildWatch)
				w.watched[name] = append(w.watched[name], s.Client)
			}
		}
		for _, nodes := range w.watched {
			slices.Sort(nodes)
		}
	}
	return w.watched[watchName(path, children)]
}

func watchName(path string, children bool) string {
	if children {
		return path + "/*"
	}
	return path
}

// woken explains what a process makes of a watch event. Who does not wait any more makes nothing
// of it.
func (w *why) woken(e *trace.Event) {
	waited := slices.ContainsFunc(e.Changes, func(change trace.Change) bool {
		p, ok := change.(*trace.ProcChange)
		return ok && p.Node == e.Node && p.Old.Waiting && !p.New.Waiting
	})
	if !waited {
		w.add(small+1, "told", "who", w.name(e.Node), "what", w.t.Message(w.c, e))
		return
	}
	w.gather(e.Node, "woken", "base", named(e.Msg.Path)).woken = w.wokenWith(e)
}

// wokenWith is how many processes were told of the change that an event tells one of.
func (w *why) wokenWith(notice *trace.Event) int {
	if notice.Cause < 0 {
		return 1
	}
	change := w.c.At(notice.Cause).Cause // what made the server send the event
	if change < 0 {
		return 1
	}
	if n, known := w.wokenBy[change]; known {
		return n
	}
	n := 0
	for at := change + 1; at < notice.N && at <= change+mostTold; at++ {
		if e := w.c.At(at); e.Kind == trace.Send && e.Msg.Class == trace.Notice && e.Cause == change {
			n++
		}
	}
	w.wokenBy[change] = n
	return n
}

// others says how many more try what a woken process tries; nothing if there is nobody else.
func (w *why) others(n int) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return w.say("woken.others.one", "others", "1")
	}
	return w.say("woken.others.many", "others", fmt.Sprint(n))
}

// wasWoken reports whether the request that a reply answers was made because a watch fired.
func (w *why) wasWoken(reply *trace.Event) bool {
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
func (w *why) listed(e *trace.Event) {
	n := e.Node
	queue := w.queue()
	at := slices.IndexFunc(queue, func(path string) bool { return w.clientOf(path) == n })
	if at < 0 {
		w.add(2, "listed.without", "who", w.name(n))
		return
	}
	mine := trace.Base(queue[at])
	var before []string
	if text, whole := strings.CutSuffix(strings.TrimPrefix(e.Msg.Text, "["), "]"); whole {
		for _, name := range strings.Fields(text) {
			if sequential(name) && number(name) < number(mine) {
				before = append(before, name)
			}
		}
		slices.SortFunc(before, func(a, b string) int { return strings.Compare(number(a), number(b)) })
	} else {
		for _, path := range queue[:at] {
			before = append(before, trace.Base(path))
		}
	}
	words := []string{"who", w.name(n), "mine", mine, "number", plainNumber(mine), "count", fmt.Sprint(len(before))}
	if len(before) == 0 {
		w.because[n] = true
		w.add(6, "listed.lowest", words...)
		return
	}
	last := before[len(before)-1]
	owner := w.say("somebody")
	if n := w.clientOf(trace.Parent(queue[at]) + "/" + last); n >= 0 {
		owner = w.name(n)
	}
	words = append(words, "base", last, "owner", owner)
	key := "listed.behind.many"
	if len(before) == 1 {
		key = "listed.behind.one"
	}
	if w.recipe == "children" {
		w.gather(n, "listed")
		return
	}
	w.add(4, key, words...)
}

// queue gives the numbered znodes in order.
func (w *why) queue() []string {
	if w.order != nil {
		return w.order
	}
	w.order = []string{}
	for key, z := range w.s.Znodes {
		if key.Server == w.server && sequential(key.Path) && z.Owner != 0 {
			w.order = append(w.order, key.Path)
		}
	}
	slices.SortFunc(w.order, func(a, b string) int { return strings.Compare(number(a), number(b)) })
	return w.order
}

// waits explains what a process waits for, and who else does.
func (w *why) waits(n trace.Node) {
	p := w.s.Procs[n]
	if !p.Waiting || p.WaitOn == "" {
		return
	}
	path := p.WaitOn
	z, there := w.s.Znodes[trace.ZnodeKey{Server: w.server, Path: path}]
	others := w.watchers(path, false)
	words := []string{"base", named(path), "owner", w.ownerOf(path), "all", fmt.Sprint(len(others))}
	switch {
	case slices.Contains(w.watchers(path, true), n):
		all := fmt.Sprint(len(w.watchers(path, true)))
		if all == "1" {
			all = w.say("waits.list.only", "who", w.name(n))
		}
		w.gather(n, "waits.list", "path", path, "all", all)
	case !there:
		w.add(3, "waits.gone", append(words, "who", w.name(n))...)
	case sequential(path):
		w.add(7, w.variant("waits.before"), append(words, "who", w.name(n))...)
	case z.Owner == 0:
		w.gather(n, "waits.persistent", words...)
	case len(others) > 1:
		w.gather(n, "waits.all", words...)
	default:
		w.gather(n, "waits.first", words...)
	}
}

// process explains a change of a process.
func (w *why) process(e *trace.Event, p *trace.ProcChange) {
	who := w.name(p.Node)
	if p.Old.Phase != p.New.Phase {
		switch p.New.Phase {
		case trace.Holding:
			w.holds(e, p.Node)
		case trace.Acquiring:
			w.add(small, "wants", "who", who)
		case trace.Releasing:
			w.add(small, "releases", "who", who)
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
			weight := small
			if w.opened() == 1 {
				weight++ // it is the first: newcomers should hear of sessions once
			}
			w.add(weight, "connected", "who", who, "timeout", w.t.Seconds(timeout))
		} else {
			w.add(5, "reconnected", "who", who)
		}
	case trace.Disconnected:
		w.add(6, "disconnected", "who", who)
		if p.New.Believes() {
			w.add(6, "disconnected.holds", "who", who)
		}
	case trace.SessionExpired:
		w.add(7, "expired.learns", "who", who)
	}
}

// opened is how many sessions there have been.
func (w *why) opened() int { return len(w.s.Sessions) }

// holds explains why a process holds: because of what it has just learned.
func (w *why) holds(e *trace.Event, n trace.Node) {
	words := []string{"who", w.name(n), "why", e.Text}
	if cause := e.Cause; cause >= 0 && w.c.At(cause).Msg.Class == trace.Notice {
		for _, v := range w.violations {
			if other := slices.IndexFunc(v.Believers, func(b trace.Node) bool { return b != n }); v.Event == e.N && other >= 0 {
				w.add(causes, "holds.woken.before", append(words, "owner", w.name(v.Believers[other]))...)
				return
			}
		}
		w.add(9, "holds.woken", words...)
		return
	}
	key := "holds"
	if w.because[n] {
		key = "holds.so"
	}
	w.add(7, key, words...)
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
	weight := 8
	switch {
	case word == "close": // what the server does of it says more, once it is told
		weight = small
	case word == "heal" && w.announced(e):
		weight = small - 1
	}
	w.add(weight, key, "who", who, "text", e.Text)
	p := w.s.Procs[e.Node]
	s, known := w.s.Sessions[p.Session]
	if !server && known && s.State == trace.SessionTimeout && word == "heal" && p.View != trace.SessionExpired {
		w.add(7, "fault.heal.over", "who", who)
	}
	if server || !known || s.State != trace.SessionOpen {
		return
	}
	switch word {
	case "crash", "cut", "pause":
		w.add(7, w.untilKey(p, word), "who", who, "deadline", s.Deadline.String(), "timeout", w.t.Seconds(time.Duration(s.Timeout)*time.Millisecond))
		if p.Believes() && word != "crash" {
			w.add(6, "fault.believes", "who", who)
		}
	case "heal":
		w.add(6, "fault.heal.open", "who", who)
	}
}

// announced reports whether the narrator has just said what an event is.
func (w *why) announced(e *trace.Event) bool {
	return e.N > 0 && w.c.At(e.N-1).Kind == trace.Say
}

// untilKey says what the end of a session will bring: a persistent znode outlives it.
func (w *why) untilKey(p trace.Proc, word string) string {
	key := "fault.until"
	if w.recipe == "persistent" && (p.Phase == trace.Holding || p.Phase == trace.Releasing) {
		key += ".persistent"
	}
	if word == "crash" { // nothing will be heard from it any more
		key += ".crash"
	}
	return key
}

// expired explains why a server ends a session, and what goes with it.
func (w *why) expired(e *trace.Event) {
	p := w.s.Procs[e.Peer]
	gone, told := w.gone(e), w.tells(e)
	timeout := w.timeout(p.Session)
	words := []string{"who", w.name(e.Peer), "gone", List(gone), "names", List(nodeNames(w.c, told)), "timeout", w.t.Seconds(timeout)}
	key := "expired.forced"
	if e.Cause >= 0 {
		// What the server last heard of it is the cause, unless somebody told it to.
		if last := w.c.At(e.Cause); last.Kind != trace.Fault {
			key = "expired"
			words = append(words, "heard", last.At.String(), "silence", w.t.Seconds(e.At.Sub(last.At)))
		}
	}
	w.add(9, key, words...)
	switch {
	case len(gone) > 0 && len(told) > 0 && len(w.violations) > 0:
		w.add(causes, "expired.cause", words...)
	case len(gone) > 0 && len(told) == 0:
		w.add(8, "expired.gone", words...)
	case len(gone) > 0:
		w.add(8, "expired.told", words...)
	case w.recipe == "persistent" && p.Phase == trace.Holding:
		w.add(8, "expired.stays", words...)
	}
	if p.Believes() {
		w.add(8, "expired.believes", words...)
	}
}

// causes is the weight of what led to a violation, and begun that of the violation itself.
const causes, begun = 10, 11

// violation says so when more believe than may, and it began in this step.
func (w *why) violation() {
	for _, v := range w.violations {
		for _, n := range v.Believers {
			if w.s.Sessions[w.s.Procs[n].Session].State == trace.SessionTimeout {
				w.add(causes, "violation.unaware", "who", w.name(n))
			}
		}
		w.add(begun, "violation", "names", List(nodeNames(w.c, v.Believers)))
	}
}

// violationsFrom are those that begin from an event on, up to the cursor.
func violationsFrom(c *trace.Cursor, from int) []trace.Overlap {
	var begin []trace.Overlap
	for _, v := range c.Trace().Summary().Violations {
		if v.Event >= from && v.Event < c.N() {
			begin = append(begin, v)
		}
	}
	return begin
}

// runsOut says how long the sessions still last of which the server hears nothing any more.
func (w *why) runsOut() {
	for n, p := range w.s.Procs {
		who := trace.Node(n)
		s, known := w.s.Sessions[p.Session]
		silent := p.Life != trace.Alive || w.s.Links[trace.NewLinkKey(who, w.server)].Cut
		if !known || who == w.server || s.State != trace.SessionOpen || !silent {
			continue
		}
		key := "runs_out"
		left := s.Deadline.Sub(w.s.At)
		switch {
		case left <= 0:
			key = "runs_out.due"
		case p.Life == trace.Crashed:
			key = "runs_out.crash"
		}
		w.add(small, key, "who", w.name(who), "left", w.t.Seconds(left.Truncate(10*time.Millisecond)))
	}
}

// ownerOf names the client whose session a znode belongs to. One that belongs to no session is
// whose holder believes that it holds.
func (w *why) ownerOf(path string) string {
	if n := w.clientOf(path); n >= 0 {
		return w.name(n)
	}
	if believers := w.s.Believers(); len(believers) == 1 {
		return w.name(believers[0])
	}
	return w.say("somebody")
}

func (w *why) clientOf(path string) trace.Node {
	return w.s.Client(w.s.Znodes[trace.ZnodeKey{Server: w.server, Path: path}].Owner)
}

// sequential reports whether a path ends in the number that a server appends.
func sequential(path string) bool {
	return len(path) > 10 && strings.Trim(path[len(path)-10:], "0123456789") == ""
}

// named is a znode as a sentence names it: a numbered one by its name alone, any other by its path,
// so that /lock/holder is not taken for the process that holds.
func named(path string) string {
	if sequential(path) {
		return trace.Base(path)
	}
	return path
}

func number(path string) string { return path[max(0, len(path)-10):] }

// plainNumber is the number of a sequential znode as people say it: without zeros.
func plainNumber(path string) string {
	if n := strings.TrimLeft(number(path), "0"); n != "" {
		return n
	}
	return "0"
}
