package lock

import "lockstep/zk"

// Queue is the lock of the ZooKeeper recipes page. Each contender draws a number, and
// waits for nobody but the one just before it: a release wakes exactly one. n contenders
// need 5n − 2 requests, and get the lock in the order in which they came.
type Queue struct{ contender }

// NewQueue makes a contender for the lock at dir.
func NewQueue(env Env, c zk.Client, dir string) Lock {
	return &Queue{contender{env: env, c: c, dir: dir}}
}

// Acquire draws a number and waits until no lower one is left.
func (l *Queue) Acquire(giveUp ...zk.Source) error {
	if err := l.enter(); err != nil {
		return err
	}
	return l.orLeave(l.wait(giveUp))
}

func (l *Queue) wait(giveUp []zk.Source) error {
	await := awaiting(l.env, l.c, giveUp)
	for {
		children, err := l.c.Children(l.dir)
		if err != nil {
			return err
		}
		predecessor, found := before(children, l.mine)
		if !found {
			return ErrPlaceLost
		}
		if predecessor == "" {
			return nil // the lowest number holds
		}
		_, exists, watch, err := l.c.ExistsW(zk.Join(l.dir, predecessor))
		if err != nil {
			return err
		}
		if !exists {
			continue // it went before we could watch it
		}
		if err := await(watch); err != nil {
			return err
		}
		// The predecessor is gone, which does not mean that it is our turn: it may have given
		// up or died in the middle of the queue. Look again.
	}
}
