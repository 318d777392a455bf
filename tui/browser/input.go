package browser

import (
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/tui/look"
)

// mostTyped bounds what is typed, or pasted, into one line.
const mostTyped = 4096

// input is a line that is being typed.
type input struct {
	text []rune
	at   int // the cursor is before this character
}

func newInput(text string) input { return input{[]rune(text), len([]rune(text))} }

func (i *input) String() string { return string(i.text) }

// key edits the line. It reports whether the text is another now.
func (i *input) key(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "left", "ctrl+b":
		i.at = max(0, i.at-1)
	case "right", "ctrl+f":
		i.at = min(len(i.text), i.at+1)
	case "home", "ctrl+a":
		i.at = 0
	case "end", "ctrl+e":
		i.at = len(i.text)
	case "backspace", "ctrl+h":
		return i.cut(max(0, i.at-1), i.at)
	case "delete", "ctrl+d":
		return i.cut(i.at, min(len(i.text), i.at+1))
	case "ctrl+u":
		return i.cut(0, i.at)
	case "ctrl+k":
		return i.cut(i.at, len(i.text))
	case "ctrl+w":
		from := i.at
		for from > 0 && i.text[from-1] == ' ' {
			from--
		}
		for from > 0 && i.text[from-1] != ' ' {
			from--
		}
		return i.cut(from, i.at)
	default:
		if msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace {
			return i.insert(msg.Runes)
		}
	}
	return false
}

func (i *input) cut(from, to int) bool {
	i.text = append(i.text[:from:from], i.text[to:]...)
	i.at = from
	return from < to
}

// insert takes what can stand in a line; what is pasted may contain anything.
func (i *input) insert(runes []rune) bool {
	var fit []rune
	for _, r := range runes {
		if unicode.IsGraphic(r) && len(i.text)+len(fit) < mostTyped {
			fit = append(fit, r)
		}
	}
	i.text = append(i.text[:i.at:i.at], append(fit, i.text[i.at:]...)...)
	i.at += len(fit)
	return len(fit) > 0
}

// view draws the line into at most w cells, with a bar for the cursor, which is always on it.
func (i *input) view(l *look.Look, w int) string {
	before, after := i.text[:i.at], i.text[i.at:]
	for len(before) > 0 && look.Width(string(before))+1 > w {
		before = before[1:]
	}
	bar := l.Paint(look.Focus, l.Signs.Vertical)
	if w < 1 {
		return ""
	}
	room := w - 1 - look.Width(string(before))
	for len(after) > 0 && look.Width(string(after)) > room {
		after = after[:len(after)-1]
	}
	return strings.Join([]string{string(before), bar, string(after)}, "")
}
