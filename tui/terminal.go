package tui

import (
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/term"
)

// Run gives the terminal to an app until the reader leaves or the context ends, and leaves the
// terminal as it was, also after a panic.
func (a *App) Run() error {
	// Signals reach the program through the context, so that there is one who hears them.
	p := tea.NewProgram(a, tea.WithContext(a.ctx), tea.WithAltScreen(), tea.WithMouseCellMotion(), tea.WithoutSignalHandler())
	if _, err := p.Run(); err != nil {
		return err
	}
	return a.err
}

// Terminal is the renderer of standard output. It has found out already which colours there are
// and whether the background is dark: asking twice would take twice as long.
func Terminal() *lipgloss.Renderer { return lipgloss.DefaultRenderer() }

// Interactive reports whether there is a terminal that screens can be drawn on.
func Interactive() bool {
	return term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != "dumb"
}

// NeedsASCII reports whether the locale says that the terminal shows nothing but ASCII. Without
// any locale, as in a container, it is UTF-8 by now.
func NeedsASCII(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := getenv(name); locale != "" {
			locale = strings.ToLower(locale)
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false
}
