// Package browser is the first screen: the lessons in the order in which they are taught, what the
// chosen one is about, and how far the reader has come. It runs the lesson that the reader picks,
// and hands the recording on.
package browser

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"lockstep/scenarios"
	"lockstep/trace/story"
	"lockstep/tui/loading"
	"lockstep/tui/look"
	"lockstep/tui/progress"
)

// Options are what the browser needs from outside.
type Options struct {
	Context   context.Context    // ends what runs; nil for none
	Look      *look.Look         // nil: plain text
	Renderer  *lipgloss.Renderer // for the lesson's text; nil: plain text
	Progress  *progress.Store    // nil: kept in memory
	Seed      uint64
	Catalogue story.Catalogue // nil: English
}

// Play says that the reader wants to see a run.
type Play struct {
	Rec    *scenarios.Recording
	Lesson string // the lesson's name, "" for a file of the reader's own
}

// Quit says that the reader leaves.
type Quit struct{}

// Model is the browser.
type Model struct {
	opts     Options
	look     *look.Look
	words    story.Catalogue
	progress *progress.Store
	w, h     int

	entries []*entry // all, in order
	shown   []int    // those that the filter leaves: indices of entries
	chosen  int      // an index of shown
	top     int      // first row of the list on the screen
	filter  input
	typing  bool // the keys go to the filter

	text     *text
	textTop  int  // first line of the text on the screen
	showText bool // in a window that has room for only the list or the text

	overlay overlay        // what lies over the screen and has the keys; nil
	loading *loading.Model // the run being recorded; nil
	notice  string         // stands in place of the keys until the next key is pressed
	unsaved bool           // the reader knows that progress is not saved
}

// New makes the browser. The first lesson that the reader has not finished is chosen.
func New(opts Options) (*Model, error) {
	m := &Model{opts: opts, look: opts.Look, words: opts.Catalogue, progress: opts.Progress}
	if m.opts.Context == nil {
		m.opts.Context = context.Background()
	}
	if m.look == nil {
		m.look = &look.Look{Signs: look.Unicode}
	}
	if m.words == nil {
		m.words = English
	}
	if m.progress == nil {
		m.progress = progress.Open("")
	}
	for _, name := range scenarios.Names() {
		s, err := scenarios.Lesson(name)
		if err != nil {
			return nil, err
		}
		m.entries = append(m.entries, &entry{scenario: s, lesson: name, chapter: s.Chapter})
	}
	m.text = newText(opts.Renderer, m.look)
	m.sift()
	m.chooseUnfinished(0)
	if m.progress.Newer() {
		m.unsaved = true
		m.fail(m.words.Say("progress.newer"))
	}
	return m, nil
}

// say puts a notice where the keys stand. It is short.
func (m *Model) say(key string, pairs ...string) { m.notice = m.words.Say(key, pairs...) }

// fail shows what went wrong, and waits until it has been read.
func (m *Model) fail(text string) { m.overlay = failing{text} }

// Init has nothing to do.
func (m *Model) Init() tea.Cmd { return nil }

// SetSize says how large the screen is.
func (m *Model) SetSize(w, h int) { m.w, m.h = max(0, w), max(0, h) }

// Busy reports that Ctrl-C ends what is under way rather than the program.
func (m *Model) Busy() bool { return m.loading != nil }

// Finished records that the reader has seen a lesson's end, and chooses what comes next.
func (m *Model) Finished(lesson string) {
	if lesson == "" || m.progress.Of(lesson) == progress.Done {
		return
	}
	m.reach(lesson, progress.Done)
	for i, e := range m.entries {
		if e.lesson == lesson {
			m.chooseUnfinished(i)
		}
	}
}

// reach records progress. That it could not be saved is said once.
func (m *Model) reach(lesson string, state progress.State) {
	if err := m.progress.Reach(lesson, state); err != nil && !m.unsaved {
		m.unsaved = true
		m.fail(m.words.Say("progress.unsaved", "why", err.Error()))
	}
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.SetSize(msg.Width, msg.Height)
	case loading.Done:
		return m.recorded(msg)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouse(tea.MouseEvent(msg))
	}
	if m.loading != nil {
		return m.loading.Update(msg)
	}
	return nil
}

// key gives a key to whoever wants it first.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.loading != nil {
		return m.loading.Update(msg)
	}
	m.notice = ""
	switch {
	case m.overlay != nil:
		return m.overlay.key(m, msg)
	case m.typing:
		return m.filterKey(msg)
	}
	if do := actions[msg.String()]; do != nil {
		return do(m)
	}
	return nil
}

// start begins to record a plan.
func (m *Model) start(plan *scenarios.Plan) tea.Cmd {
	m.loading = loading.New(m.opts.Context, plan, m.opts.Seed, m.look)
	return m.loading.Init()
}

// recorded goes on to the player, or says why there is nothing to play.
func (m *Model) recorded(done loading.Done) tea.Cmd {
	if done.Of != m.loading {
		return nil
	}
	m.loading = nil
	switch {
	case errors.Is(done.Err, context.Canceled):
		m.say("stopped")
		return nil
	case done.Err != nil:
		m.fail(done.Err.Error())
		return nil
	}
	lesson := ""
	if e := m.entry(); e != nil && e.scenario == done.Rec.Plan.Scenario {
		lesson = e.lesson
	}
	if lesson != "" {
		m.reach(lesson, progress.Opened)
	}
	return func() tea.Msg { return Play{done.Rec, lesson} }
}
