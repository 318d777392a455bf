package ensemble

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Ensemble is a running set of servers.
type Ensemble struct {
	dir     string
	keep    bool // dir was the caller's
	guard   *guard
	servers []*server

	stop    sync.Once
	stopErr error
}

// startWithin bounds Start: a quorum of three is ready in 4 to 5 s on an idle machine.
const startWithin = 90 * time.Second

// Start starts servers and returns when all of them serve clients. It gives up when ctx
// ends, or after 90 s, and leaves nothing behind then. Once it has returned, ctx has no
// influence any more.
func Start(ctx context.Context, cfg Config) (*Ensemble, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("ensemble: %w", err)
	}
	install, err := Find()
	if err != nil {
		return nil, fmt.Errorf("ensemble: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	// A server ends at once if a port was taken since it was picked. Other ports may do.
	const attempts = 3
	for attempt := 1; ; attempt++ {
		e, err := start(ctx, install, cfg)
		if err == nil {
			return e, nil
		}
		if attempt == attempts || !errors.Is(err, errEnded) {
			return nil, fmt.Errorf("ensemble: %w", err)
		}
	}
}

func start(ctx context.Context, install Install, cfg Config) (*Ensemble, error) {
	e, err := prepare(cfg)
	if err != nil {
		return nil, err
	}
	cfg.Dir = e.dir
	if err := e.startAll(ctx, install, cfg); err != nil {
		return nil, errors.Join(err, e.Stop())
	}
	return e, nil
}

// prepare makes the folder and its guard.
func prepare(cfg Config) (*Ensemble, error) {
	e := &Ensemble{keep: cfg.Dir != ""}
	var err error
	if e.keep {
		if e.dir, err = filepath.Abs(cfg.Dir); err == nil {
			err = os.MkdirAll(e.dir, 0o700)
		}
	} else {
		e.dir, err = os.MkdirTemp("", "lockstep-ensemble-")
	}
	if err != nil {
		return nil, err
	}
	remove := e.dir
	if e.keep {
		remove = ""
	}
	if e.guard, err = newGuard(remove); err != nil {
		if !e.keep {
			err = errors.Join(err, os.RemoveAll(e.dir))
		}
		return nil, err
	}
	return e, nil
}

func (e *Ensemble) startAll(ctx context.Context, install Install, cfg Config) error {
	all, err := serverPorts(cfg.Servers)
	if err != nil {
		return err
	}
	for id := 1; id <= cfg.Servers; id++ {
		s, err := startServer(install, e.guard, cfg, id, all)
		if err != nil {
			return err
		}
		e.servers = append(e.servers, s)
	}
	for _, s := range e.servers {
		if err := s.awaitReady(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Addrs gives the servers' client addresses, host:port, in the order of their ids.
func (e *Ensemble) Addrs() []string {
	addrs := make([]string, len(e.servers))
	for i, s := range e.servers {
		addrs[i] = s.addr
	}
	return addrs
}

// Dir is the folder of the servers: serverN/server.log, serverN/zoo.cfg, serverN/data.
func (e *Ensemble) Dir() string { return e.dir }

// Stop ends the servers, waits until they are gone, and removes the folder unless it was
// the caller's. Stopping again does nothing and gives the same error.
func (e *Ensemble) Stop() error {
	e.stop.Do(func() {
		for _, s := range e.servers {
			s.kill()
		}
		if err := e.guard.release(); err != nil {
			e.stopErr = fmt.Errorf("ensemble: stopping: %w", err)
		}
	})
	return e.stopErr
}
