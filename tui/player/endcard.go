package player

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/tui/look"
)

// endLines say what the run came to: whether what the lesson expects holds, and how well the
// reader has predicted.
func (m *Model) endLines(w, h int) []string {
	rec := m.at().rec
	var lines []string
	if rec.Stopped != nil {
		for _, l := range look.Wrap(m.look.Signs.Fault+" "+m.say("end.stopped", "why", rec.Stopped.Error()), w) {
			lines = append(lines, m.look.Paint(look.Bad, l))
		}
	}
	held, failed := 0, []string{}
	for _, e := range rec.Result.Expectations {
		if e.OK {
			held++
		} else {
			failed = append(failed, m.say("end.failed", "text", e.Text, "got", fmt.Sprint(e.Got)))
		}
	}
	of := len(rec.Result.Expectations)
	switch {
	case of == 0:
	case len(failed) == 0:
		lines = append(lines, m.look.Paint(look.Holder, m.look.Signs.Mend+" "+m.say("end.all", "n", strconv.Itoa(of))))
	default:
		lines = append(lines, m.look.Paint(look.Bad, m.look.Signs.Fault+" "+m.say("end.some", "n", strconv.Itoa(held), "of", strconv.Itoa(of))+
			" "+strings.Join(failed, "; ")))
	}
	if score := m.score(); score != "" {
		lines = append(lines, m.say("end.score", "score", score))
	}
	if n := len(rec.LeftOut); n > 0 {
		texts := make([]string, n)
		for i, l := range rec.LeftOut {
			texts[i] = l.Text
		}
		lines = append(lines, m.say("end.leftout", "what", strings.Join(texts, "; ")))
	}
	if len(lines) < h {
		lines = append(lines, m.look.Paint(look.Faint, m.say("end.next")))
	}
	return m.inset(lines[:min(h, len(lines))])
}

// score is how many predictions were right, "" if there were none.
func (m *Model) score() string {
	if m.quiz.answered == 0 {
		return ""
	}
	return m.say("score", "right", strconv.Itoa(m.quiz.right), "of", strconv.Itoa(m.quiz.answered))
}
