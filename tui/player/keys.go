package player

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/trace"
)

// where says whether a key is named in the line at the bottom.
type where uint8

const (
	helpOnly where = iota
	ifRoom
	always
)

// binding is what a key does. The line at the bottom, the help and the keyboard all read it.
type binding struct {
	keys  []string // by Bubble Tea's names
	shown string   // as the reader knows them
	text  string   // what it does, in the catalogue; with ".short" in a word
	bar   where
	do    func(*Model) tea.Cmd
}

func bindings() []binding {
	open := func(p int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.toggle(p); return nil }
	}
	return []binding{
		{[]string{"right", "l", "enter"}, "→", "key.next", ifRoom, nextBeat},
		{[]string{"left", "h"}, "←", "key.prev", ifRoom, prevBeat},
		{[]string{">", "."}, ">", "key.event", helpOnly, nextEvent},
		{[]string{"<", ","}, "<", "key.unevent", helpOnly, prevEvent},
		{[]string{" "}, "space", "key.play", ifRoom, playPause},
		{[]string{"+", "="}, "+", "key.faster", helpOnly, faster},
		{[]string{"-", "_"}, "-", "key.slower", helpOnly, slower},
		{[]string{"n"}, "n", "key.landmark", ifRoom, nextLandmark},
		{[]string{"N"}, "N", "key.unlandmark", helpOnly, prevLandmark},
		{[]string{"f"}, "f", "key.fault", ifRoom, faultMenu},
		{[]string{"tab"}, "tab", "key.pane", ifRoom, func(m *Model) tea.Cmd { m.cycle(1); return nil }},
		{[]string{"shift+tab"}, "⇧tab", "key.unpane", helpOnly, func(m *Model) tea.Cmd { m.cycle(-1); return nil }},
		{[]string{"b"}, "b", "key.branches", ifRoom, branchMenu},
		{[]string{"s"}, "s", "key.source", ifRoom, open(sourcePane)},
		{[]string{"w"}, "w", "key.why", ifRoom, readWhy},
		{[]string{"c"}, "c", "key.compare", ifRoom, compare},
		{[]string{"p"}, "p", "key.predict", helpOnly, predictNow},
		{[]string{"v"}, "v", "key.violation", helpOnly, nextViolation},
		{[]string{"home", "g"}, "g", "key.home", helpOnly, home},
		{[]string{"end", "G"}, "G", "key.end", helpOnly, end},
		{[]string{"t", ":"}, "t", "key.seek", helpOnly, seek},
		{[]string{"/"}, "/", "key.filter", ifRoom, askFilter},
		{[]string{"F"}, "F", "key.follow", helpOnly, followNext},
		{[]string{"C"}, "C", "key.causes", helpOnly, toggleCauses},
		{[]string{"m"}, "m", "key.pick", helpOnly, pickMenu},
		{[]string{"W"}, "W", "key.save", helpOnly, save},
		{[]string{"1"}, "1", "key.lanes", helpOnly, open(lanesPane)},
		{[]string{"2"}, "2", "key.queue", helpOnly, open(queuePane)},
		{[]string{"3"}, "3", "key.znodes", helpOnly, open(znodesPane)},
		{[]string{"4"}, "4", "key.sessions", helpOnly, open(sessionsPane)},
		{[]string{"5"}, "5", "key.counts", helpOnly, open(countsPane)},
		{[]string{"esc"}, "esc", "key.escape", helpOnly, escape},
		{[]string{"?"}, "?", "key.help", always, help},
		{[]string{"q"}, "q", "key.quit", always, quit},
	}
}

func compare(m *Model) tea.Cmd {
	m.pause()
	rec := m.at().rec
	return func() tea.Msg { return Compare{rec} }
}

// quit leaves the run. Branches that are not saved are lost with it, so then it asks.
func quit(m *Model) tea.Cmd {
	m.pause()
	leave := func(*Model) tea.Cmd { return func() tea.Msg { return Quit{} } }
	for _, b := range m.branches[1:] {
		if !b.saved {
			m.overlay = &question{m.say("sure.quit"), leave}
			return nil
		}
	}
	return leave(m)
}

// escape stops what is under way: playing, the filter, following.
func escape(m *Model) tea.Cmd {
	switch {
	case m.playing:
		m.pause()
	case m.filter != "":
		m.filter = ""
	default:
		m.at().follow = trace.NoNode
	}
	return nil
}
