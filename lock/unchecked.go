package lock

import "lockstep/zk"

// UncheckedQueue is the [Queue] with one step left out, as it is often written: when the
// watch on the predecessor fires, it takes that for its turn and does not look again. But
// a predecessor may also give up or die in the middle of the queue, while somebody before
// it still holds. Then two hold at once.
type UncheckedQueue struct{ contender }

// NewUncheckedQueue makes a contender for the lock at dir.
func NewUncheckedQueue(env Env, c zk.Client, dir string) Lock {
	return &UncheckedQueue{contender{env: env, c: c, dir: dir}}
}

// Acquire draws a number and waits for the one before to go.
func (l *UncheckedQueue) Acquire(giveUp ...zk.Source) error {
	if err := l.enter(); err != nil {
		return err
	}
	return l.orLeave(l.wait(giveUp))
}

func (l *UncheckedQueue) wait(giveUp []zk.Source) error {
	children, err := l.c.Children(l.dir)
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
	_, exists, watch, err := l.c.ExistsW(zk.Join(l.dir, predecessor))
	if err != nil || !exists {
		return err
	}
	return awaiting(l.env, l.c, giveUp)(watch) // the fault: nobody looks who is the lowest now
}
