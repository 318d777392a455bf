// Package loading records a run aside, so that the screen stays alive meanwhile: it says how far
// the run is, and can be told to stop.
package loading

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// MostEvents bounds a run that can be looked at; a longer one would fill the memory.
const MostEvents = 12_000_000

// Done tells that a recording has ended, in one way or another.
type Done struct {
	Of  *Model
	Rec *scenarios.Recording // nil if there is an error
	Err error                // context.Canceled if it was stopped
}

// Model is one recording. As a screen of its own it shows little.
type Model struct {
	plan   *scenarios.Plan
	seed   uint64
	look   *look.Look
	ctx    context.Context
	cancel context.CancelCauseFunc
	events atomic.Int64
	most   int
	w, h   int
}

// New prepares to record a plan.
func New(ctx context.Context, plan *scenarios.Plan, seed uint64, l *look.Look) *Model {
	m := &Model{plan: plan, seed: seed, look: l, most: MostEvents}
	m.ctx, m.cancel = context.WithCancelCause(ctx)
	return m
}

type tick struct{ of *Model }

// again looks at the count from time to time. A short run is over before the first look, so that
// nothing flickers.
func (m *Model) again() tea.Cmd {
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return tick{m} })
}

// Init starts the recording.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.record, m.again()) }

func (m *Model) record() tea.Msg {
	defer m.cancel(nil)
	rec, err := scenarios.Record(m.ctx, m.plan, m.seed, nil, func(events int) {
		m.events.Store(int64(events))
		if events > m.most {
			m.cancel(&TooLongError{m.plan.Scenario.Name(), m.most})
		}
	})
	if errors.Is(err, context.Canceled) {
		err = context.Cause(m.ctx)
	}
	return Done{m, rec, err}
}

// TooLongError says that a run has more events than can be looked at.
type TooLongError struct {
	Scenario string
	Most     int
}

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the run has more than %s events, too many to look at; expected smaller parameters, or lockstep run %s --quiet, which only counts",
		Thousands(e.Most), e.Scenario)
}

// Cancel stops the recording. Done still comes.
func (m *Model) Cancel() { m.cancel(context.Canceled) }

// Busy reports that Ctrl-C stops the recording rather than the program.
func (m *Model) Busy() bool { return true }

// Update keeps the count alive, and stops on Esc, q and Ctrl-C.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tick:
		if msg.of == m && m.ctx.Err() == nil {
			return m.again()
		}
	case tea.KeyMsg:
		switch msg.String() {
		case "esc", "q", "ctrl+c":
			m.Cancel()
		}
	}
	return nil
}

// Line says how far the run is.
func (m *Model) Line() string {
	return English.Say("running", "events", Thousands(int(m.events.Load())))
}

// SetSize says how large the screen is.
func (m *Model) SetSize(w, h int) { m.w, m.h = w, h }

// View is the screen of its own.
func (m *Model) View() string {
	lines := make([]string, m.h)
	if m.h > 0 {
		lines[0] = " " + m.look.Paint(look.Title, m.plan.Scenario.Title)
		lines[m.h/2] = " " + m.Line()
		lines[m.h-1] = " " + m.look.Paint(look.Key, "esc") + " " + m.look.Paint(look.Faint, English.Say("stop"))
	}
	return strings.Join(m.look.FitAll(lines, m.w, m.h), "\n")
}

// Thousands writes a number in groups of three digits.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
