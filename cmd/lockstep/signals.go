package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// signalError says which signal ended the program.
type signalError struct{ signal syscall.Signal }

func (e *signalError) Error() string {
	switch e.signal {
	case syscall.SIGINT:
		return "interrupted"
	case syscall.SIGHUP:
		return "the terminal has gone"
	}
	return "terminated"
}

// untilSignal gives a context that ends when the program is told to; its cause is then a signalError.
// A second signal ends the program wherever it is.
func untilSignal(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	told := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // nohup and the like want it to stay so
			signal.Notify(told, s)
		}
	}
	go func() {
		select {
		case s := <-told:
			signal.Stop(told)
			cancel(&signalError{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(told); cancel(nil) }
}
