//go:build !unix

package ensemble

import "os/exec"

// detach does nothing: without a Unix shell no child is ever started.
func detach(*exec.Cmd) {}
