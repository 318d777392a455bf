package player

import (
	"sort"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/trace"
)

// seek asks for a beat or a time to go to.
func seek(m *Model) tea.Cmd {
	m.pause()
	m.overlay = m.newPrompt(m.say("title.seek"), m.say("seek.about"), "", (*Model).seekTo)
	return nil
}

// seekTo goes to a beat, "31", or to that of a time, "0.212s", "0.212", "8s" or "212ms". What is out
// of range leads to the end that is nearest, and a notice says so.
func (m *Model) seekTo(text string) tea.Cmd {
	b := m.at()
	text = strings.TrimSpace(text)
	if beat, err := strconv.Atoi(text); err == nil {
		of := b.places.count()
		if beat < 1 || beat > of {
			m.notice = m.say("notice.seek.beat", "beat", text, "of", strconv.Itoa(of))
		}
		b.moveTo(max(0, min(beat-1, of-1)))
		return nil
	}
	unit := 1e9
	number := strings.TrimSuffix(text, "s")
	if ms, ok := strings.CutSuffix(number, "m"); ok {
		number, unit = ms, 1e6
	}
	at, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || at != at {
		if text != "" {
			m.notice = m.say("notice.seek", "text", text)
		}
		return nil
	}
	when, last := trace.Time(min(max(at*unit, -1), 1e18)), b.rec.Trace.End()
	if when < 0 || when > last {
		m.notice = m.say("notice.seek.time", "text", text, "last", last.String())
	}
	m.seekTime(when)
	return nil
}

// seekTime goes to the beat of the last event that is not after a time. If a beat ends just then, and
// the next begins, it is the one that ends: its last moment is what was asked for.
func (m *Model) seekTime(at trace.Time) {
	b := m.at()
	n := sort.Search(b.rec.Trace.Len(), func(n int) bool { return b.cursor.At(n).At > at })
	place := b.places.of(n)
	if n > 0 && place > 0 && b.timeAt(b.places.n(place)) > at && b.timeAt(b.places.n(place-1)) == b.timeAt(n) {
		place--
	}
	b.moveTo(place)
}
