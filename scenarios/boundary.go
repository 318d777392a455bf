package scenarios

import "math/bits"

// boundaries are the numbers of events at which a world stood between two steps, one bit a number:
// a run of millions of events has about half as many.
type boundaries struct {
	words []uint64
	last  int
}

// add notes a boundary. They come in order.
func (b *boundaries) add(n int) {
	for n/64 >= len(b.words) {
		b.words = append(b.words, 0)
	}
	b.words[n/64] |= 1 << (n % 64)
	b.last = n
}

// from gives the first boundary that is not before n, or the last there is.
func (b *boundaries) from(n int) int {
	if n >= b.last {
		return b.last
	}
	word := b.words[n/64] >> (n % 64) << (n % 64)
	for i := n / 64; ; {
		if word != 0 {
			return i*64 + bits.TrailingZeros64(word)
		}
		i++
		word = b.words[i]
	}
}

// Boundary gives the first number of events, not smaller than n, at which the world stood between
// two steps: what a person does happens there. Past the last it gives the last, where the run ends.
func (r *Recording) Boundary(n int) int { return r.boundaries.from(max(0, n)) }
