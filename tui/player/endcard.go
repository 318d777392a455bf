package player

import (
	"fmt"
	"strconv"
	"strings"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// endLines say what the run came to: whether what the lesson expects holds, and how well the
// reader has predicted. What fails has a line each, or more.
func (m *Model) endLines(w int) []string {
	rec := m.at().rec
	failed := failures(rec)
	of := len(rec.Result.Expectations)
	lines := m.stoppedLines(w)
	switch {
	case of == 0:
	case len(failed) == 0:
		lines = append(lines, m.allHold(w, of)...)
	default:
		lines = append(lines, m.painted(look.Bad, m.look.Signs.Fault+" "+m.say("end.some", "n", strconv.Itoa(of-len(failed)), "of", strconv.Itoa(of)), w)...)
		for _, e := range failed {
			lines = append(lines, m.painted(look.Bad, "  "+m.say("end.failed", "text", e.Text, "got", fmt.Sprint(e.Got)), w)...)
		}
	}
	return append(lines, m.endRest(w)...)
}

// endCard is what of it fits into h lines: first how many expectations fail, and only if there is
// room for all of them, which.
func (m *Model) endCard(w, h int) []string {
	lines := m.endLines(w)
	rec := m.at().rec
	if failed := len(failures(rec)); len(lines) > h && failed > 0 {
		of := len(rec.Result.Expectations)
		lines = append(m.stoppedLines(w), m.painted(look.Bad, m.look.Signs.Fault+" "+m.say("end.some.w", "n", strconv.Itoa(of-failed),
			"of", strconv.Itoa(of), "failed", strconv.Itoa(failed)), w)...)
		lines = append(lines, m.endRest(w)...)
	}
	if len(lines) < h {
		lines = append(lines, m.look.Paint(look.Faint, m.say("end.next")))
	}
	return lines[:min(h, len(lines))]
}

// failures are the expectations that do not hold.
func failures(rec *scenarios.Recording) []scenarios.ExpectationDone {
	var failed []scenarios.ExpectationDone
	for _, e := range rec.Result.Expectations {
		if !e.OK {
			failed = append(failed, e)
		}
	}
	return failed
}

func (m *Model) stoppedLines(w int) []string {
	if why := m.at().rec.Stopped; why != nil {
		return m.painted(look.Bad, m.look.Signs.Fault+" "+m.say("end.stopped", "why", why.Error()), w)
	}
	return nil
}

func (m *Model) allHold(w, of int) []string {
	return m.painted(look.Holder, m.look.Signs.Mend+" "+m.say("end.all", "n", strconv.Itoa(of)), w)
}

// endRest is what is said whatever the expectations came to.
func (m *Model) endRest(w int) []string {
	rec := m.at().rec
	var lines []string
	if m.current > 0 && len(rec.Result.Expectations) > 0 {
		lines = append(lines, m.painted(look.Faint, m.say("end.branch"), w)...)
	}
	if score := m.score(); score != "" {
		lines = append(lines, look.Wrap(m.say("end.score", "score", score), w)...)
	}
	if n := len(rec.LeftOut); n > 0 {
		texts := make([]string, n)
		for i, l := range rec.LeftOut {
			texts[i] = l.Text
		}
		lines = append(lines, look.Wrap(m.say("end.leftout", "what", strings.Join(texts, "; ")), w)...)
	}
	return lines
}

// painted is a text in as many lines as it needs, each painted by itself.
func (m *Model) painted(role look.Role, text string, w int) []string {
	lines := look.Wrap(text, w)
	for i, l := range lines {
		lines[i] = m.look.Paint(role, l)
	}
	return lines
}

// score is how many predictions were right, "" if there were none.
func (m *Model) score() string {
	if m.quiz.answered == 0 {
		return ""
	}
	return m.say("score", "right", strconv.Itoa(m.quiz.right), "of", strconv.Itoa(m.quiz.answered))
}
