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

// seekTo goes to a beat, "31", or to the last place before a time, "0.212s" or "0.212".
func (m *Model) seekTo(text string) tea.Cmd {
	b := m.at()
	text = strings.TrimSpace(text)
	if beat, err := strconv.Atoi(text); err == nil {
		b.moveTo(max(0, min(beat-1, b.places.count()-1)))
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
	m.seekTime(trace.Time(min(max(at*unit, 0), 1e18)))
	return nil
}

// seekTime goes to the last place that is not after a time.
func (m *Model) seekTime(at trace.Time) {
	b := m.at()
	n := sort.Search(b.rec.Trace.Len(), func(n int) bool { return b.cursor.At(n).At > at })
	place := b.places.of(n)
	if b.places.n(place) > n {
		place--
	}
	b.moveTo(max(0, place))
}
