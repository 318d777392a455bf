//go:build unix

package tui

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
)

// faulty is a screen that panics: in its own turn, or in a command.
type faulty struct{ inCommand bool }

func (f *faulty) Init() tea.Cmd    { return nil }
func (f *faulty) View() string     { return "faulty" }
func (f *faulty) SetSize(int, int) {}
func (f *faulty) Update(tea.Msg) tea.Cmd {
	if !f.inCommand {
		panic("on purpose")
	}
	return func() tea.Msg { panic("on purpose") }
}

// TestMain runs the faulty screen instead of the tests where a test wants that.
func TestMain(m *testing.M) {
	if where := os.Getenv("LOCKSTEP_TEST_PANIC"); where != "" {
		a := newApp(context.Background(), Options{})
		a.screens = []screen{&faulty{where == "command"}}
		fmt.Println("Run:", a.Run())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestPanicLeavesTheTerminalAsItWas(t *testing.T) {
	for _, where := range []string{"update", "command"} {
		t.Run(where, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), "TERM=screen-256color", "LOCKSTEP_TEST_PANIC="+where)
			term, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
			if err != nil {
				t.Fatal(err)
			}
			defer term.Close()
			term.WriteString("x")              // a key for the screen
			written, _ := io.ReadAll(term)     // on Linux a terminal ends with an error
			if err := cmd.Wait(); err != nil { // killed, if it did not end
				t.Fatalf("%v; it wrote %q", err, written)
			}
			all := string(written)
			for _, mode := range []string{"\x1b[?1049", "\x1b[?1002", "\x1b[?1006", "\x1b[?2004"} {
				if on, off := strings.LastIndex(all, mode+"h"), strings.LastIndex(all, mode+"l"); on < 0 || off < on {
					t.Errorf("%q: last switched on at %d, off at %d", mode, on, off)
				}
			}
			if hidden, shown := strings.LastIndex(all, "\x1b[?25l"), strings.LastIndex(all, "\x1b[?25h"); shown < hidden {
				t.Error("the cursor stays hidden")
			}
			_, after, _ := strings.Cut(all, "\x1b[?1049l")
			if !strings.Contains(after, "on purpose") || !strings.Contains(after, "panic") {
				t.Errorf("nothing tells of the panic on the terminal as it was; it wrote %q", after)
			}
		})
	}
}
