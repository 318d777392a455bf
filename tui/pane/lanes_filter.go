package pane

import (
	"strings"

	"lockstep/trace"
)

// concerned reports whether a row is one that the reader wants to see.
func (m *Moment) concerned(r *row) bool {
	if m.Follow != trace.NoNode && r.shape != voice && r.who != m.Follow && r.from != m.Follow {
		return false
	}
	return m.Filter == "" || strings.Contains(strings.ToLower(m.searched(r)), strings.ToLower(m.Filter))
}

// searched is the text of a row in which a filter is looked for. It says more than there is room
// for on the screen, and much as the story does.
func (m *Moment) searched(r *row) string {
	if r.shape == voice {
		return r.pairs[1]
	}
	var b strings.Builder
	say := func(words ...string) {
		for _, w := range words {
			if w != "" {
				b.WriteString(w)
				b.WriteByte(' ')
			}
		}
	}
	say(m.Trace().Name(r.from))
	if r.key != "" {
		say(r.sign, m.Trace().Name(r.to), m.forms(r.key, r.pairs...)[0])
		return b.String()
	}
	say("→", m.Trace().Name(r.to))
	if r.msg.Class == trace.Notice {
		say("event:", r.msg.Text, r.msg.Path)
	} else {
		say(r.msg.Op.String(), r.msg.Path, r.msg.Text[:min(len(r.msg.Text), longestText)], r.msg.Err)
	}
	if !r.msg.Class.Own() {
		say(r.msg.Class.String())
	}
	if r.msg.Watch {
		say("watch")
	}
	return b.String()
}
