package zkcore

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// nameSet is a java.util.HashSet<String>, as far as its iteration order goes: a real
// server answers getChildren, and deletes a closing session's ephemerals, in that order.
//
// A HashSet iterates over its buckets, and in a bucket in the order of insertion. The
// bucket is the low bits of h^(h>>>16), the table doubles when it is filled to more
// than 3/4 and never shrinks, and a split keeps the order within a bucket. So the order
// is that of (bucket, insertion), and the set keeps its elements sorted like that, in
// groups of bucketsPerGroup neighbouring buckets: an insertion moves less than a group,
// and an iteration reads memory in sequence.
//
// Java turns a bucket of nine or more elements into a tree, and its iteration order is
// then another. In a table of less than 64 buckets it grows the table instead, which
// is done here; a larger one with such a bucket would need names chosen for it (the
// sequential names of one prefix never do that), and is not.
//
// A set with no table is simply sorted, in one group.
type nameSet struct {
	owner  *token // who may change the set in place; see Clone
	groups [][]element
	table  uint32 // Java's table length, a power of two; 0 for a sorted set
	size   int
	names  []string  // what list gave, never changed once made; nil after several changes
	change setChange // the one change since
}

// setChange is what has happened to a set since it was listed last. A queue of many contenders
// lists after each arrival and each departure: then a copy with one name more or less costs a
// fraction of collecting all of them.
type setChange struct {
	kind changeKind
	at   int // place in names
	name string
}

type changeKind uint8

const (
	unchanged changeKind = iota
	inserted
	removed
)

type element struct {
	name string
	hash uint32 // spread; 0 in a sorted set
	ref  int32  // the znode of that name
}

const (
	bucketsPerGroup  = 64
	groupShift       = 6
	treeifyThreshold = 8  // HashMap.TREEIFY_THRESHOLD
	minTreeifyTable  = 64 // HashMap.MIN_TREEIFY_CAPACITY

	childrenTable   = 8  // DataNode makes a HashSet<String>(8)
	ephemeralsTable = 16 // DataTree makes a HashSet<String>()
)

func newNameSet(owner *token, table uint32) *nameSet {
	return &nameSet{owner: owner, table: table, groups: make([][]element, max(1, table/bucketsPerGroup))}
}

// javaHash is java.lang.String.hashCode, which counts UTF-16 units.
func javaHash(s string) uint32 {
	var h uint32
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return javaHashWide(h, s[i:])
		}
		h = 31*h + uint32(s[i])
	}
	return h
}

func javaHashWide(h uint32, s string) uint32 {
	for _, r := range s {
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			h = 31*(31*h+uint32(hi)) + uint32(lo)
		} else {
			h = 31*h + uint32(r)
		}
	}
	return h
}

// spread is java.util.HashMap.hash.
func spread(h uint32) uint32 { return h ^ h>>16 }

func (s *nameSet) bucket(hash uint32) uint32 { return hash & (s.table - 1) }

// find gives the group that a name belongs in, and there the place of the first element
// of its bucket or behind.
func (s *nameSet) find(name string) (g *[]element, at int, hash uint32) {
	if s.table == 0 {
		g = &s.groups[0]
		at, _ = slices.BinarySearchFunc(*g, name, func(e element, name string) int { return strings.Compare(e.name, name) })
		return g, at, 0
	}
	hash = spread(javaHash(name))
	b := s.bucket(hash)
	g = &s.groups[b>>groupShift]
	lo, hi := 0, len(*g)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if s.bucket((*g)[mid].hash) < b {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return g, lo, hash
}

// add inserts a name that is not in the set.
func (s *nameSet) add(name string, ref int32) {
	s.size++
	g, first, hash := s.find(name)
	if s.table == 0 {
		s.note(inserted, g, first, name)
		*g = slices.Insert(*g, first, element{name, 0, ref})
		return
	}
	i := first
	for b := s.bucket(hash); i < len(*g) && s.bucket((*g)[i].hash) == b; {
		i++
	}
	s.note(inserted, g, i, name)
	*g = slices.Insert(*g, i, element{name, hash, ref})
	if i-first >= treeifyThreshold && s.table < minTreeifyTable {
		s.double()
	}
	if s.size > int(s.table)*3/4 {
		s.double()
	}
}

// remove drops a name that is in the set.
func (s *nameSet) remove(name string) {
	s.size--
	g, i, _ := s.find(name)
	for (*g)[i].name != name {
		i++
	}
	s.note(removed, g, i, name)
	*g = slices.Delete(*g, i, i+1)
}

// note remembers a change at place i of a group, if it is the first since the last listing.
func (s *nameSet) note(kind changeKind, g *[]element, i int, name string) {
	if s.names == nil || s.change.kind != unchanged {
		s.names = nil
		return
	}
	at := i
	for before := range s.groups {
		if &s.groups[before] == g {
			break
		}
		at += len(s.groups[before])
	}
	s.change = setChange{kind, at, name}
}

// has reports whether a name is in the set.
func (s *nameSet) has(name string) bool {
	g, i, hash := s.find(name)
	for ; i < len(*g) && (s.table == 0 || s.bucket((*g)[i].hash) == s.bucket(hash)); i++ {
		if (*g)[i].name == name {
			return true
		}
	}
	return false
}

// double splits each bucket b in two: b, and b plus the old table length. The elements
// keep their order in both, and so do the groups.
func (s *nameSet) double() {
	s.names = nil
	bit := s.table
	s.table *= 2
	for i, g := range s.groups {
		low, high := g[:0], []element(nil)
		for _, e := range g {
			if e.hash&bit == 0 {
				low = append(low, e)
			} else {
				high = append(high, e)
			}
		}
		clear(g[len(low):])
		if bit < bucketsPerGroup {
			low, high = append(low, high...), nil
		}
		s.groups[i] = low
		if bit >= bucketsPerGroup {
			s.groups = append(s.groups, high)
		}
	}
}

// listed reports whether names is what the set holds now.
func (s *nameSet) listed() bool { return s.names != nil && s.change.kind == unchanged }

// list gives the names in iteration order. The result is shared and must not be changed;
// the set must be the caller's own, since it is kept.
func (s *nameSet) list() []string {
	switch old, c := s.names, s.change; {
	case old == nil:
		s.names = s.collect()
	case c.kind == inserted:
		s.names = append(append(append(make([]string, 0, s.size), old[:c.at]...), c.name), old[c.at:]...)
	case c.kind == removed:
		s.names = append(append(make([]string, 0, s.size), old[:c.at]...), old[c.at+1:]...)
	}
	s.change = setChange{}
	return s.names
}

func (s *nameSet) collect() []string {
	names := make([]string, 0, s.size)
	for _, g := range s.groups {
		for i := range g {
			names = append(names, g[i].name)
		}
	}
	return names
}

// each calls f for every element in iteration order.
func (s *nameSet) each(f func(name string, ref int32)) {
	for _, g := range s.groups {
		for _, e := range g {
			f(e.name, e.ref)
		}
	}
}

// javaClone is HashSet.clone: the copy's table is made for the number of elements
// (tableSizeFor(size/0.75+1), Java 17), and they are inserted in the order of iteration.
func (s *nameSet) javaClone() *nameSet {
	if s.table == 0 {
		return s.copy(s.owner)
	}
	table := uint32(1)
	for want := uint32(float32(s.size)/0.75 + 1); table < want; {
		table *= 2
	}
	c := newNameSet(s.owner, table)
	s.each(c.add)
	return c
}

// closingOrder lists the names as a closing session's ephemerals are deleted, and as
// getEphemerals tells them: a server works on a clone of the set (DataTree.getEphemerals).
func (s *nameSet) closingOrder() []string {
	if s.table == 0 || s.size <= 1 {
		return s.collect()
	}
	return s.javaClone().collect()
}

// copy gives a set of the same elements, table and order.
func (s *nameSet) copy(owner *token) *nameSet {
	c := &nameSet{owner, make([][]element, len(s.groups)), s.table, s.size, s.names, s.change}
	for i, g := range s.groups {
		c.groups[i] = slices.Clone(g)
	}
	return c
}
