package lock

import "lockstep/zk"

// Children is the queue with the wrong watch: each contender draws a number, and then
// watches the list of contenders rather than the one before it. The order is as fair as
// the [Queue]'s, but every arrival and every departure wakes everybody: n contenders
// that arrive one by one need n² + n + 1 requests.
type Children struct{ contender }

// NewChildren makes a contender for the lock at dir.
func NewChildren(env Env, c zk.Client, dir string) Lock {
	return &Children{contender{env: env, c: c, dir: dir}}
}

// Acquire draws a number and waits until no lower one is left.
func (l *Children) Acquire(giveUp ...zk.Source) error {
	if err := l.enter(); err != nil {
		return err
	}
	return l.orLeave(l.wait(giveUp))
}

func (l *Children) wait(giveUp []zk.Source) error {
	await := awaiting(l.env, l.c, giveUp)
	for {
		children, watch, err := l.c.ChildrenW(l.dir)
		if err != nil {
			return err
		}
		predecessor, found := before(children, l.mine)
		if !found {
			return ErrPlaceLost
		}
		if predecessor == "" {
			return nil
		}
		if err := await(watch); err != nil {
			return err
		}
	}
}
