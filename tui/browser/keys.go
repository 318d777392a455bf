package browser

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// actions are the keys of the browser. Those of the filter, and of what lies over the screen, are
// with them.
var actions = map[string]func(*Model) tea.Cmd{
	"enter": (*Model).enter,
	"j":     move(1), "down": move(1), "ctrl+n": move(1),
	"k": move(-1), "up": move(-1), "ctrl+p": move(-1),
	"g": move(-1 << 20), "home": move(-1 << 20),
	"G": move(1 << 20), "end": move(1 << 20),
	"pgdown": page(1), " ": page(1), "ctrl+d": page(1), "ctrl+f": page(1),
	"pgup": page(-1), "ctrl+u": page(-1), "ctrl+b": page(-1),
	"J": scroll(1), "K": scroll(-1),
	"/":   func(m *Model) tea.Cmd { m.typing = true; return nil },
	"esc": func(m *Model) tea.Cmd { m.filter = input{}; m.sift(); return nil },
	"e":   (*Model).editParams,
	"o":   func(m *Model) tea.Cmd { m.overlay = &opening{}; return nil },
	"tab": func(m *Model) tea.Cmd { m.showText = !m.showText; return nil },
	"R":   func(m *Model) tea.Cmd { m.overlay = resetting{}; return nil },
	"?":   func(m *Model) tea.Cmd { m.overlay = helping{}; return nil },
	"q":   func(m *Model) tea.Cmd { return func() tea.Msg { return Quit{} } },
}

func move(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.choose(m.chosen + by); return nil }
}

func scroll(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { m.textTop = max(0, m.textTop+by); return nil } // View knows the end
}

// page scrolls the text by what is on the screen, less a line that stays.
func page(by int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd { return scroll(by * max(1, m.areas().text.h-3))(m) }
}

// enter starts the chosen lesson.
func (m *Model) enter() tea.Cmd {
	e := m.entry()
	if e == nil {
		return nil
	}
	plan, err := e.plan()
	if err != nil {
		m.fail(err.Error())
		return nil
	}
	return m.start(plan)
}

// filterKey is a key while the filter is being typed.
func (m *Model) filterKey(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		m.typing, m.filter = false, input{}
		m.sift()
	case "enter":
		m.typing = false
	case "up", "ctrl+p":
		m.choose(m.chosen - 1)
	case "down", "ctrl+n":
		m.choose(m.chosen + 1)
	case "backspace":
		if m.filter.String() == "" {
			m.typing = false
			return nil
		}
		fallthrough
	default:
		if m.filter.key(msg) {
			m.sift()
		}
	}
	return nil
}

// mouse chooses, starts and scrolls.
func (m *Model) mouse(msg tea.MouseEvent) tea.Cmd {
	if m.tooSmall() || m.loading != nil || m.overlay != nil {
		return nil
	}
	a := m.areas()
	wheel := map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1}[msg.Button]
	switch {
	case wheel != 0 && a.list.contains(msg.X, msg.Y):
		m.choose(m.chosen + wheel)
	case wheel != 0:
		return scroll(3 * wheel)(m)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && a.list.contains(msg.X, msg.Y):
		rows, top := m.listRows(a.list)
		i := top + msg.Y - a.list.y - 1
		if msg.Y == a.list.y || msg.Y == a.list.y+a.list.h-1 || i >= len(rows) || rows[i].of < 0 {
			return nil
		}
		m.notice = ""
		if rows[i].of == m.chosen {
			return m.enter()
		}
		m.choose(rows[i].of)
	}
	return nil
}

// keyBar is as many keys as fit, the most useful ones first. Help and quit always fit.
func (m *Model) keyBar() string {
	type hint struct{ key, does string }
	hints := []hint{{"enter", "key.start"}, {"j/k", "key.choose"}, {"/", "key.filter"}, {"e", "key.params"}, {"o", "key.open"}}
	if a := m.areas(); a.list.h == 0 {
		hints = append(hints[:1:1], append([]hint{{"tab", "key.list"}, {"space", "key.scroll"}}, hints[1:]...)...)
	} else if a.text.h == 0 {
		hints = append(hints[:1:1], append([]hint{{"tab", "key.text"}}, hints[1:]...)...)
	} else {
		hints = append(hints, hint{"space", "key.scroll"}, hint{"R", "key.reset"})
	}
	draw := func(h hint) string {
		return "  " + m.look.Paint(look.Key, h.key) + " " + m.look.Paint(look.Faint, m.words.Say(h.does))
	}
	end := draw(hint{"?", "key.help"}) + draw(hint{"q", "key.quit"})
	line := ""
	for _, h := range hints {
		if next := draw(h); look.Width(line+next+end) < m.w {
			line += next
		}
	}
	return strings.TrimPrefix(line+end, " ")
}
