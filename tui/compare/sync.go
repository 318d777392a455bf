package compare

import (
	"slices"
	"sort"

	"lockstep/trace"
)

// pair is a place in both runs that belongs together.
type pair struct{ left, right int } // stops

// pairs puts two runs in step by their landmarks: the k-th acquisition or release of one belongs
// to the k-th of the other. In between both go beat by beat, and the one that has fewer beats waits:
// when it holds, or before it releases, so that both begin a new round together. ends are the pairs
// at which a landmark is reached.
func pairs(left, right *side) (all []pair, ends []int) {
	at := pair{}
	all = []pair{at}
	to := func(l, r int, together bool) {
		l, r = max(l, at.left), max(r, at.right)
		for at.left < l || at.right < r {
			next := pair{min(at.left+1, l), min(at.right+1, r)}
			if together && next.left == l && next.right < r {
				next.left = at.left
			}
			if together && next.right == r && next.left < l {
				next.right = at.right
			}
			at = next
			all = append(all, at)
		}
	}
	for k := range min(len(left.marks), len(right.marks)) {
		l, r := left.marks[k], right.marks[k]
		to(l.stop, r.stop, l.release && r.release)
		ends = append(ends, len(all)-1)
	}
	to(left.last(), right.last(), false)
	return all, slices.Compact(ends)
}

// put brings both to a place.
func (m *Model) put(place int) {
	m.place = max(0, min(place, len(m.pairs)-1))
	m.left.move(m.pairs[m.place].left)
	m.right.move(m.pairs[m.place].right)
}

// step moves both by one step, forwards or backwards.
func (m *Model) step(by int) {
	moved := false
	switch {
	case m.byTime && by > 0:
		moved = m.later(min(m.left.next(), m.right.next()))
	case m.byTime:
		moved = m.earlier()
	default:
		before := m.place
		m.put(m.place + by)
		moved = m.place != before
	}
	if !moved {
		m.notice = map[bool]string{true: m.say("notice.end"), false: m.say("notice.start")}[by > 0]
	}
}

// later goes on to what has happened by a time.
func (m *Model) later(t trace.Time) bool {
	if t == trace.Forever {
		return false
	}
	m.left.by(t)
	m.right.by(t)
	return true
}

// earlier goes back to before what has happened last.
func (m *Model) earlier() bool {
	now := m.now()
	moved := false
	for _, s := range []*side{m.left, m.right} {
		to := s.at
		if s.time(to) == now {
			to = max(0, sort.Search(to, func(i int) bool { return s.time(i) >= now })-1)
		}
		moved = moved || to != s.at
		s.move(to)
	}
	return moved
}

// now is the later of the times of both.
func (m *Model) now() trace.Time { return max(m.left.time(m.left.at), m.right.time(m.right.at)) }

// landmark goes to the next acquisition or release, or the one before.
func (m *Model) landmark(by int) {
	switch i, found := slices.BinarySearch(m.ends, m.place); {
	case m.byTime:
		m.landmarkInTime(by)
	case by < 0 && i > 0:
		m.put(m.ends[i-1])
	case by < 0:
		m.put(0)
	default:
		if found {
			i++
		}
		if i < len(m.ends) {
			m.put(m.ends[i])
		} else {
			m.put(len(m.pairs) - 1)
		}
	}
}

// landmarkInTime goes to the time of the next acquisition or release of either run, or of the one
// before.
func (m *Model) landmarkInTime(by int) {
	now, to := m.now(), trace.Forever
	if by < 0 {
		to = 0
	}
	for _, s := range []*side{m.left, m.right} {
		i := sort.Search(len(s.marks), func(i int) bool { return s.time(s.marks[i].stop) > now })
		if by < 0 {
			i = sort.Search(len(s.marks), func(i int) bool { return s.time(s.marks[i].stop) >= now }) - 1
		}
		switch {
		case i < 0 || i >= len(s.marks):
		case by > 0:
			to = min(to, s.time(s.marks[i].stop))
		default:
			to = max(to, s.time(s.marks[i].stop))
		}
	}
	if to == trace.Forever {
		to = max(m.left.time(m.left.last()), m.right.time(m.right.last()))
	}
	m.later(to)
}

// toggle changes what keeps the two in step, and brings them in step.
func (m *Model) toggle() {
	m.byTime = !m.byTime
	if m.byTime {
		m.later(m.now())
		m.notice = m.say("notice.time")
		return
	}
	m.put(sort.Search(len(m.pairs), func(i int) bool { return m.pairs[i].left >= m.left.at }))
	m.notice = m.say("notice.landmarks")
}
