package scenarios

import (
	"errors"
	"time"

	"lockstep/lock"
	"lockstep/trace"
	"lockstep/zk"
)

// Root is the lock's directory.
const Root = "/lock"

// releaseOrder is the order to let go of the lock.
const releaseOrder = "release"

// job is what each process does: acquire, hold, release, as often as the plan says, and
// then close its session.
func (p *Plan) job(recipe lock.Recipe) func(Process) {
	return func(me Process) {
		me.Phase(trace.Idle, "")
		l := recipe.New(me, me.ZK(), Root)
		for range p.Job.Rounds {
			me.Phase(trace.Acquiring, "")
			var giveUp []zk.Source
			if p.Job.GiveUp > 0 {
				giveUp = append(giveUp, me.After(p.Job.GiveUp))
			}
			err := l.Acquire(giveUp...)
			for _, limit := range giveUp {
				me.Stop(limit)
			}
			if err != nil {
				me.Phase(trace.Failed, err.Error())
				me.ZK().Close()
				return
			}
			me.Phase(trace.Holding, recipe.Because)
			if err := hold(me, p.Job.Hold); err != nil {
				me.Phase(trace.Failed, err.Error())
				return
			}
			me.Phase(trace.Releasing, "")
			if err := l.Release(); err != nil {
				me.Phase(trace.Failed, err.Error())
				me.ZK().Close()
				return
			}
			me.Phase(trace.Idle, "")
		}
		me.ZK().Close()
		me.Phase(trace.Done, "")
	}
}

var errLostWhileHolding = errors.New("its session is over, and the lock with it")

// hold keeps the lock for a time, or until the order to release it.
func hold(me Process, d time.Duration) error {
	enough := me.Order(releaseOrder)
	if d > 0 {
		enough = me.After(d)
	}
	if me.Wait(enough, me.ZK().Lost()) == enough {
		return nil
	}
	return errLostWhileHolding
}
