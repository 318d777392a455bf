package scenarios

import (
	"strings"

	"lockstep/fault"
	"lockstep/trace"
)

// then says what will follow from a fault, as far as it can be told from the state at that moment:
// from the session's deadline, the znodes that go with it, and who watches them.
func (m *moment) then(n trace.Node, f fault.Fault) string {
	if m.isServer(n) {
		return m.thenOfServer(f)
	}
	p := m.proc(n)
	key := f.Kind.String()
	session, open := m.session(n)
	words := []string{"by", m.teller.Seconds(f.By), "bases", m.bases(n)}
	ends := func(arrives bool) {
		from, to := m.expiry(n, session, arrives)
		words = append(words, "in", m.seconds(from, to), "then", m.freed(n))
	}
	late := p.Session != 0 && !open && (p.View == trace.Connected || p.View == trace.Disconnected)
	switch f.Kind {
	case fault.Crash, fault.Pause, fault.Cut:
		if !open {
			return m.say(key + ".free")
		}
		ends(f.Kind != fault.Cut)
		if f.Kind == fault.Cut {
			left := max(0, m.silence(n, session))
			words = append(words, "silence", m.seconds(left, left))
		}
		if f.Kind != fault.Crash && p.Believes() {
			key += ".holds"
		}
	case fault.Expire, fault.Close:
		if len(m.owned[p.Session]) == 0 {
			return m.say(key + ".free")
		}
		ends(false)
		if f.Kind == fault.Expire && p.Believes() {
			key += ".holds"
		}
	case fault.Restart:
		if open && len(m.owned[p.Session]) > 0 {
			ends(true)
			key += ".owner"
		}
	case fault.Resume:
		if late && p.Believes() {
			key += ".late"
		}
	case fault.Heal:
		if late {
			key += ".late"
		}
	case fault.Delay:
		if f.By == 0 {
			key += ".off"
		}
	case fault.DropReply:
		for _, c := range m.way {
			if c.From == n && c.Message != nil && c.Message.Tag().Class == trace.Request {
				e := trace.Event{Kind: trace.Send, Node: n, Peer: c.Node, Cause: -1, Msg: c.Message.Describe()}
				key += ".of"
				words = append(words, "what", m.teller.Message(m.cursor, &e))
				break
			}
		}
	}
	return m.say(key, words...)
}

func (m *moment) thenOfServer(f fault.Fault) string {
	key := f.Kind.String()
	switch f.Kind {
	case fault.Crash:
		key += ".server"
		alive := 0
		for i := range m.state.Procs {
			if m.isServer(trace.Node(i)) && m.state.Procs[i].Life == trace.Alive {
				alive++
			}
		}
		if alive > 1 {
			key += ".more"
		}
	case fault.Pause, fault.Restart:
		key += ".server"
	}
	silence := m.play.world.timeout * 2 / 3
	return m.say(key, "silence", m.seconds(silence, silence), "by", m.teller.Seconds(f.By))
}

// bases are the names of the znodes that go with a process's session.
func (m *moment) bases(n trace.Node) string {
	var bases []string
	for _, path := range m.owned[m.proc(n).Session] {
		bases = append(bases, trace.Base(path))
	}
	return strings.Join(bases, ", ")
}
