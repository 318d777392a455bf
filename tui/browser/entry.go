package browser

import (
	"strings"

	"lockstep/scenarios"
	"lockstep/tui/look"
	"lockstep/tui/progress"
)

// entry is one line of the list: a lesson, or a file of the reader's own.
type entry struct {
	scenario *scenarios.Scenario
	lesson   string            // the lesson's name, "" for a file
	chapter  string            // what it is listed under
	values   map[string]string // of the parameters that the reader has changed
	body     string            // the lesson's text with these values, "" if not yet known
}

// plan binds the parameters.
func (e *entry) plan() (*scenarios.Plan, error) { return e.scenario.Bind(e.values) }

// text is the lesson's, Markdown, with the values of the parameters in it.
func (e *entry) text() string {
	if e.body == "" {
		e.body = e.scenario.Text
		if plan, err := e.plan(); err == nil {
			e.body = plan.Text
		}
	}
	return e.body
}

// matches reports whether every word of a filter is somewhere in what the reader can know about
// the entry.
func (e *entry) matches(filter string) bool {
	s := e.scenario
	about := strings.ToLower(strings.Join(append([]string{s.Name(), s.Title, s.Summary, e.chapter}, s.Tags...), "\n"))
	for _, word := range strings.Fields(strings.ToLower(filter)) {
		if !strings.Contains(about, word) {
			return false
		}
	}
	return true
}

// signs stand for progress, and differ without colours. Each is one cell.
var signs = map[bool]map[progress.State]string{
	false: {progress.New: "·", progress.Opened: "◐", progress.Done: "✓"},
	true:  {progress.New: ".", progress.Opened: "~", progress.Done: "v"},
}

func (m *Model) ascii() bool { return m.look.Signs == look.ASCII }

// sign shows how far the reader is in an entry.
func (m *Model) sign(e *entry) (string, look.Role) {
	state := progress.New
	if e.lesson != "" {
		state = m.progress.Of(e.lesson)
	}
	role := map[progress.State]look.Role{progress.New: look.Faint, progress.Opened: look.Waiter, progress.Done: look.Holder}[state]
	return signs[m.ascii()][state], role
}

// entry is the chosen one, nil if the filter leaves none.
func (m *Model) entry() *entry {
	if m.chosen >= len(m.shown) {
		return nil
	}
	return m.entries[m.shown[m.chosen]]
}

// choose moves to an entry of those shown.
func (m *Model) choose(i int) {
	i = max(0, min(i, len(m.shown)-1))
	if i != m.chosen {
		m.chosen, m.textTop = i, 0
	}
}

// chooseUnfinished moves to the first lesson from one on that the reader has not finished, and if
// there is none, to that one.
func (m *Model) chooseUnfinished(from int) {
	at := -1
	for i, of := range m.shown {
		e := m.entries[of]
		if of < from {
			continue
		}
		if at < 0 {
			at = i
		}
		if e.lesson != "" && m.progress.Of(e.lesson) != progress.Done {
			at = i
			break
		}
	}
	m.choose(at)
}

// sift applies the filter. The chosen entry stays chosen if it is left.
func (m *Model) sift() {
	was := m.entry()
	m.shown, m.top, m.textTop = m.shown[:0], 0, 0
	at := 0
	for i, e := range m.entries {
		if !e.matches(m.filter.String()) {
			continue
		}
		if e == was {
			at = len(m.shown)
		}
		m.shown = append(m.shown, i)
	}
	m.chosen = at
}
