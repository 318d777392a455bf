package player

import (
	"strconv"
	"strings"

	"lockstep/tui/look"
)

// header says which run this is, and where in it the reader is.
func (m *Model) header() string {
	b := m.at()
	s := b.rec.Plan.Scenario
	parts := []string{m.say("app")}
	for _, part := range []string{s.Chapter, s.Title} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	left := " " + m.look.Paint(look.Title, strings.Join(parts, m.plain(" › ")))
	right := ""
	if m.current > 0 {
		right += m.look.Paint(look.Bad, m.look.Signs.Branch+" "+m.look.Cut(m.branchName(m.current), m.w/4)) + "  "
	}
	if m.playing {
		right += m.look.Paint(look.Mend, m.say("header.playing", "speed", m.plain(speeds[m.speed].name))) + "  "
	}
	if m.w >= stackWidth {
		right += m.look.Paint(look.Faint, m.say("header.world", "backend", b.rec.Result.Backend, "seed", strconv.FormatUint(b.rec.Seed, 10))) + "  "
		if m.quiz.answered > 0 {
			right += m.say("header.score", "score", m.score()) + "  "
		}
	} else if m.w >= 80 {
		right += m.look.Paint(look.Faint, m.say("header.seed", "seed", strconv.FormatUint(b.rec.Seed, 10))) + "  "
	}
	right += m.say("header.place", "t", m.moment().Now().String(),
		"beat", strconv.Itoa(b.place()+1), "of", strconv.Itoa(b.places.count())) + " "
	room := m.w - look.Width(right)
	if room < 12 {
		return m.look.Fit(right, m.w)
	}
	return m.look.Fit(m.look.Fit(left, room-1)+" "+right, m.w)
}

// bar is the line of keys, or what the player has to say instead.
func (m *Model) bar() string {
	switch {
	case m.notice != "":
		return m.look.Fit(" "+m.look.Paint(look.Fresh, m.notice), m.w)
	case m.overlay != nil:
		return m.look.Fit(" "+m.look.Paint(look.Faint, m.overlay.keys(m)), m.w)
	}
	line := ""
	help := " "
	for _, b := range m.bindings { // what leads out of here is always there
		if b.bar == always {
			help += m.hint(b)
		}
	}
	room := m.w - look.Width(help)
	if m.choosy() {
		line += " " + m.look.Paint(look.Note, m.say("bar.only", "what", m.look.Cut(m.wanted(), m.w/4)))
	}
	for _, b := range m.bindings {
		if hint := " " + m.hint(b); b.bar == ifRoom && look.Width(line)+look.Width(hint) <= room {
			line += hint
		}
	}
	return m.look.Fit(line+help, m.w)
}

func (m *Model) hint(b binding) string {
	return " " + m.look.Paint(look.Key, m.plain(b.shown)) + " " + m.look.Paint(look.Faint, m.say(b.text+".short"))
}
