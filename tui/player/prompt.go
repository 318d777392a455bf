package player

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// prompt asks for a line of text.
type prompt struct {
	title string
	about string
	wrong string // why what was typed last could not be used, "" if it could
	input textinput.Model
	done  func(m *Model, text string) tea.Cmd
}

// newPrompt asks for a line of text, beginning with one.
func (m *Model) newPrompt(title, about, text string, done func(*Model, string) tea.Cmd) *prompt {
	p := &prompt{title: title, about: about, input: textinput.New(), done: done}
	p.input.Prompt = m.look.Signs.Point + " "
	p.input.CharLimit = 200
	p.input.Cursor.SetMode(cursor.CursorStatic) // nothing on the screen moves by itself
	p.input.SetValue(text)
	p.input.Focus()
	return p
}

func (p *prompt) keys(m *Model) string { return m.say("keys.prompt") }

func (p *prompt) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		m.closeOverlay()
		return nil
	case "enter":
		m.closeOverlay()
		return p.done(m, p.input.Value())
	}
	p.input, _ = p.input.Update(k)
	return nil
}

func (p *prompt) view(m *Model, w, h int) []string {
	inner := max(1, min(w-4, 60))
	lines := look.Wrap(p.about, inner)
	p.input.Width = max(1, inner-4)
	lines = append(lines, m.look.Fit(p.input.View(), inner))
	if p.wrong != "" {
		lines = append(lines, m.painted(look.Bad, m.look.Signs.Fault+" "+p.wrong, inner)...)
	}
	return m.frame(p.title, lines, w, h)
}

// question asks whether to do what cannot be undone.
type question struct {
	text string
	yes  func(m *Model) tea.Cmd
}

func (q *question) keys(m *Model) string { return m.say("keys.yesno") }

func (q *question) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "y", "Y":
		m.closeOverlay()
		return q.yes(m)
	case "n", "N", "esc", "q":
		m.closeOverlay()
	}
	return nil
}

func (q *question) view(m *Model, w, h int) []string {
	return m.frame(m.say("title.sure"), look.Wrap(q.text, max(1, min(w-4, 60))), w, h)
}
