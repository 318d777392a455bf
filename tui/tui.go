// Package tui is the terminal UI: the browser of lessons, the player, and the comparison. It
// reads traces and nothing else.
package tui

import (
	_ "github.com/charmbracelet/bubbles/key"
	_ "github.com/charmbracelet/bubbletea"
	_ "github.com/charmbracelet/glamour"
)
