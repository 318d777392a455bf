package player

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/tui/look"
)

// header says which run this is, and where in it the reader is. Where there is no room for all of
// it, the names of the lesson and of the branch are the last that are cut.
func (m *Model) header() string {
	s := m.at().rec.Plan.Scenario
	for _, branch := range []int{m.w, m.w / 4} { // how wide its name may be
		for _, aside := range []bool{true, false} {
			right := m.headerRight(branch, aside)
			for _, parts := range [][]string{{m.say("app"), s.Chapter, s.Title}, {m.say("app"), s.Title}, {s.Title}} {
				left := " " + strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), m.look.Spell(" › "))
				if look.Width(left)+1+look.Width(right) <= m.w {
					return m.look.Fit(m.look.Paint(look.Title, left), m.w-look.Width(right)) + right
				}
			}
		}
	}
	right := m.headerRight(m.w/4, false)
	// A long title matters more than which beat this is: the timeline shows that too.
	if brief := m.say("header.time", "t", m.moment().Now().String()) + " "; m.current == 0 && look.Width(s.Title)+2+look.Width(brief) <= m.w {
		right = brief
	}
	room := m.w - look.Width(right)
	if room < 12 {
		return m.look.Fit(right, m.w)
	}
	return m.look.Fit(m.look.Paint(look.Title, m.look.Cut(" "+s.Title, room-1)), room) + right
}

// headerRight says on which branch and where in it the reader is, and what there is to say aside.
func (m *Model) headerRight(branch int, aside bool) string {
	b := m.at()
	right := ""
	if m.current > 0 {
		right += m.look.Paint(look.Bad, m.look.Signs.Branch+" "+m.look.Cut(m.branchName(m.current), branch)) + "  "
	}
	if m.playing {
		right += m.look.Paint(look.Mend, m.say("header.playing", "speed", m.look.Spell(speeds[m.speed].name))) + "  "
	}
	switch seed := strconv.FormatUint(b.rec.Seed, 10); {
	case !aside:
	case m.w >= stackWidth:
		right += m.look.Paint(look.Faint, m.say("header.world", "backend", b.rec.Result.Backend, "seed", seed)) + "  "
		if m.quiz.answered > 0 {
			right += m.say("header.score", "score", m.score()) + "  "
		}
	case m.w >= 80:
		right += m.look.Paint(look.Faint, m.say("header.seed", "seed", seed)) + "  "
	}
	return right + m.say("header.place", "t", m.moment().Now().String(),
		"beat", strconv.Itoa(b.place()+1), "of", strconv.Itoa(b.places.count())) + " "
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
	cut := !m.tooSmall() && len(m.whole(m.w-4)) > m.whyHeight()-2
	for _, b := range m.bindings { // what has no room above is read with this key
		if b.text == "key.why" && cut {
			line += " " + m.hint(b)
		}
	}
	if m.choosy() {
		line += " " + m.look.Paint(look.Note, m.say("bar.only", "what", m.look.Cut(m.wanted(), m.w/4)))
	}
	for _, b := range m.bindings {
		if b.text == "key.why" && cut {
			continue // it is there already
		}
		if hint := " " + m.hint(b); b.bar == ifRoom && look.Width(line)+look.Width(hint) <= room {
			line += hint
		}
	}
	return m.look.Fit(line+help, m.w)
}

func (m *Model) hint(b binding) string {
	return " " + m.look.Paint(look.Key, m.look.Spell(b.shown)) + " " + m.look.Paint(look.Faint, m.say(b.text+".short"))
}
