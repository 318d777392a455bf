package player

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
	"lockstep/tui/pane"
)

// Options are what the reader chose before the run began.
type Options struct {
	Context   context.Context // ends what goes on aside; nil: nothing does
	Look      *look.Look
	NoQuiz    bool            // never stop for a question
	Catalogue story.Catalogue // of the player's own sentences; nil: English
	Story     story.Catalogue // of those about the run; nil: story.English
}

// Quit says that the reader has left the run.
type Quit struct{}

// Compare says that the reader wants to see the run beside another.
type Compare struct{ Rec *scenarios.Recording }

// Model is the player. It is not a tea.Model itself: whoever owns the screen passes it what
// concerns it.
type Model struct {
	opts     Options
	look     *look.Look
	words    story.Catalogue
	w, h     int
	bindings []binding
	actions  map[string]func(*Model) tea.Cmd // by key

	branches []*branch // the first is the run as the script has it
	current  int

	panes    []*shown
	why      pane.Pane
	timeline pane.Timeline
	focus    int  // an index of panes
	right    int  // the pane beside the lanes where there is room for only one
	causes   bool // drawn
	filter   string

	overlay overlay // what lies over the panes and has the keys; nil
	notice  string  // stands in place of the keys until the next key is pressed

	playing bool
	speed   int // an index of speeds
	clock   int // ticks of earlier clocks are late, and mean nothing

	quiz quiz
}

// New opens a recorded run at its first words.
func New(rec *scenarios.Recording, opts Options) *Model {
	m := &Model{opts: opts, look: opts.Look, words: opts.Catalogue, speed: normalSpeed}
	if m.look == nil {
		m.look = &look.Look{Signs: look.Unicode}
	}
	if m.opts.Context == nil {
		m.opts.Context = context.Background()
	}
	if m.words == nil {
		m.words = English
	}
	if m.opts.Story == nil {
		m.opts.Story = story.English
	}
	m.panes, m.why = newPanes()
	m.right = 1
	m.bindings = bindings()
	m.actions = map[string]func(*Model) tea.Cmd{}
	for _, b := range m.bindings {
		for _, k := range b.keys {
			m.actions[k] = b.do
		}
	}
	m.branches = []*branch{m.newBranch(rec, -1)}
	return m
}

// Init has nothing to do: the first screen waits for the reader.
func (m *Model) Init() tea.Cmd { return nil }

// SetSize says how large the screen is.
func (m *Model) SetSize(w, h int) { m.w, m.h = max(0, w), max(0, h) }

// Recording is the run on the screen: of the branch that the reader is on.
func (m *Model) Recording() *scenarios.Recording { return m.at().rec }

// AtEnd reports whether the reader has come to the end of the script's own run, and has seen at least
// half of the places on the way.
func (m *Model) AtEnd() bool { return m.current == 0 && m.at().atEnd() && m.at().watched() }

// Busy reports whether Ctrl-C ends what is under way, a recording, rather than the program.
func (m *Model) Busy() bool {
	_, ok := m.overlay.(*job)
	return ok
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.SetSize(msg.Width, msg.Height)
	case tea.KeyMsg:
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tick:
		return m.tick(msg)
	case jobNews:
		return m.jobNews(msg)
	}
	return nil
}

// key gives a key to whoever wants it first: what lies over the panes, the pane in focus, the
// player.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.notice = ""
	if m.overlay != nil {
		return m.overlay.key(m, msg)
	}
	name := msg.String()
	if p, ok := m.panes[m.focus].pane.(pane.Keyed); ok && !m.tooSmall() && p.Key(m.moment(), name) {
		return nil
	}
	if do := m.actions[name]; do != nil {
		return do(m)
	}
	return nil
}

// at is the branch that the reader is on.
func (m *Model) at() *branch { return m.branches[m.current] }

// moment is where the reader is, for the panes.
func (m *Model) moment() *pane.Moment {
	b := m.at()
	return &pane.Moment{
		Rec: b.rec, Cursor: b.cursor, From: b.from, Look: m.look,
		Teller: story.Teller{Catalogue: m.opts.Story},
		Follow: m.follow(), Filter: m.filter, Causes: m.causes, Source: m.open(sourcePane),
	}
}

// follow is the process that the reader follows, in the run on the screen.
func (m *Model) follow() trace.Node { return m.at().follow }

// say fills a sentence of the player's catalogue.
func (m *Model) say(key string, pairs ...string) string {
	return m.look.Spell(m.words.Say(key, pairs...))
}

// processes are the nodes of the run that want the lock.
func (m *Model) processes() []trace.Node {
	var nodes []trace.Node
	for n, info := range m.at().rec.Trace.Nodes {
		if info.Role == trace.Process {
			nodes = append(nodes, trace.Node(n))
		}
	}
	return slices.Clip(nodes)
}
