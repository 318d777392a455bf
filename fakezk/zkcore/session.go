package zkcore

import (
	"encoding/binary"
	"slices"
)

// session is one session, with what belongs to its connection while it has one.
type session struct {
	id       int64
	timeout  int32 // negotiated, milliseconds
	deadline int64 // always a multiple of the tick
	closing  bool  // its closing is prepared
	used     bool  // not a free place in the slab

	ephemerals *nameSet // nil until the first

	connected bool
	ids       []Identity
	watches   int32  // head of its list in watchTable.all
	seen      uint64 // the last trigger that told it, so that none tells it twice

	next, prev int32 // in its expiry bucket
}

// sessions is the session table, a slab.
type sessions struct {
	tick    int64
	all     []session
	free    []int32
	byID    index
	buckets []bucket // in the order of their deadlines, none empty
}

// find gives the position of a session, or none.
func (ss *sessions) find(id int64) int32 {
	if len(ss.byID.slots) == 0 {
		return none
	}
	hash := hashInt(uint64(id))
	for i, mask := ss.byID.probe(hash); ; i = (i + 1) & mask {
		s := ss.byID.slots[i]
		if s.ref == 0 {
			return none
		}
		if s.hash == hash && ss.all[s.ref-1].id == id {
			return s.ref - 1
		}
	}
}

func (ss *sessions) add(s session) int32 {
	var pos int32
	if last := len(ss.free) - 1; last >= 0 {
		pos = ss.free[last]
		ss.free = ss.free[:last]
	} else {
		pos = int32(len(ss.all))
		ss.all = append(ss.all, session{})
	}
	ss.all[pos] = s
	ss.byID.insert(hashInt(uint64(s.id)), pos)
	return pos
}

func (ss *sessions) drop(pos int32) {
	ss.unschedule(pos)
	s := &ss.all[pos]
	ss.byID.remove(hashInt(uint64(s.id)), pos)
	*s = session{}
	ss.free = append(ss.free, pos)
}

// ordered lists the positions of the sessions by id, appended to a buffer.
func (ss *sessions) ordered(buf []int32) []int32 {
	for pos := range ss.all {
		if ss.all[pos].used {
			buf = append(buf, int32(pos))
		}
	}
	ss.sortByID(buf)
	return buf
}

func (ss *sessions) sortByID(positions []int32) {
	slices.SortFunc(positions, func(a, b int32) int {
		if ss.all[a].id < ss.all[b].id {
			return -1
		}
		return 1
	})
}

// ownEphemerals gives a session's set of ephemerals for a change.
func (c *Core) ownEphemerals(s *session) *nameSet {
	if s.ephemerals == nil {
		s.ephemerals = c.tree.newSet(ephemeralsTable)
	} else if s.ephemerals.owner != c.tree.owner {
		s.ephemerals = s.ephemerals.copy(c.tree.owner)
	}
	return s.ephemerals
}

// password is a function of the session's id, so that none has to be kept; a real server
// does the same.
func (c *Core) password(id int64) (p [16]byte) {
	x := c.options.Seed ^ uint64(id)
	binary.BigEndian.PutUint32(p[0:], hashInt(x))
	binary.BigEndian.PutUint32(p[4:], hashInt(x+1<<32))
	binary.BigEndian.PutUint32(p[8:], hashInt(x+2<<32))
	binary.BigEndian.PutUint32(p[12:], hashInt(x+3<<32))
	return p
}

func (ss *sessions) clone() sessions {
	return sessions{
		tick: ss.tick, all: slices.Clone(ss.all), free: slices.Clone(ss.free),
		byID: ss.byID.clone(), buckets: slices.Clone(ss.buckets),
	}
}
