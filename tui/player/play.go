package player

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// speeds are how long a beat stays on the screen while the run plays.
var speeds = [...]struct {
	name string
	beat time.Duration
}{
	{"¼", 4 * time.Second}, {"½", 2 * time.Second}, {"1", time.Second}, {"2", 500 * time.Millisecond},
	{"4", 250 * time.Millisecond}, {"8", 125 * time.Millisecond}, {"16", 62 * time.Millisecond},
}

const normalSpeed = 2

// tick is one beat of the player's clock, which is the only one there is.
type tick struct{ clock int }

func (m *Model) startClock() tea.Cmd {
	clock := m.clock
	return tea.Tick(speeds[m.speed].beat, func(time.Time) tea.Msg { return tick{clock} })
}

// playPause starts to play, or stops. At the end it plays from the beginning.
func playPause(m *Model) tea.Cmd {
	if m.playing {
		m.pause()
		return nil
	}
	if m.at().atEnd() {
		m.at().moveTo(0)
	}
	m.playing = true
	m.clock++
	return m.startClock()
}

func (m *Model) pause() {
	m.playing = false
	m.clock++
}

func (m *Model) tick(t tick) tea.Cmd {
	if !m.playing || t.clock != m.clock {
		return nil
	}
	if m.overlay != nil {
		m.pause()
		return nil
	}
	cmd := nextBeat(m)
	if !m.playing {
		return cmd
	}
	return tea.Batch(cmd, m.startClock())
}

func faster(m *Model) tea.Cmd { return m.changeSpeed(1) }
func slower(m *Model) tea.Cmd { return m.changeSpeed(-1) }

func (m *Model) changeSpeed(by int) tea.Cmd {
	m.speed = max(0, min(m.speed+by, len(speeds)-1))
	m.notice = m.say("notice.speed", "speed", speeds[m.speed].name)
	if !m.playing {
		return nil
	}
	m.clock++
	return m.startClock()
}
