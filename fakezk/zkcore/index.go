package zkcore

import (
	"hash/maphash"
	"slices"
)

// index finds positions in a slab by hash: an open-addressing table of small values
// that is copied with one memmove, which a Go map is not. Whoever owns the slab
// compares the keys, so one type serves paths, sessions and watches.
//
// A table is never iterated, so the order of its slots cannot reach a result.
type index struct {
	slots []indexSlot // a power of two, or none
	used  int
}

// indexSlot is empty when ref is 0; the slab position is ref-1.
type indexSlot struct {
	hash uint32
	ref  int32
}

// hashSeed differs from run to run, so nobody can choose colliding paths. It decides
// where an entry lies in a table, and nothing else.
var hashSeed = maphash.MakeSeed()

func hashString(s string) uint32 { return uint32(maphash.String(hashSeed, s)) }

// hashInt mixes all bits of x into the low ones (the finaliser of SplitMix64).
func hashInt(x uint64) uint32 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return uint32(x ^ x>>31)
}

// probe walks the candidates of a hash: those with that hash are in
// ix.slots[i&mask], i = start, start+1, …, up to the first empty slot.
//
// Callers loop over it themselves, because a callback for the comparison would cost
// more than the rest of the look-up.
func (ix *index) probe(hash uint32) (start, mask uint32) {
	mask = uint32(len(ix.slots)) - 1
	return hash & mask, mask
}

// insert adds an entry. The caller knows that its key is not there yet.
func (ix *index) insert(hash uint32, position int32) {
	if 4*(ix.used+1) > 3*len(ix.slots) {
		ix.grow()
	}
	ix.used++
	ix.place(indexSlot{hash, position + 1})
}

func (ix *index) place(s indexSlot) {
	i, mask := ix.probe(s.hash)
	for ix.slots[i].ref != 0 {
		i = (i + 1) & mask
	}
	ix.slots[i] = s
}

func (ix *index) grow() {
	old := ix.slots
	ix.slots = make([]indexSlot, max(8, 2*len(old)))
	for _, s := range old {
		if s.ref != 0 {
			ix.place(s)
		}
	}
}

// remove drops the entry of a position, which must be there. The entries behind it
// move up, so that no probe ends early.
func (ix *index) remove(hash uint32, position int32) {
	i, mask := ix.probe(hash)
	for ix.slots[i].ref != position+1 {
		i = (i + 1) & mask
	}
	ix.used--
	for j := i; ; {
		j = (j + 1) & mask
		s := ix.slots[j]
		if s.ref == 0 {
			break
		}
		// s may move to the hole at i unless its home lies behind the hole.
		if (j-s.hash)&mask >= (j-i)&mask {
			ix.slots[i] = s
			i = j
		}
	}
	ix.slots[i] = indexSlot{}
}

func (ix *index) clone() index { return index{slices.Clone(ix.slots), ix.used} }
