package pane

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// Counts shows what the lock has cost so far: requests first.
type Counts struct{}

func NewCounts() *Counts { return &Counts{} }

func (*Counts) Name() string { return labels["counts.name"] }
func (*Counts) Help() string { return labels["counts.help"] }

// count is one line: how many so far, and how many of them in the newest step.
type count struct {
	text      string
	now, step int
	fails     int
	kind      bool // of request
}

// mostSummed bounds how many events of a step are added up.
const mostSummed = 20000

// View draws the counts; with one line there is room for the sums alone.
func (*Counts) View(m *Moment, w, h int) []string {
	now := &m.State().Counts
	step := stepCounts(m)
	if h == 1 {
		return m.Look.FitAll([]string{m.fitting(w, "counts.compact", "requests", strconv.Itoa(now.Total()),
			"events", strconv.Itoa(now.Notices), "messages", strconv.Itoa(now.Messages))}, w, h)
	}
	rows := []count{{text: m.label("counts.requests"), now: now.Total(), step: step.Total()}}
	var kinds []count
	for _, op := range trace.Ops() {
		if now.Requests[op] > 0 {
			kinds = append(kinds, count{strings.ReplaceAll(op.String(), "_", " "), now.Requests[op], step.Requests[op], now.Failed[op], true})
		}
	}
	slices.SortStableFunc(kinds, func(a, b count) int { return b.now - a.now })
	rest := []count{
		{text: m.label("counts.events"), now: now.Notices, step: step.Notices},
		{text: m.label("counts.messages"), now: now.Messages, step: step.Messages},
	}
	if room := max(0, h-1-len(rest)); len(kinds) > room {
		kinds = kinds[:room]
	}
	rows = append(append(rows, kinds...), rest...)
	if len(rows) < h {
		rows = append(rows, count{text: m.label("counts.pings"), now: now.Pings, step: step.Pings})
	}
	if len(rows) < h && now.Expired > 0 {
		rows = append(rows, count{text: m.label("counts.expired"), now: now.Expired, step: step.Expired})
	}
	return m.Look.FitAll(m.drawCounts(rows, w), w, h)
}

// stepCounts are what the newest step added.
func stepCounts(m *Moment) *trace.Counts {
	var c trace.Counts
	for i := max(m.From, m.N()-mostSummed); i < m.N(); i++ {
		e := m.Cursor.At(i)
		c.Event(&e)
	}
	return &c
}

func (m *Moment) drawCounts(rows []count, w int) []string {
	var texts, numbers []string
	for i := range rows {
		if rows[i].kind {
			rows[i].text = "  " + rows[i].text
		}
		texts = append(texts, rows[i].text)
		numbers = append(numbers, strconv.Itoa(rows[i].now))
	}
	left, right := widest(max(6, w-8), texts...), widest(12, numbers...)
	var lines []string
	for i, r := range rows {
		line := m.Look.Fit(r.text, left)
		switch {
		case i == 0:
			line = m.Look.Paint(look.Title, line)
		case r.kind:
			line = m.Look.Paint(look.Faint, line)
		}
		line += "  " + strings.Repeat(" ", right-len(numbers[i])) + numbers[i]
		if r.step > 0 {
			line += " " + m.Look.Paint(look.Fresh, "+"+strconv.Itoa(r.step))
		}
		if r.fails > 0 {
			line += " " + m.Look.Paint(look.Bad, m.fitting(w-look.Width(line)-1, "counts.fail", "n", strconv.Itoa(r.fails), "sign", m.Look.Signs.Fault))
		}
		lines = append(lines, line)
	}
	return lines
}
