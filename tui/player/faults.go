package player

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/fault"
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/look"
)

// faultKeys are the keys of the faults. Where several suffer the same fault, the first of them has
// the key: the one whose fault tells most.
var faultKeys = map[fault.Kind]string{
	fault.Crash: "c", fault.Restart: "r", fault.Pause: "p", fault.Resume: "u", fault.Cut: "x", fault.Heal: "h",
	fault.Delay: "l", fault.DropReply: "d", fault.Expire: "e", fault.Close: "o", fault.JumpClock: "t",
}

// possible finds out what could happen next, and goes on with it.
func (m *Model) possible(name string, done func(*Model, *scenarios.Options) tea.Cmd) tea.Cmd {
	m.pause()
	b := m.at()
	at := b.n()
	var follow []string
	if b.follow != trace.NoNode {
		follow = append(follow, b.rec.Trace.Name(b.follow))
	}
	return start(m, name, func(ctx context.Context, _ func(int)) (*scenarios.Options, error) {
		return b.rec.Possible(ctx, at, follow...)
	}, func(m *Model, o *scenarios.Options, err error) tea.Cmd {
		if err != nil {
			m.notice = m.say("notice.possible.failed", "why", err.Error())
			return nil
		}
		return done(m, o)
	})
}

// timeAt is when the newest of n events happened.
func (b *branch) timeAt(n int) trace.Time {
	if n == 0 {
		return 0
	}
	return b.cursor.At(min(n, b.rec.Trace.Len()) - 1).At
}

// faultMenu asks what to break.
func faultMenu(m *Model) tea.Cmd { return m.possible(m.say("key.fault.menu"), (*Model).offerFaults) }

func (m *Model) offerFaults(o *scenarios.Options) tea.Cmd {
	l := &menu{title: m.say("title.faults", "t", m.at().timeAt(o.At).String()), intro: m.say("faults.about"), hint: m.say("keys.faults")}
	var moves []scenarios.Move
	taken := map[string]bool{}
	for _, g := range o.Groups {
		for i, option := range g.Options {
			it := item{text: option.Text, detail: option.Then, role: look.Bad}
			if i == 0 {
				it.head = g.About
			}
			if f := option.Move.Fault; f != nil {
				if key := faultKeys[f.Kind]; !taken[key] {
					it.key, taken[key] = key, true
				}
				switch f.Kind {
				case fault.Resume, fault.Heal, fault.Restart:
					it.role = look.Mend
				}
			}
			l.items = append(l.items, it)
			moves = append(moves, option.Move)
		}
	}
	if len(l.items) == 0 {
		m.notice = m.say("notice.faults.none")
		return nil
	}
	l.choose = func(m *Model, i int) tea.Cmd { return m.enterBranch(moves[i]) }
	l.other = func(m *Model, key string) tea.Cmd {
		if key == "m" {
			return m.offerPicks(o)
		}
		return nil
	}
	m.overlay = l
	return nil
}

// pickMenu asks what is to happen next.
func pickMenu(m *Model) tea.Cmd { return m.possible(m.say("key.pick"), (*Model).offerPicks) }

func (m *Model) offerPicks(o *scenarios.Options) tea.Cmd {
	m.closeOverlay()
	if len(o.Picks) == 0 {
		m.notice = m.say("notice.picks.none")
		return nil
	}
	l := &menu{title: m.say("title.picks", "t", m.at().timeAt(o.At).String()), intro: m.say("picks.about"), hint: m.say("keys.picks")}
	for i, option := range o.Picks {
		it := item{text: option.Text, detail: option.Then}
		if i < 9 {
			it.key = string(rune('1' + i))
		}
		l.items = append(l.items, it)
	}
	l.choose = func(m *Model, i int) tea.Cmd { return m.enterBranch(o.Picks[i].Move) }
	m.overlay = l
	return nil
}
