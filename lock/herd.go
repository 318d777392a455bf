package lock

import "lockstep/zk"

// Herd is the first lock that everybody invents: whoever manages to create the znode
// holds the lock, and all others watch it. It is correct, and cheap while few want it.
// But one release wakes every waiter, all of them try again, and all but one fail: n
// contenders need n² + n requests where the [Queue] needs 5n − 2.
//
// The znode is ephemeral, so it goes when its holder's session ends: a holder that
// crashes cannot block the others for ever.
type Herd struct {
	env  Env
	c    zk.Client
	path string
	mode zk.Mode
}

// NewHerd makes a contender for the lock below dir.
func NewHerd(env Env, c zk.Client, dir string) Lock {
	return &Herd{env, c, zk.Join(dir, "holder"), zk.Ephemeral}
}

// Acquire creates the znode, or waits for it to go and tries again.
func (l *Herd) Acquire(giveUp ...zk.Source) error {
	await := awaiting(l.env, l.c, giveUp)
	for {
		_, err := l.c.Create(l.path, nil, l.mode)
		if err != zk.ErrNodeExists {
			return err // nil: it is ours
		}
		_, exists, watch, err := l.c.ExistsW(l.path)
		if err != nil {
			return err
		}
		if !exists {
			continue // it went before we could watch it
		}
		if err := await(watch); err != nil {
			return err
		}
	}
}

// Release deletes the znode.
func (l *Herd) Release() error {
	err := l.c.Delete(l.path, -1)
	if err == zk.ErrNoNode {
		return ErrNotHeld
	}
	return err
}
