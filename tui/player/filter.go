package player

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/trace"
	"lockstep/trace/story"
)

// askFilter asks what the reader wants to see.
func askFilter(m *Model) tea.Cmd {
	m.pause()
	m.overlay = m.newPrompt(m.say("title.filter"), m.say("filter.about"), m.filter, func(m *Model, text string) tea.Cmd {
		m.filter = strings.TrimSpace(text)
		if m.filter != "" {
			m.notice = m.say("notice.filter", "what", m.filter)
		}
		return nil
	})
	return nil
}

// matches reports whether a line of the story is one that a filter lets through.
func matches(l story.Line, filter string) bool {
	if filter == "" {
		return true
	}
	text := strings.ToLower(l.Node + " " + l.Arrow + " " + l.Peer + " " + l.Text)
	return strings.Contains(text, strings.ToLower(filter))
}

// wanted names what the reader wants to see.
func (m *Model) wanted() string {
	var words []string
	if f := m.follow(); f != trace.NoNode {
		words = append(words, m.at().rec.Trace.Name(f))
	}
	if m.filter != "" {
		words = append(words, "“"+m.filter+"”")
	}
	return strings.Join(words, ", ")
}

// followNext follows the next process, and after the last one none. With very many it asks
// which.
func followNext(m *Model) tea.Cmd {
	const many = 12
	processes := m.processes()
	if len(processes) > many {
		m.pause()
		now := m.at().rec.Trace.Name(m.follow())
		m.overlay = m.newPrompt(m.say("title.follow"), m.say("follow.about"), now, (*Model).followNamed)
		return nil
	}
	next := trace.NoNode
	if i := slices.Index(processes, m.follow()) + 1; i < len(processes) {
		next = processes[i]
	}
	m.setFollow(next)
	return nil
}

func (m *Model) followNamed(name string) tea.Cmd {
	name = strings.TrimSpace(name)
	if name == "" {
		m.setFollow(trace.NoNode)
		return nil
	}
	n, ok := m.at().rec.Trace.NodeNamed(name)
	if !ok {
		m.notice = m.say("notice.follow.unknown", "name", name)
		return nil
	}
	m.setFollow(n)
	return nil
}

func (m *Model) setFollow(n trace.Node) {
	m.at().follow = n
	m.notice = m.say("notice.follow.none")
	if n != trace.NoNode {
		m.notice = m.say("notice.follow", "name", m.at().rec.Trace.Name(n))
	}
}

// toggleCauses draws the chain of causes, or draws it no longer.
func toggleCauses(m *Model) tea.Cmd {
	m.causes = !m.causes
	key := "notice.causes.off"
	if m.causes {
		key = "notice.causes.on"
	}
	m.notice = m.say(key)
	return nil
}
