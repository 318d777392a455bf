package compare

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// Where the search for the first difference stands, apart from places.
const (
	looking = -1
	never   = -2
)

// found is the place where the runs differ first.
type found struct {
	of    *Model
	place int
}

// findDifference looks, aside and with cursors of its own, for the first place at which different
// requests have been sent, or different numbers of watch events.
func (m *Model) findDifference(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		left, right := m.left.rec.Trace.Cursor(), m.right.rec.Trace.Cursor()
		for i, p := range m.pairs {
			if i&0xff == 0 && ctx.Err() != nil {
				return nil
			}
			left.Seek(m.left.stops[p.left])
			right.Seek(m.right.stops[p.right])
			l, r := &left.State().Counts, &right.State().Counts
			if l.Requests != r.Requests || l.Notices != r.Notices || l.Expired != r.Expired {
				return found{m, i}
			}
		}
		return found{m, never}
	}
}

func (m *Model) toDifference() {
	switch m.differ {
	case looking:
		m.notice = m.say("difference.looking")
	case never:
		m.notice = m.say("difference.none")
	default:
		m.byTime = false
		m.put(m.differ)
	}
}

// differsHere reports whether the reader is where the runs differ first.
func (m *Model) differsHere() bool {
	return m.differ >= 0 && m.pairs[m.differ] == pair{m.left.at, m.right.at}
}
