package lock

import (
	"strings"

	"lockstep/zk"
)

// contender is a place in a queue: a znode whose name ends in the number that the server
// drew for it. The queues differ only in how they wait.
type contender struct {
	env  Env
	c    zk.Client
	dir  string
	mine string // name of the own znode, "" without one
}

// enter draws a number. The znode is ephemeral: whoever dies leaves the queue.
func (q *contender) enter() error {
	path, err := q.c.Create(zk.Join(q.dir, prefix), nil, zk.EphemeralSequential)
	if err == nil {
		q.mine = zk.Base(path)
	}
	return err
}

// orLeave passes on how the waiting ended. Whoever gives up leaves the queue, or the next
// would wait for it until its session ends.
func (q *contender) orLeave(err error) error {
	if err != nil {
		q.c.Delete(zk.Join(q.dir, q.mine), -1)
		q.mine = ""
	}
	return err
}

// Release deletes the own znode.
func (q *contender) Release() error {
	if q.mine == "" {
		return ErrNotHeld
	}
	err := q.c.Delete(zk.Join(q.dir, q.mine), -1)
	if err == nil || err == zk.ErrNoNode {
		q.mine = ""
	}
	if err == zk.ErrNoNode {
		return ErrPlaceLost
	}
	return err
}

// prefix begins the name of every contender's znode; the server appends the number.
const prefix = "lock-"

// sequenceDigits is how many digits the server writes at least: %010d.
const sequenceDigits = 10

// isContender reports whether a child of the lock's directory is a contender: other
// things may live there too, and must not be taken for one.
func isContender(name string) bool {
	if !strings.HasPrefix(name, prefix) || len(name) != len(prefix)+sequenceDigits {
		return false
	}
	for _, d := range []byte(name[len(prefix):]) {
		if d < '0' || d > '9' {
			return false
		}
	}
	return true
}

// before finds the contender just before mine, "" if mine is the lowest. It reports
// whether mine is among the children at all. Contenders' names have one prefix and one
// length, so the order of the names is the order of their numbers.
func before(children []string, mine string) (predecessor string, found bool) {
	for _, name := range children {
		if name <= predecessor {
			continue
		}
		switch order := strings.Compare(name, mine); {
		case order == 0:
			found = true
		case order < 0 && isContender(name):
			predecessor = name
		}
	}
	return predecessor, found
}
