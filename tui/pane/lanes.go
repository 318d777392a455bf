package pane

import (
	"strings"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// Lanes is the sequence diagram of a run up to the moment: a column for each node, a row for each
// message and for what happens at one node.
type Lanes struct {
	back int // how many lines the window is moved back from the newest
	page int // lines of the last drawing

	// back counts from this moment; at any other the window stands at the newest line.
	rec  *scenarios.Recording
	n    int
	most int // how far it can be moved back, once a drawing has found out
}

// NewLanes makes the pane.
func NewLanes() *Lanes { return &Lanes{} }

// Name is its title.
func (l *Lanes) Name() string { return laneWords["lane.name"] }

// Help tells what the pane shows.
func (l *Lanes) Help() string {
	s := look.Unicode
	return laneWords.Say("lane.help", "fresh", s.Point, "fly", s.Horizontal+s.Point, "lost", s.Lost, "paused", paused(s),
		"folded", s.Folded, "holds", s.Holds, "first", s.Violation, "cut", cutOff(s))
}

// Key moves the window over the rows.
func (l *Lanes) Key(m *Moment, key string) bool {
	l.at(m)
	page := max(1, l.page-1)
	switch key {
	case "up", "k":
		l.back++
	case "down", "j":
		l.back--
	case "pgup":
		l.back += page
	case "pgdown":
		l.back -= page
	default:
		return false
	}
	l.back = max(0, min(l.back, l.most))
	return true
}

// at brings the window back to the newest line when the reader has gone to another moment.
func (l *Lanes) at(m *Moment) {
	if l.rec != m.Rec || l.n != m.N() {
		l.rec, l.n, l.back, l.most = m.Rec, m.N(), 0, 1<<30
	}
}

// View draws the rows up to the moment, with the names above.
func (l *Lanes) View(m *Moment, w, h int) []string {
	if w < 1 || h < 1 {
		return m.Look.FitAll(nil, w, h)
	}
	l.at(m)
	l.page = h - 1
	s := newScene(m, w, h-1+l.back)
	lines := s.draw()
	if len(lines) < h-1+l.back { // that is all there is
		l.most = max(0, len(lines)-(h-1))
		l.back = min(l.back, l.most)
	}
	end := len(lines) - l.back
	lines = lines[max(0, end-(h-1)):end]
	for len(lines) < h-1 {
		lines = append(lines, s.empty().line(m.Look))
	}
	return append([]string{s.names()}, lines...)
}

// scene is what one drawing shows.
type scene struct {
	gatherer
	w     int
	walk  *walker
	marks []string
}

// newScene finds at least so many rows, if there are, and the lanes for them.
func newScene(m *Moment, w, lines int) *scene {
	s := &scene{w: w, walk: newWalker(m)}
	var raw []row
	flights := m.flights()
	for i := len(flights) - 1; i >= 0; i-- {
		raw = append(raw, flights[i])
	}
	for more := lines; more > 0; more-- {
		r, ok := s.walk.next()
		if !ok {
			break
		}
		raw = append(raw, r)
	}
	s.gatherer = gatherer{m: m, c: m.arrange(w, raw)}
	if r, ok := newestRow(raw[min(len(flights), len(raw)):]); ok && m.Causes {
		s.chain = m.chain(r.event)
	}
	for _, r := range raw {
		s.add(r)
	}
	for len(s.rows) < lines {
		r, ok := s.walk.next()
		if !ok {
			break
		}
		s.add(r)
	}
	s.marks = m.marks(s.rows, s.chain)
	return s
}

// draw gives the rows as lines, the newest last. On the way up it takes back what the lanes show.
func (s *scene) draw() []string {
	now := s.present()
	undone := 0
	var lines []string // from the bottom up
	for i := range s.rows {
		r := &s.rows[i]
		if r.shape != flying {
			for ; undone < len(s.walk.undos) && s.walk.undos[undone].event > r.event; undone++ {
				now.undo(s.walk.undos[undone])
			}
		}
		drawn := s.row(r, now)
		for j := len(drawn) - 1; j >= 0; j-- {
			s.mark(drawn[j], i, j == 0)
			lines = append(lines, drawn[j].line(s.m.Look))
		}
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return lines
}

// mark puts at the edge whether a row is new, and which place it has among the causes.
func (s *scene) mark(c *canvas, i int, first bool) {
	switch r := &s.rows[i]; {
	case s.marks[i] != "" && first:
		c.put(0, s.marks[i], look.Key)
	case s.marks[i] != "":
		c.put(0, s.m.Look.Signs.Vertical, look.Key)
	case r.event >= s.m.From && first:
		c.put(0, s.m.Look.Signs.Point, look.Fresh)
	}
}

// names are the heads of the lanes, with what each node is now.
func (s *scene) names() string {
	c := newCanvas(s.w)
	procs := s.m.State().Procs
	line := newLineup(s.m)
	for i, l := range s.c.lanes {
		role, name := look.Title, l.name
		x := l.x
		if i == s.c.many {
			c.put(x, name, look.Faint)
			continue
		}
		sign, signRole := nodeSign(s.m.Look.Signs, procs[l.node], line.holder(l.node), line.numbered() && l.node == line.owner)
		if l.node == s.m.Follow {
			role = look.Focus
		}
		if sign != "" {
			c.put(x-1, sign, signRole)
		}
		c.put(x, name, role)
	}
	return c.line(s.m.Look)
}

// voiceLines breaks what the narrator says into lines.
func (s *scene) voiceLines(text string) []*canvas {
	const most = 4
	lead := strings.Repeat(s.m.Look.Signs.Horizontal, 2) + " "
	const indent = 2
	wrapped := wrap(strings.Join(strings.Fields(plain(text)), " "), max(1, s.w-indent-3))
	if len(wrapped) > most {
		wrapped = wrapped[:most]
		wrapped[most-1] += s.m.Look.Signs.Ellipsis
	}
	var out []*canvas
	for i, line := range wrapped {
		c := newCanvas(s.w)
		if i == 0 {
			c.put(indent, lead, look.Voice)
		}
		c.put(indent+3, line, look.Voice)
		out = append(out, c)
	}
	return out
}
