package tui

import (
	"fmt"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"
)

// panicked tells of a panic in a command.
type panicked struct{ err error }

// guarded makes a panic in a command a message, so that the program ends in order and the panic is
// told on the terminal as it was. Bubble Tea alone would end it too, but what it says of a panic
// aside is lost when the program is quicker.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = panicked{fmt.Errorf("panic: %v\n\n%s", r, debug.Stack())}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = guarded(batch[i])
			}
		}
		return msg
	}
}
