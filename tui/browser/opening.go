package browser

import (
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// opening asks for the path of a file of the reader's own.
type opening struct {
	path input
	err  string
}

func (o *opening) key(m *Model, msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		m.overlay = nil
	case "enter":
		if strings.TrimSpace(o.path.String()) == "" {
			o.err = m.words.Say("open.nothing")
			return nil
		}
		s, err := scenarios.Find(path(o.path.String()))
		if err != nil {
			o.err = err.Error()
			return nil
		}
		m.overlay = nil
		m.add(s)
		m.say("open.done")
	default:
		if o.path.key(msg) {
			o.err = ""
		}
	}
	return nil
}

// path is a path as a person means it: never a lesson's name, and ~ is their home.
func path(typed string) string {
	typed = strings.TrimSpace(typed)
	if rest, ok := strings.CutPrefix(typed, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if !strings.ContainsAny(typed, "/"+string(filepath.Separator)) {
		return "." + string(filepath.Separator) + typed
	}
	return typed
}

// add puts a file under the lessons, in place of what was read from it before, and chooses it.
func (m *Model) add(s *scenarios.Scenario) {
	e := &entry{scenario: s, chapter: m.words.Say("own")}
	at := len(m.entries)
	for i, old := range m.entries {
		if old.lesson == "" && old.scenario.File == s.File {
			at = i
		}
	}
	if at == len(m.entries) {
		m.entries = append(m.entries, e)
	} else {
		m.entries[at] = e
	}
	m.filter = input{}
	m.sift()
	m.choose(at)
}

func (*opening) keys() string { return "open.keys" }

func (o *opening) view(m *Model, w, h int) []string {
	lines := append(look.Wrap(m.words.Say("open.ask"), w-4), "", "  "+o.path.view(m.look, w-8), "")
	if o.err != "" {
		lines = append(lines, m.wrong(o.err, w-4)...)
	}
	return m.box(m.words.Say("open"), lines, m.words.Say("open.keys"), w, h)
}
