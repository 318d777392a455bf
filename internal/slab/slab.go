// Package slab makes small values many at a time, where one allocation for each would cost more
// than what is done with it.
package slab

// size is how many values are made at once. One of them that is kept keeps all of them.
const size = 32

// Of makes values of a type. Its copy would hand out the same values again: a clone begins with
// an empty one.
type Of[T any] struct{ free []T }

// New gives a zero value that nobody else has.
func (s *Of[T]) New() *T {
	if len(s.free) == 0 {
		s.free = make([]T, size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}
