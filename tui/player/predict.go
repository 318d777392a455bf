package player

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// answerState is what the reader has made of a question.
type answerState uint8

const (
	unasked answerState = iota
	open                // asked, and put off
	right
	wrong
)

// quiz is how the reader has done so far, in all branches.
type quiz struct{ right, answered int }

// questionBetween finds the first question not asked yet that lies between two points of the run.
func (m *Model) questionBetween(from, to int) (int, bool) {
	if m.opts.NoQuiz {
		return 0, false
	}
	b := m.at()
	for i, q := range b.rec.Questions {
		if b.asked[i] == unasked && q.Event >= from && q.Event < to {
			return i, true
		}
	}
	return 0, false
}

// predictNow asks the newest question that waits for an answer.
func predictNow(m *Model) tea.Cmd {
	b := m.at()
	for i := len(b.rec.Questions) - 1; i >= 0; i-- {
		if b.rec.Questions[i].Event < b.n() && b.asked[i] <= open {
			m.pause()
			m.ask(i)
			return nil
		}
	}
	m.notice = m.say("notice.question.none")
	return nil
}

// ask opens a question.
func (m *Model) ask(i int) {
	b := m.at()
	b.asked[i] = open
	p := &prediction{i: i, asked: b.rec.Questions[i]}
	if len(p.asked.Choices) == 0 {
		p.input = textinput.New()
		p.input.Prompt = m.look.Signs.Point + " "
		p.input.CharLimit = 80
		p.input.Cursor.SetMode(cursor.CursorStatic)
		p.input.Focus()
	}
	m.overlay = p
}

// prediction is a question on the screen, and then the verdict.
type prediction struct {
	i       int
	asked   scenarios.Asked
	chosen  int
	input   textinput.Model // where there are no choices
	given   string          // the reader's answer
	verdict answerState     // unasked until there is one
}

func (p *prediction) keys(m *Model) string {
	switch {
	case p.verdict == wrong:
		return m.say("keys.wrong")
	case p.verdict != unasked:
		return m.say("keys.right")
	case len(p.asked.Choices) == 0:
		return m.say("keys.answer")
	}
	return m.say("keys.choices")
}

func (p *prediction) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	if p.verdict != unasked {
		switch name {
		case "enter", "right", "l", " ":
			m.closeOverlay()
			return nextBeat(m)
		case "esc", "q", "left", "h":
			m.closeOverlay()
		}
		return nil
	}
	if name == "esc" {
		m.closeOverlay()
		m.notice = m.say("notice.question.later")
		return nil
	}
	if len(p.asked.Choices) == 0 {
		if name == "enter" {
			if text := strings.TrimSpace(p.input.Value()); text != "" {
				p.answer(m, text)
			}
			return nil
		}
		p.input, _ = p.input.Update(k)
		return nil
	}
	switch name {
	case "up", "k":
		p.chosen = max(0, p.chosen-1)
	case "down", "j":
		p.chosen = min(p.chosen+1, len(p.asked.Choices)-1)
	case "enter":
		p.answer(m, p.asked.Choices[p.chosen])
	default:
		n, err := strconv.Atoi(name)
		if n--; !p.numbered() {
			n = slices.Index(p.asked.Choices, name)
		}
		if err == nil && n >= 0 && n < len(p.asked.Choices) {
			p.chosen = n
			p.answer(m, p.asked.Choices[n])
		}
	}
	return nil
}

// answer judges what the reader says by what the run came to.
func (p *prediction) answer(m *Model, text string) {
	p.given = text
	p.verdict = wrong
	if p.asked.Right(text) || strings.EqualFold(text, m.answerOf(p.asked)) {
		p.verdict = right
		m.quiz.right++
	}
	m.quiz.answered++
	m.at().asked[p.i] = p.verdict
}

// answerOf is the answer that the run gives to a question, in words.
func (m *Model) answerOf(q scenarios.Asked) string {
	switch {
	case q.Answer == nil:
		return m.say("quiz.unknown")
	case q.Words() == "":
		return m.say("quiz.nobody")
	}
	return q.Words()
}

// numbered reports whether the choices can be told by their numbers: not where they are numbers
// themselves.
func (p *prediction) numbered() bool {
	return !slices.ContainsFunc(p.asked.Choices, func(c string) bool { _, err := strconv.Atoi(c); return err == nil })
}

func (p *prediction) view(m *Model, w, h int) []string {
	inner := max(1, min(w-4, 64))
	lines := look.Wrap(p.asked.Ask, inner)
	lines = append(lines, "")
	if p.verdict != unasked {
		return m.frame(m.say("title.predict"), append(lines, p.judgement(m, inner)...), w, h)
	}
	if len(p.asked.Choices) == 0 {
		p.input.Width = max(1, inner-4)
		return m.frame(m.say("title.predict"), append(lines, m.look.Fit(p.input.View(), inner)), w, h)
	}
	var choices []string
	for i, c := range p.asked.Choices {
		number := ""
		if p.numbered() {
			number = strconv.Itoa(i+1) + "  "
		}
		if i == p.chosen {
			choices = append(choices, m.look.Paint(look.Select, m.look.Cut(fmt.Sprintf("%s %s%s ", m.look.Signs.Point, number, c), inner)))
		} else {
			choices = append(choices, m.look.Cut("  "+m.look.Paint(look.Key, number)+c, inner))
		}
	}
	return m.frame(m.say("title.predict"), append(lines, window(choices, p.chosen, max(1, h-2-len(lines)))...), w, h)
}

// judgement says whether the answer was right, and why.
func (p *prediction) judgement(m *Model, w int) []string {
	answer := m.answerOf(p.asked)
	role, text := look.Holder, m.look.Signs.Mend+" "+m.say("quiz.right", "answer", answer)
	if p.verdict == wrong {
		role, text = look.Bad, m.look.Signs.Fault+" "+m.say("quiz.wrong", "answer", answer, "given", p.given)
	}
	var lines []string
	for _, l := range look.Wrap(text, w) {
		lines = append(lines, m.look.Paint(role, l))
	}
	if p.asked.Because != "" {
		lines = append(lines, look.Wrap(p.asked.Because, w)...)
	}
	lines = append(lines, "")
	key := "quiz.on"
	if p.verdict == wrong {
		key = "quiz.see"
	}
	return append(lines, m.look.Paint(look.Faint, m.look.Cut(m.say(key), w)))
}
