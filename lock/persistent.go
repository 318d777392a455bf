package lock

import "lockstep/zk"

// NewPersistent makes a contender for a [Herd] lock with one difference: its znode is
// persistent. Nothing but its holder ever deletes it. If the holder crashes, the znode
// stays, its watch never fires, and every waiter waits for ever.
func NewPersistent(env Env, c zk.Client, dir string) Lock {
	return &Herd{env, c, zk.Join(dir, "holder"), zk.Persistent}
}
