// Lockstep teaches how distributed locks work, and how they break, by running them.
//
// Results go to standard output, everything else to standard error. The exit status is 0
// when all expectations hold, 1 when one failed, 2 when the input was wrong, and 3 when a
// real server could not be reached or used. When a signal ends the program it is 128 and the
// signal's number, as shells have it: 129 for SIGHUP, 130 for Ctrl-C, 143 for SIGTERM. The
// terminal is then left as it was.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

func main() {
	// A simulation makes many small things that die young, and keeps little: collecting less
	// often saves much of its time. A kept trace may grow large; then memory counts.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(600)
		debug.SetMemoryLimit(512 << 20)
	}
	os.Exit(Main())
}

// Main runs the command line and gives the exit status.
func Main() int {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	err := newRoot().ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var status *exitError
	var signalled *signalError
	switch {
	case errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &signalled), errors.As(err, &signalled):
		fmt.Fprintln(os.Stderr, "lockstep:", signalled)
		return 128 + int(signalled.signal)
	case errors.As(err, &status):
		if status.err != nil {
			fmt.Fprintln(os.Stderr, "lockstep:", status.err)
		}
		return status.code
	}
	fmt.Fprintln(os.Stderr, "lockstep:", err)
	return inputWrong
}

// Exit statuses.
const (
	expectationFailed = 1
	inputWrong        = 2
	serverUnusable    = 3
)

// exitError ends the program with a status. Without an error, all has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return fmt.Sprint(e.err) }
func (e *exitError) Unwrap() error { return e.err }
