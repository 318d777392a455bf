//go:build unix

package ensemble

import (
	"os/exec"
	"syscall"
)

// detach keeps signals from the terminal, such as an interrupt, away from a child: it
// is for this process to decide when the child ends.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
