package scenarios

import (
	"slices"
	"strconv"
	"time"

	"lockstep/sim"
	"lockstep/trace"
	"lockstep/trace/story"
)

// moment is a point of a run, seen by whoever asks what would follow from a fault: the world that
// stands there, and the state that the recording has.
type moment struct {
	at      int
	play    *Play
	cursor  *trace.Cursor
	state   *trace.State
	now     trace.Time
	teller  story.Teller
	way     []sim.Choice            // what is under way
	owned   map[int64][]string      // paths of ephemeral znodes, by session
	waiting map[string][]trace.Node // who waits, by the path that it watches
	queue   []trace.Node            // who wants the lock, in the order in which they came
	talk    story.Catalogue
}

func newMoment(r *Recording, play *Play, at int) *moment {
	m := &moment{at: at, play: play, cursor: r.Trace.Cursor(), now: play.world.world.Now(),
		teller: story.Teller{Catalogue: story.English}, way: play.world.world.Choices(),
		owned: map[int64][]string{}, waiting: map[string][]trace.Node{}, talk: English}
	m.cursor.Seek(at)
	m.state = m.cursor.State()
	first := map[int64]int64{} // by session: when the first of its znodes was made
	for k, z := range m.state.Znodes {
		if z.Owner == 0 {
			continue
		}
		m.owned[z.Owner] = append(m.owned[z.Owner], k.Path)
		if t, ok := first[z.Owner]; !ok || z.Czxid < t {
			first[z.Owner] = z.Czxid
		}
	}
	for session, paths := range m.owned {
		slices.Sort(paths)
		m.owned[session] = slices.Compact(paths) // each server has its copy
	}
	for i, p := range m.state.Procs {
		if p.Phase == trace.Acquiring {
			m.queue = append(m.queue, trace.Node(i))
		}
	}
	slices.SortStableFunc(m.queue, func(a, b trace.Node) int {
		x, y := m.state.Procs[a], m.state.Procs[b]
		znodeX, hasX := first[x.Session]
		znodeY, hasY := first[y.Session]
		switch {
		case hasX != hasY:
			if hasX {
				return -1
			}
			return 1
		case znodeX != znodeY:
			return int(znodeX - znodeY)
		}
		return int(x.Since - y.Since)
	})
	for _, n := range m.queue {
		if p := m.state.Procs[n]; p.Waits() && p.WaitOn != "" {
			m.waiting[p.WaitOn] = append(m.waiting[p.WaitOn], n)
		}
	}
	return m
}

func (m *moment) name(n trace.Node) string     { return m.play.Trace().Name(n) }
func (m *moment) isServer(n trace.Node) bool   { return m.play.Trace().Nodes[n].Role == trace.Server }
func (m *moment) proc(n trace.Node) trace.Proc { return m.state.Procs[n] }

func (m *moment) say(key string, pairs ...string) string { return m.talk.Say(key, pairs...) }

// linkOf is what is wrong with a process's links.
func (m *moment) linkOf(n trace.Node) trace.Link {
	var l trace.Link
	for k, state := range m.state.Links {
		if k.A == n || k.B == n {
			l.Cut = l.Cut || state.Cut
			l.Delay = max(l.Delay, state.Delay)
		}
	}
	return l
}

// session is a process's session, if the servers have it.
func (m *moment) session(n trace.Node) (trace.Session, bool) {
	s := m.state.Sessions[m.proc(n).Session]
	return s, s.State == trace.SessionOpen
}

// about says what a node is just doing.
func (m *moment) about(n trace.Node) string {
	p := m.proc(n)
	key, owner := "about.idle", ""
	switch {
	case p.Life == trace.Crashed:
		key = "about.crashed"
	case p.Life == trace.Paused:
		key = "about.paused"
	case m.isServer(n):
		key = "about.server"
	case p.Believes():
		key = "about.holds"
	case p.Waits():
		key = "about.waiting"
		for k, z := range m.state.Znodes {
			if client := m.state.Client(z.Owner); client != trace.NoNode && k.Path == p.WaitOn {
				key, owner = "about.waits", m.name(client)
			}
		}
	case p.Phase == trace.Acquiring:
		key = "about.wants"
	case p.Phase == trace.Releasing:
		key = "about.releases"
	case p.Phase == trace.Failed:
		key = "about.failed"
	}
	return m.say(key, "who", m.name(n), "owner", owner)
}

// expiry tells between when and when the session of a process ends if nothing more is sent: later
// than its deadline only if something of it is still under way.
func (m *moment) expiry(n trace.Node, s trace.Session, arrives bool) (from, to time.Duration) {
	end := s.Deadline
	for _, c := range m.way {
		if !arrives || c.From != n || c.Message == nil || c.Message.Tag().Class == trace.Hangup {
			continue
		}
		tick := trace.Time(m.play.world.tick)
		renewed := ((c.Due+trace.Time(s.Timeout)*1e6)/tick + 1) * tick
		end = max(end, renewed)
	}
	return s.Deadline.Sub(m.now), end.Sub(m.now)
}

// silence is how long it takes until a process that hears nothing more calls itself disconnected.
func (m *moment) silence(n trace.Node, s trace.Session) time.Duration {
	const mostBack = 1 << 14 // events: more come between two heartbeats only in a crowd
	limit := time.Duration(s.Timeout) * time.Millisecond * 2 / 3
	for i := m.at - 1; i >= max(0, m.at-mostBack); i-- {
		if e := m.cursor.At(i); e.Kind == trace.Recv && e.Node == n && e.Msg.Class != trace.Hangup {
			return limit - m.now.Sub(e.At)
		}
	}
	return limit
}

// seconds writes a time, or from when to when, as exactly as is read at a glance.
func (m *moment) seconds(from, to time.Duration) string {
	one, several, unit, digits := "seconds", "seconds.range", time.Second, 1
	if to < time.Second {
		one, several, unit, digits = "milliseconds", "milliseconds.to", time.Millisecond, 0
	}
	show := func(d time.Duration) string {
		return strconv.FormatFloat(float64(d)/float64(unit), 'f', digits, 64)
	}
	if a, b := show(from), show(to); a != b {
		return m.say(several, "from", a, "to", b)
	}
	return m.say(one, "n", show(to))
}

// freed says who goes on when a process's session ends.
func (m *moment) freed(n trace.Node) string {
	p := m.proc(n)
	var told []trace.Node
	for _, path := range m.owned[p.Session] {
		for _, watched := range []string{path, trace.Parent(path)} {
			for _, w := range m.waiting[watched] {
				if w != n && m.proc(w).Life == trace.Alive && !slices.Contains(told, w) {
					told = append(told, w)
				}
			}
		}
	}
	key := ""
	switch holds := p.Believes(); {
	case holds && len(m.owned[p.Session]) == 0:
		key = "then.forever"
	case len(told) == 0 && holds:
		key = "then.nobody"
	case len(told) == 0:
		return ""
	case holds && len(told) == 1 && m.isNext(told[0], n):
		key = "then.next"
	case holds && len(told) > 1:
		key = "then.race"
	case len(told) == 1:
		key = "then.told"
	default:
		key = "then.all"
	}
	who := ""
	if len(told) > 0 {
		who = m.name(told[0])
	}
	return m.say(key, "who", who, "count", strconv.Itoa(len(told)))
}

// isNext reports whether a process is sure to be the next after another: nobody else wants the
// lock, or it stands first in the line that numbered znodes make. Who is not told may be on its way
// to ask.
func (m *moment) isNext(told, after trace.Node) bool {
	var rivals []trace.Node
	for _, n := range m.queue {
		if n != after && m.proc(n).Life == trace.Alive {
			rivals = append(rivals, n)
		}
	}
	return len(rivals) == 1 || rivals[0] == told && len(m.owned[m.proc(told).Session]) > 0
}
