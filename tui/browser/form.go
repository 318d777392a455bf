package browser

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// form edits the parameters of a scenario before it starts: a line for each.
type form struct {
	entry  *entry
	fields []input
	at     int
	errs   scenarios.Errors // what is wrong with the values, as of the last start
}

func (m *Model) editParams() tea.Cmd {
	e := m.entry()
	if e == nil {
		return nil
	}
	if len(e.scenario.Params) == 0 {
		m.say("params.none")
		return nil
	}
	f := &form{entry: e}
	for _, p := range e.scenario.Params {
		value, ok := e.values[p.Name]
		if !ok {
			value = show(p.Default)
		}
		f.fields = append(f.fields, newInput(value))
	}
	m.overlay = f
	return nil
}

func (f *form) key(m *Model, msg tea.KeyMsg) tea.Cmd {
	n := len(f.fields)
	switch msg.String() {
	case "esc":
		m.overlay = nil
	case "up", "shift+tab", "ctrl+p":
		f.at = (f.at + n - 1) % n
	case "down", "tab", "ctrl+n":
		f.at = (f.at + 1) % n
	case "enter":
		return f.start(m)
	default:
		f.fields[f.at].key(msg)
	}
	return nil
}

// start binds the values and starts the scenario, or shows what is wrong with them.
func (f *form) start(m *Model) tea.Cmd {
	values := map[string]string{}
	for i, p := range f.entry.scenario.Params {
		if v := strings.TrimSpace(f.fields[i].String()); v != show(p.Default) {
			values[p.Name] = v
		}
	}
	plan, err := f.entry.scenario.Bind(values)
	if err != nil {
		if !errors.As(err, &f.errs) {
			f.errs = scenarios.Errors{{Found: err.Error()}}
		}
		for i, p := range f.entry.scenario.Params {
			if f.errs[0].Param == p.Name {
				f.at = i
			}
		}
		return nil
	}
	f.entry.values, f.entry.body = values, plan.Text
	m.overlay, m.textTop = nil, 0
	return m.start(plan)
}

func (*form) keys() string { return "form.keys" }

func (f *form) view(m *Model, w, h int) []string {
	var lines []string
	column := 0
	for _, p := range f.entry.scenario.Params {
		column = max(column, min(look.Width(p.Name), 24))
	}
	from, to := 0, 0 // the lines of the chosen value
	said := map[*scenarios.Error]bool{}
	for i, p := range f.entry.scenario.Params {
		if i == f.at {
			from = len(lines)
		}
		name := m.look.Fit(p.Name, column) + " = "
		room := w - 6 - look.Width(name)
		if i == f.at {
			lines = append(lines, m.look.Paint(look.Focus, m.look.Signs.Point)+" "+m.look.Paint(look.Key, name)+f.fields[i].view(m.look, room))
		} else {
			lines = append(lines, "  "+name+m.look.Cut(f.fields[i].String(), room))
		}
		for _, line := range look.Wrap(about(p)+m.words.Say("param", "allowed", p.Allowed(), "default", show(p.Default)), w-8) {
			lines = append(lines, "    "+m.look.Paint(look.Faint, line))
		}
		for _, e := range f.errs {
			if e.Param == p.Name {
				said[e] = true
				lines = append(lines, m.wrong(fmt.Sprintf("%s; expected %s", e.Found, e.Expected), w-4)...)
			}
		}
		if i == f.at {
			to = len(lines)
		}
	}
	for _, e := range f.errs {
		if !said[e] {
			lines = append(lines, m.wrong(e.Error(), w-4)...)
			to = len(lines)
		}
	}
	// What is being typed stays in sight.
	room := max(0, h-4)
	top := max(0, min(to-room, from))
	return m.box(m.words.Say("form", "title", f.entry.scenario.Title), lines[top:], m.words.Say("form.keys"), w, h)
}

// about is what a parameter is for, before what it may be.
func about(p scenarios.Param) string {
	if p.About == "" {
		return ""
	}
	return p.About + ": "
}

// wrong is an error, in as many lines as it needs.
func (m *Model) wrong(err string, w int) []string {
	var lines []string
	for _, part := range strings.Split(err, "\n") {
		for _, line := range look.Wrap(part, max(1, w-4)) {
			sign := " "
			if len(lines) == 0 {
				sign = m.look.Signs.Fault
			}
			lines = append(lines, m.look.Paint(look.Bad, "  "+sign+" "+line))
		}
	}
	return lines
}

// show writes a value as one types it.
func show(v any) string {
	if d, ok := v.(time.Duration); ok {
		s := d.String() // 1m0s, 1h0m0s
		if strings.HasSuffix(s, "m0s") {
			s = strings.TrimSuffix(s, "0s")
		}
		if strings.HasSuffix(s, "h0m") {
			s = strings.TrimSuffix(s, "0m")
		}
		return s
	}
	return fmt.Sprint(v)
}
