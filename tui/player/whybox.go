package player

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// leastBody is how many lines the panes keep when the why needs many: five of lanes, and the frame.
const leastBody = 7

// whyHeight is how many lines the why takes, frame and all: on a low screen as many as its text
// needs, as long as the panes keep enough.
func (m *Model) whyHeight() int {
	usual := 6
	switch {
	case m.h < 22:
		usual = 4
	case m.h < 36:
		usual = 5
	}
	return max(usual, min(len(m.whole(m.w-4))+2, m.h-3-leastBody))
}

// whole is all that there is to say: why the newest step happened, or at the end what the run came
// to.
func (m *Model) whole(w int) []string {
	if m.at().atEnd() {
		return m.endLines(w)
	}
	return m.whyLines(w)
}

// whyLines is the whole why, without blank lines below it.
func (m *Model) whyLines(w int) []string {
	const most = 60 // a few sentences have room in it at any width that has room for panes
	lines := m.why.View(m.moment(), w, most)
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// whyBox says what has just happened, and at the end what the run came to.
func (m *Model) whyBox() []string {
	w, h := m.w, m.whyHeight()
	if m.at().atEnd() {
		return m.look.Box(m.say("title.end"), m.inset(m.endCard(w-4, h-2)), w, h, false)
	}
	return m.look.Box(m.why.Name(), m.inset(m.why.View(m.moment(), w-4, h-2)), w, h, false)
}

// readWhy opens the whole why, for which the box may be too low; at the end both what the run came
// to and why the last step happened.
func readWhy(m *Model) tea.Cmd {
	m.pause()
	p := &page{title: m.why.Name(), widest: 76, close: "w",
		text: func(m *Model, w, _ int) []string { return m.whyLines(w) }}
	if m.at().atEnd() {
		p.title = m.say("title.end")
		p.text = func(m *Model, w, _ int) []string {
			lines := append(m.endLines(w), "", m.look.Paint(look.Title, m.why.Name()))
			return append(lines, m.whyLines(w)...)
		}
	}
	m.overlay = p
	return nil
}
