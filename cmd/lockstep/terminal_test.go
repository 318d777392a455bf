//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a real pseudo-terminal with the program in it, and all that the program wrote.
type terminal struct {
	*testing.T
	file    *os.File
	cmd     *exec.Cmd
	mu      sync.Mutex
	more    chan struct{} // something has been written, or the program has ended
	written bytes.Buffer
	read    int // so much has been looked at
	ended   bool
}

// deadline bounds every wait. What is waited for takes a small part of it.
const deadline = 30 * time.Second

// start runs this program, as the tests' binary does when it is called lockstep, in a terminal of
// 80 by 24.
func startTerminal(t *testing.T, env []string, args ...string) *terminal {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = "lockstep"
	// Such a terminal is not asked for its colours, which nobody here would tell.
	cmd.Env = append(os.Environ(), "TERM=screen-256color", "LC_ALL=C.UTF-8", "XDG_CONFIG_HOME="+t.TempDir())
	cmd.Env = append(cmd.Env, env...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{T: t, file: file, cmd: cmd, more: make(chan struct{}, 1)}
	go term.listen()
	t.Cleanup(func() {
		cmd.Process.Kill()
		file.Close()
	})
	return term
}

func (t *terminal) listen() {
	buf := make([]byte, 4096)
	for {
		n, err := t.file.Read(buf)
		t.mu.Lock()
		t.written.Write(buf[:n])
		t.ended = t.ended || err != nil // the other side is closed
		t.mu.Unlock()
		select {
		case t.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// wait waits until a text has been written since the last wait.
func (t *terminal) wait(want string) {
	t.Helper()
	late := time.After(deadline)
	for {
		t.mu.Lock()
		all, ended := t.written.String(), t.ended
		t.mu.Unlock()
		if i := strings.Index(all[t.read:], want); i >= 0 {
			t.read += i + len(want)
			return
		}
		if ended {
			t.Fatalf("the program ended before it wrote %q; it wrote %q", want, all[t.read:])
		}
		select {
		case <-t.more:
		case <-late:
			t.Fatalf("%q does not come; what came is %q", want, all[t.read:])
		}
	}
}

func (t *terminal) press(keys string) {
	t.Helper()
	if _, err := t.file.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// end waits until the program has ended, and gives its exit status.
func (t *terminal) end() int {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- t.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(deadline):
		t.Fatal("the program does not end")
	}
	late := time.After(deadline)
	for {
		t.mu.Lock()
		ended := t.ended
		t.mu.Unlock()
		if ended {
			return t.cmd.ProcessState.ExitCode()
		}
		select {
		case <-t.more:
		case <-late:
			t.Fatal("the terminal is still open")
		}
	}
}

// modes are what a screen changes in the terminal: how it begins and how it ends.
var modes = []struct{ what, on, off string }{
	{"the alternate screen", "\x1b[?1049h", "\x1b[?1049l"},
	{"the mouse", "\x1b[?1002h", "\x1b[?1002l"},
	{"the mouse's numbers", "\x1b[?1006h", "\x1b[?1006l"},
	{"pastes", "\x1b[?2004h", "\x1b[?2004l"},
	{"a hidden cursor", "\x1b[?25l", "\x1b[?25h"},
}

// restored asserts that the terminal is left as it was.
func (t *terminal) restored() {
	t.Helper()
	all := t.written.String()
	for _, m := range modes {
		on, off := strings.LastIndex(all, m.on), strings.LastIndex(all, m.off)
		if on < 0 || off < on {
			t.Errorf("%s: last switched on at %d, off at %d of %d", m.what, on, off, len(all))
		}
	}
}

const (
	arrowRight = "\x1b[C"
	ctrlC      = "\x03"
)

func TestScreens(t *testing.T) {
	term := startTerminal(t, nil)
	term.wait("The herd")
	term.wait("The queue")
	term.press("\r")
	term.wait("why")
	for beat := 2; beat <= 4; beat++ {
		term.press(arrowRight)
		term.wait(fmt.Sprintf("beat %d/", beat))
	}
	term.press("q")
	term.wait("lessons")
	term.press("q")
	if status := term.end(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	term.restored()
}

func TestPlayScreen(t *testing.T) {
	term := startTerminal(t, []string{"NO_COLOR=1"}, "play", "queue", "--ascii")
	term.wait("The queue")
	term.wait("why")
	term.press("q")
	if status := term.end(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	term.restored()
	all := term.written.String()
	for _, r := range all {
		if r > 0x7e {
			t.Errorf("--ascii draws %q", r)
			break
		}
	}
	if strings.Contains(all, "\x1b[9") || strings.Contains(all, "\x1b[3") {
		t.Error("NO_COLOR draws colours")
	}
}

func TestLeavingTheTerminal(t *testing.T) {
	term := startTerminal(t, nil)
	term.wait("The queue")
	term.press(ctrlC)
	if status := term.end(); status != 0 {
		t.Errorf("Ctrl-C: exit status %d, want 0", status)
	}
	term.restored()

	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		term = startTerminal(t, nil, "play", "queue")
		term.wait("why")
		term.cmd.Process.Signal(s)
		if status := term.end(); status != 128+int(s) {
			t.Errorf("%v: exit status %d, want %d", s, status, 128+int(s))
		}
		term.restored()
	}
}
