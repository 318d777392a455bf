package zkcore

import (
	"cmp"

	"lockstep/internal/slab"
	"lockstep/zk"
)

// Options are what an administrator decides, and how faithful the core is to Java.
type Options struct {
	ServerID byte     // the high byte of session ids
	Tick     int64    // tickTime in milliseconds, 2000 if 0; session timeouts are 2 to 20 of it
	Epoch    int64    // milliseconds from 1970 to the moment that the core calls 0
	Overflow Overflow // of sequence numbers
	// Sorted gives children, and a closing session's deletions, in sorted order instead of
	// Java's. It is for a search, where the order of a hash set would tell apart what is the same.
	Sorted bool
	Seed   uint64 // of the passwords
}

// Core is one server. It is not safe for concurrent use. Times, always called now, are
// milliseconds since its start and must not go back.
type Core struct {
	options  Options
	tree     tree
	sessions sessions
	watches  watchTable
	pending  pending
	observer Observer

	nextSession int64
	prepared    int64 // the last zxid given away
	applied     int64 // the last zxid applied

	txn     Txn     // of the request at hand, so that none is allocated
	scratch []int32 // for sorting positions
	stats   slab.Of[zk.StatReply]
}

// token stands for a Core as the owner of the sets it may change in place. A set with
// another token is shared and must be copied first.
type token struct{ _ byte }

// New makes a server that has just started for the first time.
func New(o Options) *Core {
	if o.Tick == 0 {
		o.Tick = 2000
	}
	owner := new(token)
	return &Core{
		options: o,
		tree:    newTree(owner, o.Sorted),
		sessions: sessions{
			tick: o.Tick,
		},
		// SessionTrackerImpl.initializeNextSessionId, with the time of the start.
		// It is never 0, which would mean: no session.
		nextSession: cmp.Or(int64(uint64(o.ServerID)<<56|uint64(o.Epoch)<<24>>8), 1),
	}
}

// Zxid is the last transaction that this server has applied.
func (c *Core) Zxid() int64 { return c.applied }
