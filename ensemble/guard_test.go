//go:build unix

package ensemble

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

func startSleeper(t *testing.T) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sleep", "600")
	if err := cmd.Start(); err != nil {
		t.Skipf("this test needs the sleep command: %v", err)
	}
	return cmd
}

func TestGuardKillsAndRemoves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a -folder; with $(odd) name")
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	g, err := newGuard(dir)
	if err != nil {
		t.Fatal(err)
	}
	one, two := startSleeper(t), startSleeper(t)
	for _, cmd := range []*exec.Cmd{one, two} {
		if err := g.add(cmd.Process.Pid); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.release(); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range []*exec.Cmd{one, two} {
		cmd.Wait()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
			t.Errorf("a guarded process ended with %v, want SIGKILL", cmd.ProcessState)
		}
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there (%v)", err)
	}
}

func TestGuardSparesWhatWasDropped(t *testing.T) {
	g, err := newGuard("")
	if err != nil {
		t.Fatal(err)
	}
	cmd := startSleeper(t)
	if err := g.add(cmd.Process.Pid); err != nil {
		t.Fatal(err)
	}
	g.drop(cmd.Process.Pid)
	if err := g.release(); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM) // still there to take it
	cmd.Wait()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
		t.Errorf("a dropped process ended with %v, want SIGTERM", cmd.ProcessState)
	}
}
