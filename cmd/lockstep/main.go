// Lockstep teaches how distributed locks work, and how they break, by running them.
//
// Results go to standard output, everything else to standard error. The exit status is 0
// when all expectations hold, 1 when one failed, 2 when the input was wrong, and 3 when a
// real server could not be reached or used.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program wherever it is
	err := newRoot().ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	var status *exitError
	switch {
	case errors.As(err, &status):
		if status.err != nil {
			fmt.Fprintln(os.Stderr, "lockstep:", status.err)
		}
		return status.code
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "lockstep: interrupted")
		return 130
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
