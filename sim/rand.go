package sim

// Rand is splitmix64: a seeded source of numbers that is the same on every machine and is
// copied by assignment, so a clone of a world goes on with the same numbers.
type Rand struct{ state uint64 }

// NewRand seeds a source.
func NewRand(seed uint64) Rand { return Rand{mix(seed)} }

// Uint64 gives the next 64 bits.
func (r *Rand) Uint64() uint64 {
	z := mix(r.state)
	r.state += 0x9e3779b97f4a7c15
	return z
}

// Int63n gives a number in [0, n). The bias of the remainder is below n/2⁶³.
func (r *Rand) Int63n(n int64) int64 {
	if n <= 0 {
		return 0
	}
	return int64(r.Uint64()>>1) % n
}
