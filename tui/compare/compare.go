// Package compare shows two recorded runs side by side and keeps them in step, and below them what
// the two locks, or more, cost the more contenders there are.
package compare

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/trace/story"
	"lockstep/tui/chart"
	"lockstep/tui/look"
)

// Options are what is known before the comparison begins.
type Options struct {
	Context   context.Context // ends what goes on aside; nil: nothing does
	Look      *look.Look
	Names     [2]string       // of the two runs; "": that of the scenario
	Entrants  []Entrant       // of the chart; without at least two there is none
	Sizes     []int           // of the chart; nil: DefaultSizes
	Catalogue story.Catalogue // of the comparison's own sentences; nil: English
	Story     story.Catalogue // of those about the runs; nil: story.English
}

// DefaultSizes are how many contenders the chart compares.
var DefaultSizes = []int{2, 3, 4, 10, 100}

// Quit says that the reader has left the comparison.
type Quit struct{}

// Model is the comparison. It is not a tea.Model itself: whoever owns the screen passes it what
// concerns it.
type Model struct {
	opts   Options
	look   *look.Look
	words  story.Catalogue
	ctx    context.Context
	cancel context.CancelFunc
	w, h   int

	left, right *side
	pairs       []pair // in step by landmarks
	ends        []int  // the pairs that reach a landmark
	place       int    // an index of pairs
	byTime      bool   // the two are in step by time instead
	differ      int    // the pair at which they differ first, or looking, or never

	chart    *chart.Chart // nil: none
	counting string       // the figure being counted, "" if none is
	scale    scale
	hidden   bool // the chart
	scrolled int  // lines of it

	help   bool
	notice string // stands in place of the keys until the next key is pressed
}

// scale is that of the bars.
type scale uint8

const (
	fitting scale = iota // logarithmic if the figures need it
	linear
	logarithmic
)

// New opens two runs at their first words.
func New(left, right *scenarios.Recording, opts Options) *Model {
	m := &Model{opts: opts, look: opts.Look, words: opts.Catalogue, differ: looking}
	if m.look == nil {
		m.look = &look.Look{Signs: look.Unicode}
	}
	if m.words == nil {
		m.words = English
	}
	if m.opts.Story == nil {
		m.opts.Story = story.English
	}
	if m.opts.Context == nil {
		m.opts.Context = context.Background()
	}
	if m.opts.Sizes == nil {
		m.opts.Sizes = DefaultSizes
	}
	m.ctx, m.cancel = context.WithCancel(m.opts.Context)
	names := m.opts.Names
	for i, rec := range []*scenarios.Recording{left, right} {
		if names[i] == "" {
			names[i] = rec.Plan.Scenario.Name()
		}
	}
	m.left, m.right = newSide(left, names[0]), newSide(right, names[1])
	if left.Parent == right || right.Parent == left {
		m.left.label, m.right.label = m.branchName(left), m.branchName(right)
	}
	m.pairs, m.ends = pairs(m.left, m.right)
	if len(m.opts.Entrants) > 1 {
		var locks []string
		for _, e := range m.opts.Entrants {
			locks = append(locks, e.Name)
		}
		m.chart = chart.New(locks, m.opts.Sizes)
	}
	return m
}

// Init starts to count, and to look for the first difference.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.measure(), m.findDifference(m.ctx)) }

// SetSize says how large the screen is.
func (m *Model) SetSize(w, h int) { m.w, m.h = max(0, w), max(0, h) }

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.SetSize(msg.Width, msg.Height)
	case tea.KeyMsg:
		return m.key(msg.String())
	case tea.MouseMsg:
		if msg.Action == tea.MouseActionPress {
			m.wheel(msg.Button)
		}
	case found:
		if msg.of == m {
			if m.differ = msg.place; m.differ == never {
				m.notice = m.say("difference.none")
			}
		}
	case figure:
		if msg.of == m {
			return m.counted(msg)
		}
	}
	return nil
}

// say fills a sentence of the comparison's catalogue.
func (m *Model) say(key string, pairs ...string) string {
	return m.look.Spell(m.words.Say(key, pairs...))
}
