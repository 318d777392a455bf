package player

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// mostEvents bounds all branches together: they take about 800 MB then.
const mostEvents = 24_000_000

var errTooLong = errors.New("it would have too many events to keep them all")

// room is how many events a new branch may have.
func (m *Model) room() int {
	events := mostEvents
	for _, b := range m.branches {
		events -= b.rec.Trace.Len()
	}
	return events
}

// job is work that a long run makes slow. It goes on aside, while an overlay says so and lets the
// reader stop it.
type job struct {
	name   string
	events atomic.Int64
	shown  bool // short work is done before it is shown, so that nothing flickers
	cancel context.CancelCauseFunc
}

// jobNews tells how a job goes: take, once it is done, goes on with what it came to.
type jobNews struct {
	of   *job
	take func(m *Model) tea.Cmd
}

// start begins a job. What it gives is called with the result, unless the reader has stopped it.
func start[R any](m *Model, name string, work func(context.Context, func(events int)) (R, error), done func(*Model, R, error) tea.Cmd) tea.Cmd {
	ctx, cancel := context.WithCancelCause(m.opts.Context)
	j, room := &job{name: name, cancel: cancel}, m.room()
	m.overlay = j
	run := func() tea.Msg {
		defer cancel(nil)
		result, err := work(ctx, func(events int) {
			j.events.Store(int64(events))
			if events > room {
				cancel(errTooLong)
			}
		})
		if errors.Is(err, context.Canceled) {
			err = context.Cause(ctx)
		}
		return jobNews{j, func(m *Model) tea.Cmd { return done(m, result, err) }}
	}
	return tea.Batch(run, j.again())
}

// again looks from time to time how far the job is.
func (j *job) again() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return jobNews{of: j} })
}

// jobNews takes up what a job came to, unless the reader no longer wants it.
func (m *Model) jobNews(news jobNews) tea.Cmd {
	if m.overlay != overlay(news.of) {
		return nil
	}
	if news.take == nil {
		news.of.shown = true
		return news.of.again()
	}
	m.closeOverlay()
	return news.take(m)
}

func (j *job) keys(m *Model) string { return m.say("keys.job") }

func (j *job) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "q", "ctrl+c":
		j.cancel(context.Canceled)
		m.closeOverlay()
		m.notice = m.say("notice.stopped")
	}
	return nil
}

func (j *job) view(m *Model, w, h int) []string {
	if !j.shown {
		return nil
	}
	text := m.say("job.running")
	if n := j.events.Load(); n > 0 {
		text = m.say("job.events", "events", strconv.FormatInt(n, 10))
	}
	return m.frame(j.name, look.Wrap(text, max(1, min(60, w-4))), w, h)
}
