package browser

import (
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
	"lockstep/tui/progress"
)

// overlay lies over the screen and has the keys.
type overlay interface {
	key(m *Model, msg tea.KeyMsg) tea.Cmd
	// keys names its keys, in the catalogue.
	keys() string
	// view is a box of at most w by h cells.
	view(m *Model, w, h int) []string
}

// box puts a frame around lines, no higher than they need. The last line is kept at the bottom.
func (m *Model) box(title string, lines []string, keys string, w, h int) []string {
	room := max(0, h-4)
	if len(lines) > room {
		lines = lines[:room]
	}
	lines = append(append(indent(lines), ""), " "+m.look.Paint(look.Faint, keys))
	return m.look.Box(title, lines, w, len(lines)+2, true)
}

// resetting asks before progress is forgotten.
type resetting struct{}

func (resetting) key(m *Model, msg tea.KeyMsg) tea.Cmd {
	m.overlay = nil
	if msg.String() != "y" && msg.String() != "Y" {
		return nil
	}
	if err := m.progress.Reset(); err != nil {
		m.fail(err.Error())
		return nil
	}
	m.chooseUnfinished(0)
	m.say("reset.done")
	return nil
}

func (resetting) keys() string { return "reset.keys" }

func (resetting) view(m *Model, w, h int) []string {
	ask := m.words.Say("reset.ask")
	w = min(w, look.Width(ask)+4)
	return m.box(m.words.Say("reset"), look.Wrap(ask, w-4), m.words.Say("reset.keys"), w, h)
}

// failing says what went wrong.
type failing struct{ text string }

func (failing) key(m *Model, _ tea.KeyMsg) tea.Cmd { m.overlay = nil; return nil }

func (failing) keys() string { return "help.keys" }

func (f failing) view(m *Model, w, h int) []string {
	return m.box(m.words.Say("failed"), m.wrong(f.text, w-4), m.words.Say("help.keys"), w, h)
}

// helping shows the keys.
type helping struct{}

func (helping) key(m *Model, _ tea.KeyMsg) tea.Cmd { m.overlay = nil; return nil }

func (helping) keys() string { return "help.keys" }

func (helping) view(m *Model, w, h int) []string {
	const column = 11
	var lines []string
	for _, k := range []struct{ keys, does string }{
		{"enter", "help.enter"}, {"j k arrows", "help.choose"}, {"space pgup", "help.page"}, {"/", "help.filter"},
		{"e", "help.params"}, {"o", "help.open"}, {"tab", "help.tab"}, {"R", "help.reset"}, {"q", "help.quit"}, {"mouse", "help.mouse"},
	} {
		for i, line := range look.Wrap(m.words.Say(k.does), max(1, w-4-column)) {
			key := ""
			if i == 0 {
				key = k.keys
			}
			lines = append(lines, m.look.Paint(look.Key, m.look.Fit(key, column))+line)
		}
	}
	s := signs[m.ascii()]
	lines = append(lines, m.look.Fit(s[progress.New], column)+
		m.words.Say("help.progress", "opened", s[progress.Opened], "done", s[progress.Done]))
	return m.box(m.words.Say("help"), lines, m.words.Say("help.keys"), w, h)
}
