package compare

import (
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
	"lockstep/tui/pane"
)

// The smallest screen that two runs can be followed on, and where there is room for more.
const (
	leastWidth, leastHeight = 60, 18
	besideWidth             = 100 // below it the runs stand one above the other, if that leaves room
	leastSide               = 8   // lines that a run needs, to be of use with its lanes
	leastSentences          = 5   // and without
	lanesWidth, lanesHeight = 34, 3
)

// View draws the screen: h lines of w cells.
func (m *Model) View() string { return strings.Join(m.lines(), "\n") }

func (m *Model) lines() []string {
	if m.w < leastWidth || m.h < leastHeight {
		return m.needs()
	}
	body := m.h - 2
	least := leastSide
	if m.w < 2*(lanesWidth+4) { // there will be no lanes
		least = leastSentences
	}
	figures := m.figures(body - least)
	runs := m.runs(body - len(figures))
	lines := append([]string{m.header()}, runs...)
	lines = append(lines, figures...)
	if m.help {
		lines = append(lines[:1], look.Over(lines[1:], m.helpBox(body), m.w)...)
	}
	return append(lines, m.bar())
}

// needs says how large the screen must be.
func (m *Model) needs() []string {
	var lines []string
	for _, key := range []string{"small.now", "small.needs"} {
		lines = append(lines, look.Wrap(m.say(key, "w", strconv.Itoa(m.w), "h", strconv.Itoa(m.h),
			"least_w", strconv.Itoa(leastWidth), "least_h", strconv.Itoa(leastHeight)), max(1, m.w))...)
	}
	return m.look.FitAll(lines, m.w, m.h)
}

// header says which runs these are, and where the reader is.
func (m *Model) header() string {
	left := " " + m.look.Paint(look.Title, m.say("title", "left", m.left.name, "right", m.right.name))
	right := m.look.Paint(look.Faint, m.say("by.landmarks")) + "  " +
		m.say("place", "i", strconv.Itoa(m.place+1), "of", strconv.Itoa(len(m.pairs))) + " "
	if m.byTime {
		right = m.look.Paint(look.Faint, m.say("by.time")) + "  " + m.say("place.time", "t", m.now().String()) + " "
	}
	if m.differ == never && m.w >= besideWidth { // elsewhere a notice has said so, and d says it again
		right = m.look.Paint(look.Note, m.say("same")) + "  " + right
	}
	return m.look.Fit(m.look.Fit(left, max(0, m.w-look.Width(right)-1))+" "+right, m.w)
}

// stacked reports whether the runs stand one above the other in h lines.
func (m *Model) stacked(h int) bool { return m.w < besideWidth && h >= 2*leastSide }

// hasLanes reports whether both runs have room for their lanes in h lines, whatever is said above
// them.
func (m *Model) hasLanes(h int) bool {
	w := m.w / 2
	if m.stacked(h) {
		w, h = m.w, h/2
	}
	return w-4 >= lanesWidth && h >= leastSide
}

// runs draws the two runs, beside each other or one above the other.
func (m *Model) runs(h int) []string {
	if m.stacked(h) {
		return append(m.run(m.left, m.w, h/2), m.run(m.right, m.w, h-h/2)...)
	}
	w := m.w / 2
	return look.Beside(m.run(m.left, w, h), m.run(m.right, m.w-w, h))
}

// run draws one run: what came of the newest release, what was asked for so far, and the lanes.
func (m *Model) run(s *side, w, h int) []string {
	inner := w - 4
	var lines []string
	for i, l := range look.Wrap(m.round(s), inner) {
		if i == 2 {
			break
		}
		lines = append(lines, " "+m.look.Paint(look.Fresh, l))
	}
	lines = append(lines, " "+m.look.Cut(m.look.Paint(look.Faint, m.counts(s, inner)), inner))
	if room := h - 2 - len(lines); inner >= lanesWidth && room >= lanesHeight {
		lines = append(lines, s.lanes.View(m.moment(s), w-2, room)...)
	}
	return m.look.Box(m.title(s, w-4), lines, w, h, m.differsHere())
}

// title says which run it is, and where the reader is in it, in w cells if that is possible.
func (m *Model) title(s *side, w int) string {
	mark := ""
	if m.differsHere() {
		mark = m.look.Spell("≠ ")
	}
	for _, key := range []string{"side.title", "side.short"} {
		title := mark + m.say(key, "name", s.label, "i", strconv.Itoa(s.at+1), "of", strconv.Itoa(len(s.stops)), "t", s.time(s.at).String())
		if look.Width(title) <= w {
			return title
		}
	}
	return mark + s.label
}

// counts says what has been asked for so far, by kind where there is room, and how many were told
// something.
func (m *Model) counts(s *side, w int) string {
	c := &s.cursor.State().Counts
	requests := map[string]int{"total": c.Total()}
	for _, op := range trace.Ops() {
		requests[op.String()] = c.Requests[op]
	}
	total, events := m.count("requests", c.Total()), m.count("events", c.Notices)
	if _, kinds, ok := strings.Cut(story.Requests(requests, nil), ": "); ok {
		if text := m.say("asked.kinds", "requests", total, "kinds", kinds, "events", events); look.Width(text) <= w {
			return text
		}
	}
	return m.say("asked", "requests", total, "events", events)
}

func (m *Model) moment(s *side) *pane.Moment {
	return &pane.Moment{Rec: s.rec, Cursor: s.cursor, From: s.from(), Look: m.look,
		Teller: story.Teller{Catalogue: m.opts.Story}, Follow: trace.NoNode}
}

// logarithmic reports whether the bars are. Unless the reader has chosen, they are if the smallest
// would not be seen otherwise.
func (m *Model) logarithmic() bool {
	if m.chart == nil || m.scale != fitting {
		return m.scale == logarithmic
	}
	return m.chart.Wide(max(1, m.w/len(m.opts.Entrants)))
}

// figures draws the chart into at most h lines.
func (m *Model) figures(h int) []string {
	if m.chart == nil || m.hidden || h < 4 {
		return nil
	}
	lines := m.chart.Lines(m.look, m.words, m.w-4, m.logarithmic())
	rows := min(h-3, len(lines)-1)
	title := "chart.title"
	if m.logarithmic() {
		title = "chart.log"
	}
	text := m.say(title)
	if body := m.h - 2; m.hasLanes(body) && !m.hasLanes(body-rows-3) {
		text += "  " + m.say("chart.hide")
	}
	if m.counting != "" {
		text += "  " + m.counting
	}
	if len(lines)-1 > rows {
		m.scrolled = min(m.scrolled, len(lines)-1-rows)
		lines = append(lines[:1:1], lines[1+m.scrolled:1+m.scrolled+rows]...)
	} else {
		m.scrolled = 0
	}
	for i, l := range lines {
		lines[i] = " " + l
	}
	return m.look.Box(text, lines, m.w, len(lines)+2, false)
}

// bar is the line of keys, or what there is to say instead.
func (m *Model) bar() string {
	switch {
	case m.notice != "":
		return m.look.Fit(" "+m.look.Paint(look.Fresh, m.notice), m.w)
	case m.help:
		return m.look.Fit(" "+m.look.Paint(look.Faint, m.say("keys.help")), m.w)
	case m.differsHere():
		return m.look.Fit(" "+m.look.Paint(look.Note, m.say("difference.here")), m.w)
	}
	last := m.hint("?", "key.help") + m.hint("q", "key.quit") // what leads out of here is always there
	line := ""
	for _, b := range bindings {
		if hint := m.hint(b.shown, b.short); b.short != "" && look.Width(line)+look.Width(hint)+look.Width(last) <= m.w {
			line += hint
		}
	}
	return m.look.Fit(line+last, m.w)
}

func (m *Model) hint(key, text string) string {
	if text == "" {
		return ""
	}
	return "  " + m.look.Paint(look.Key, m.look.Spell(key)) + " " + m.look.Paint(look.Faint, m.say(text))
}

// helpBox lists the keys.
func (m *Model) helpBox(h int) []string {
	var lines []string
	wide := 0
	for _, b := range append(bindings[:len(bindings):len(bindings)],
		binding{shown: "?", help: "help.help"}, binding{shown: "q", help: "help.quit"}) {
		if b.help == "" {
			continue
		}
		line := " " + m.look.Paint(look.Key, m.look.Fit(m.look.Spell(b.shown), 8)) + m.say(b.help)
		lines = append(lines, line)
		wide = max(wide, look.Width(line))
	}
	return m.look.Box(m.say("title.help"), lines, min(m.w, wide+3), min(h, len(lines)+2), true)
}
