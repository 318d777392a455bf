package ensemble

import (
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

// A guard is a small shell process that outlives this one. It reads lines from a pipe
// that only this process holds open, each the ids of the servers that live now. When
// the pipe ends, because this process let go of it or died in whatever way, it kills
// the servers of the last line and removes the folder.
//
// The kernel can also be told to kill a child when its parent dies, but that is tied
// to the parent's thread rather than the process, exists on Linux alone, and leaves
// the folder.
type guard struct {
	cmd *exec.Cmd

	mu   sync.Mutex
	pipe io.WriteCloser
	live []int
}

// guardScript gets the folder to remove as $1, empty for none. A server that is being
// killed may still write, hence the repeated attempts. Signals meant for the terminal's
// job must not end the guard before its work.
const guardScript = `
trap '' HUP INT TERM
live=
while read -r line; do live=$line; done
test -z "$live" || kill -KILL $live
test -n "$1" || exit 0
for try in 1 2 3 4 5 6 7 8 9 10; do
	rm -rf -- "$1" && exit 0
	sleep 0.2
done
exit 1
`

func newGuard(dir string) (*guard, error) {
	g := &guard{cmd: exec.Command("/bin/sh", "-c", guardScript, "sh", dir)}
	g.cmd.Dir = "/"
	detach(g.cmd)
	var err error
	if g.pipe, err = g.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := g.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the guard: %w", err)
	}
	return g, nil
}

// add puts a process under the guard. Once it returns nil, the process cannot outlive
// this one.
func (g *guard) add(pid int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.live = append(g.live, pid)
	return g.tell()
}

// drop takes a process out that has ended: its id may come to mean another one.
func (g *guard) drop(pid int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, p := range g.live {
		if p == pid {
			g.live = append(g.live[:i], g.live[i+1:]...)
			g.tell() // a guard that cannot hear is gone and kills nobody
			return
		}
	}
}

func (g *guard) tell() error {
	line := strings.Trim(fmt.Sprint(g.live), "[]") + "\n"
	if _, err := io.WriteString(g.pipe, line); err != nil {
		return fmt.Errorf("the guard process does not listen: %w", err)
	}
	return nil
}

// release lets the guard do its work now and waits for it.
func (g *guard) release() error {
	g.mu.Lock()
	g.pipe.Close()
	g.mu.Unlock()
	if err := g.cmd.Wait(); err != nil {
		return fmt.Errorf("the guard process: %w", err)
	}
	return nil
}
