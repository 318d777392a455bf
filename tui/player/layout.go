package player

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/tui/look"
)

// The smallest screen that a run can be followed on, and where there is room for more.
const (
	leastWidth, leastHeight = 60, 18
	stackWidth, stackHeight = 100, 30 // for more than one pane beside the lanes
	sourceWidth             = 140     // for the source as a column of its own
)

func (m *Model) tooSmall() bool { return m.w < leastWidth || m.h < leastHeight }

// rect is where a pane is on the screen.
type rect struct{ pane, x, y, w, h int }

// bodyHeight is what is left for the panes between the header and the why.
func (m *Model) bodyHeight() int { return m.h - 3 - m.whyHeight() }

// layout says where each pane goes.
func (m *Model) layout() []rect {
	h := m.bodyHeight()
	right := max(26, min(m.w*2/5, 60))
	column := 0
	if m.open(sourcePane) && m.w >= sourceWidth {
		column = max(48, min(m.w*2/5, 88)) // code has long lines
		right = max(36, min(m.w/4, 60))
	}
	lanes := m.w - right - column
	rects := []rect{{lanesPane, 0, 1, lanes, h}}
	y := 1
	for _, s := range m.stack(h, column > 0) {
		rects = append(rects, rect{s.pane, lanes, y, right, s.h})
		y += s.h
	}
	if column > 0 {
		rects = append(rects, rect{sourcePane, lanes + right, 1, column, h})
	}
	return rects
}

// stack divides the height beside the lanes among the panes that are open there.
func (m *Model) stack(h int, sourceApart bool) []rect {
	var open []int
	for p := queuePane; p < numPanes; p++ {
		if m.open(p) && !(p == sourcePane && sourceApart) {
			open = append(open, p)
		}
	}
	if m.w < stackWidth || m.h < stackHeight || len(open) == 0 {
		p := m.right
		switch {
		case slices.Contains(open, p):
		case len(open) > 0:
			p = open[0]
		default:
			p = queuePane // the lanes are never alone
		}
		return []rect{{pane: p, h: h}}
	}
	// What has not room is left out, but not the one that has the keys.
	for need := m.least(open); need > h && len(open) > 1; need = m.least(open) {
		last := len(open) - 1
		if open[last] == m.right {
			last--
		}
		open = slices.Delete(open, last, last+1)
	}
	heights := make([]int, numPanes)
	for _, p := range open {
		heights[p] = m.panes[p].least
	}
	m.spread(heights, open, h-m.least(open))
	var rects []rect
	for _, p := range open {
		rects = append(rects, rect{pane: p, h: heights[p]})
	}
	return rects
}

// spread gives what is left of the height, line by line, first to the panes that can fill it. It
// looks at the run as a whole, so that panes keep their heights from step to step.
func (m *Model) spread(heights, open []int, spare int) {
	for filling := true; filling; {
		filling = false
		for _, p := range open {
			if spare > 0 && heights[p] < m.want(p) {
				heights[p]++
				spare--
				filling = true
			}
		}
	}
	for i := 0; spare > 0; i, spare = i+1, spare-1 {
		heights[open[i%len(open)]]++
	}
}

// want is how many lines a pane can fill in the run on the screen, frame and all.
func (m *Model) want(p int) int {
	lines := len(m.at().rec.Trace.Nodes) - 1 // a line a process
	switch p {
	case queuePane:
		lines += 2 // and what is true of all, and who is done
	case znodesPane:
		lines++ // and the lock's own
	case countsPane:
		lines = 4
	case sourcePane:
		return never
	}
	return lines + 2
}

func (m *Model) least(panes []int) int {
	sum := 0
	for _, p := range panes {
		sum += m.panes[p].least
	}
	return sum
}

// View draws the screen: h lines of w cells.
func (m *Model) View() string { return strings.Join(m.lines(), "\n") }

func (m *Model) lines() []string {
	if m.tooSmall() {
		return m.needs()
	}
	lines := []string{m.header()}
	lines = append(lines, m.body()...)
	lines = append(lines, m.whyBox()...)
	if m.overlay != nil {
		box := m.overlay.view(m, m.w-2, len(lines)-1)
		top := 1
		if _, ok := m.overlay.(*prediction); ok { // it is about what is on the screen, and leaves that free
			top = max(top, len(lines)-len(box))
		}
		lines = append(lines[:top], look.Over(lines[top:], box, m.w)...)
	}
	return append(lines, m.look.Fit(m.timeline.View(m.moment(), m.w), m.w), m.bar())
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

// body draws the panes.
func (m *Model) body() []string {
	moment := m.moment()
	byX := map[int][]string{}
	var xs []int
	for _, r := range m.layout() {
		p := m.panes[r.pane].pane
		content := p.View(moment, max(0, r.w-2), max(0, r.h-2))
		if _, ok := byX[r.x]; !ok {
			xs = append(xs, r.x)
		}
		title := p.Name()
		if r.pane == m.focus { // colour is never the only sign
			title = m.look.Signs.Point + " " + title
		}
		byX[r.x] = append(byX[r.x], m.look.Box(title, content, r.w, r.h, r.pane == m.focus)...)
	}
	columns := make([][]string, len(xs))
	for i, x := range xs {
		columns[i] = byX[x]
	}
	return look.Beside(columns...)
}

// inset moves lines one cell to the right.
func (m *Model) inset(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = " " + l
	}
	return out
}
