package lock

import (
	"errors"

	"lockstep/zk"
)

// Lock is one contender's hold on a lock. It belongs to one process and is not
// re-entrant: acquire, release, and acquire again.
type Lock interface {
	// Acquire returns nil once the lock is held. It gives up when one of the sources fires,
	// leaving nothing behind, and returns ErrGaveUp; a source that has fired already does not
	// keep it from taking a lock that is free. ErrSessionLost: the session ended while it
	// waited. Other errors are the ensemble's.
	Acquire(giveUp ...zk.Source) error
	// Release gives the lock back.
	Release() error
}

var (
	ErrGaveUp      = errors.New("gave up waiting")
	ErrSessionLost = errors.New("session lost while waiting")
	// ErrPlaceLost: somebody else deleted the contender's own znode, and with it its place.
	ErrPlaceLost = errors.New("own znode is gone")
	// ErrNotHeld: there was nothing to release.
	ErrNotHeld = errors.New("lock is not held")
)

// awaiting makes the wait of one acquire: it returns nil once the watch has fired, and an error
// if the session ends or the caller gives up first.
func awaiting(env Env, c zk.Client, giveUp []zk.Source) func(watch zk.Watch) error {
	sources := append([]zk.Source{nil, c.Lost()}, giveUp...)
	return func(watch zk.Watch) error {
		sources[0] = watch
		switch env.Wait(sources...) {
		case watch:
			// The end of a session fires its watches too: they saw nothing.
			if watch.Event().Type == zk.EventSession {
				return ErrSessionLost
			}
			return nil
		case c.Lost():
			return ErrSessionLost
		default:
			return ErrGaveUp
		}
	}
}
