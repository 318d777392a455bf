package pane

import (
	"slices"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// past is what the lanes show of the state at some row.
type past struct {
	procs []trace.Proc
	cut   map[trace.Node]int // how many of a node's links are cut
}

func (s *scene) present() *past {
	state := s.m.State()
	p := &past{slices.Clone(state.Procs), map[trace.Node]int{}}
	for key, link := range state.Links {
		p.link(key, link, 1)
	}
	return p
}

func (p *past) link(key trace.LinkKey, l trace.Link, by int) {
	if l.Cut {
		p.cut[key.A] += by
		p.cut[key.B] += by
	}
}

func (p *past) undo(u undo) {
	if u.proc != nil {
		p.procs[u.proc.Node] = u.proc.Old
	}
	if u.link != nil {
		p.link(u.link.Key, u.link.New, -1)
		p.link(u.link.Key, u.link.Old, 1)
	}
}

// empty is a line on which nothing happens, as things are now.
func (s *scene) empty() *canvas { return s.blank(s.present()) }

// blank is a line on which nothing happens.
func (s *scene) blank(now *past) *canvas {
	signs := s.m.Look.Signs
	c := newCanvas(s.w)
	believers := 0
	for _, p := range now.procs {
		if p.Believes() {
			believers++
		}
	}
	for i, l := range s.c.lanes {
		if i == s.c.many {
			c.put(l.x, signs.Folded, look.Faint)
			continue
		}
		server := s.m.Trace().Nodes[l.node].Role == trace.Server
		sign, role := lifeline(signs, now.procs[l.node], server, believers > s.m.Trace().Limit)
		c.put(l.x, sign, role)
		if now.cut[l.node] > 0 && !server && sign != " " {
			c.put(l.x+1, cutOff(signs), look.Bad)
		}
	}
	return c
}

// row draws one row.
func (s *scene) row(r *row, now *past) []*canvas {
	if r.shape == voice {
		return s.voiceLines(r.pairs[1])
	}
	c := s.blank(now)
	out := []*canvas{c}
	a, b := s.c.lane(r.from), s.c.lane(r.to)
	switch {
	case a < 0: // there is not even a lane of many
	case r.shape == local || b < 0 || a == b:
		out = s.local(c, r, a, now)
	case r.shape == broken:
		s.broken(c, r, s.c.lanes[a].x, s.c.lanes[b].x)
	default:
		s.arrow(c, r, s.c.lanes[a].x, s.c.lanes[b].x)
	}
	if s.c.timeAt >= 0 {
		c.put(s.c.timeAt, r.at.String(), look.Faint)
	}
	return out
}

// colour is the role of a row's text: what the newest step did stands out.
func (s *scene) colour(r *row) look.Role {
	if r.role == look.Normal && r.event >= s.m.From {
		return look.Fresh
	}
	return r.role
}

// end is the first column that rows do not reach.
func (s *scene) end() int {
	if s.c.timeAt >= 0 {
		return s.c.timeAt - 1
	}
	return s.w
}

// server is the column of the first server's lane, or where rows end if there is none to the right.
func (s *scene) server(x int) int {
	for i, l := range s.c.lanes {
		if i != s.c.many && l.x > x && s.m.Trace().Nodes[l.node].Role == trace.Server {
			return l.x
		}
	}
	return s.end()
}

// local draws what happens at one node: its sign in the lane, and the text beside it, on the side
// where there is room, short of the server's lane. A reason that has none goes on below.
func (s *scene) local(c *canvas, r *row, lane int, now *past) []*canvas {
	x, role, forms := s.c.lanes[lane].x, s.colour(r), s.text(r)
	sign := r.sign
	if sign == "" {
		sign = s.m.Look.Signs.Point
	}
	right, left := s.server(x)-x-3, x-3
	out := []*canvas{c}
	atServer := s.c.lanes[lane].node != trace.NoNode && s.m.Trace().Nodes[s.c.lanes[lane].node].Role == trace.Server
	switch {
	case len(forms) > 0 && !fits(forms[:1], right) && r.key == "lane.fails" && r.count == 1 && max(left, right) >= shortReason:
		at, room := x+2, right
		lines := wrap(forms[0], room)
		if left > right {
			lines = wrap(forms[0], left)
			at = x - 2 - widest(left, lines...)
		}
		for i, line := range lines[:min(len(lines), mostReason)] {
			if i > 0 {
				out = append(out, s.blank(now))
			}
			out[i].put(at-1, " "+line+" ", role)
		}
	case left > right && (atServer || !fits(forms[:min(1, len(forms))], right)):
		text := s.m.choose(forms, left)
		c.put(x-1-look.Width(text)-1, " "+text+" ", role)
	default:
		c.put(x+1, " "+s.m.choose(forms, right)+" ", role)
	}
	c.put(x, sign, role)
	return out
}

// mostReason is how many lines a reason takes.
const mostReason = 3

// fits reports whether some form fits whole into w cells.
func fits(forms []string, w int) bool {
	for _, f := range forms {
		if look.Width(f) <= w {
			return true
		}
	}
	return false
}

// broken draws what was done to a link: a line between its ends.
func (s *scene) broken(c *canvas, r *row, a, b int) {
	signs, role := s.m.Look.Signs, s.colour(r)
	a, b = min(a, b), max(a, b)
	for x := a + 1; x < b; x++ {
		c.put(x, signs.Dotted, role)
	}
	text := s.m.choose(s.text(r), b-a-7)
	if text != "" {
		text = " " + text
	}
	text = " " + r.sign + text + " "
	c.put(a+(b-a-look.Width(text)+1)/2, text, role)
}

// arrow draws a message from one lane to another.
func (s *scene) arrow(c *canvas, r *row, a, b int) {
	signs, role := s.m.Look.Signs, s.colour(r)
	step, from, head, point := 1, signs.FromLeft, signs.ToRight, signs.Point
	if b < a {
		step, from, head, point = -1, signs.FromRight, signs.ToLeft, backPoint(signs)
	}
	long := (b - a) * step // cells from lane to lane
	room := long - 5
	if r.shape != arrow { // its head does not reach the lane
		room--
	}
	forms := s.text(r)
	before := min(a, b) // the lane on the left
	beside := !fits(forms, room) && fits(forms, before-3) && before-3 > room
	text := ""
	if beside { // too short for its label, which goes over the lines of the lanes on the left
		label := s.m.choose(forms, before-3)
		c.put(before-2-look.Width(label), " "+label+" ", role)
	} else {
		text = s.m.choose(forms, room)
	}
	reach := long - 1 // the cell of the head
	switch r.shape {
	case flying:
		head = point
		reach = min(long-2, max(long*2/3, look.Width(text)+4))
	case lost:
		head = signs.Lost
		reach = min(long-2, max(long*3/4, look.Width(text)+4))
	}
	c.put(a, from, role)
	for i := 1; i < reach; i++ {
		c.put(a+i*step, signs.Horizontal, role)
	}
	c.put(a+reach*step, head, role)
	if text == "" {
		return
	}
	text = " " + text + " "
	x := a + 2
	if step < 0 {
		x = a - 1 - look.Width(text)
		text = strings.TrimRight(text, " ") + " "
	}
	c.put(x, text, role)
}
