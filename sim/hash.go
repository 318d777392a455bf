package sim

// Hash accumulates a fingerprint: 64 bits of an FNV-like mix, the same on every machine.
type Hash struct{ sum uint64 }

// NewHash gives an empty hash.
func NewHash() *Hash { return &Hash{0xcbf29ce484222325} }

// Uint adds a number.
func (h *Hash) Uint(n uint64) {
	h.sum = mix(h.sum ^ n)
}

// Int adds a number.
func (h *Hash) Int(n int64) { h.Uint(uint64(n)) }

// Bool adds a truth value.
func (h *Hash) Bool(b bool) {
	if b {
		h.Uint(1)
	} else {
		h.Uint(0)
	}
}

// String adds a string, and its length, so that "a","bc" and "ab","c" differ.
func (h *Hash) String(s string) {
	h.Uint(uint64(len(s)))
	for len(s) >= 8 {
		h.Uint(uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56)
		s = s[8:]
	}
	if len(s) > 0 {
		var rest uint64
		for i := range len(s) {
			rest |= uint64(s[i]) << (8 * i)
		}
		h.Uint(rest)
	}
}

// Write adds bytes; it never fails.
func (h *Hash) Write(b []byte) (int, error) {
	h.String(string(b))
	return len(b), nil
}

// Sum is the fingerprint of what was added.
func (h *Hash) Sum() uint64 { return h.sum }

// mix is the finalizer of splitmix64.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
