package player

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"
)

// page is text to read: it lies over the panes, and scrolls where it has no room.
type page struct {
	title string
	// text gives the lines for a width; rows is how many of them can be seen at once.
	text      func(m *Model, w, rows int) []string
	widest    int
	close     string // the key that opened it closes it too
	top, most int
}

func (p *page) keys(m *Model) string { return m.say("keys.page") }

func (p *page) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch name := k.String(); name {
	case "down", "j":
		p.top = min(p.top+1, p.most)
	case "up", "k":
		p.top = max(0, p.top-1)
	case "pgdown", " ", "right":
		p.top = min(p.top+10, p.most)
	case "pgup", "left":
		p.top = max(0, p.top-10)
	case "home", "g":
		p.top = 0
	case "end", "G":
		p.top = p.most
	case "esc", "q", "enter", p.close:
		m.closeOverlay()
	}
	return nil
}

func (p *page) view(m *Model, w, h int) []string {
	rows := max(1, h-2)
	lines := p.text(m, max(1, min(w-4, p.widest)), rows)
	p.most = max(0, len(lines)-rows)
	p.top = min(p.top, p.most)
	last := min(len(lines), p.top+rows)
	return m.frame(p.title+m.span(p.top, last, len(lines)), lines[p.top:last], w, h)
}

// span says which part of a list is on the screen, and whether it goes on; nothing if all of it is.
func (m *Model) span(from, to, all int) string {
	if from == 0 && to >= all {
		return ""
	}
	text := "  " + m.say("page.range", "from", strconv.Itoa(from+1), "to", strconv.Itoa(to), "all", strconv.Itoa(all))
	if from > 0 {
		text += m.look.Spell(" ↑")
	}
	if to < all {
		text += m.look.Spell(" ↓")
	}
	return text
}
