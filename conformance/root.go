package conformance

import "bytes"

// Root is the znode that a sequence has to itself, as steps and the fake call it.
const Root = "/AaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAa"

// rootNumber gives the name that the real server knows Root by in the nth sequence. "Aa" and
// "BB" have the same hash code in Java, and so have all names made of them.
func rootNumber(n int) []byte {
	name := []byte(Root)
	for i := 1; n > 0; i, n = i+2, n/2 {
		if n%2 == 1 {
			copy(name[i:], "BB")
		}
	}
	return name
}

func rename(frame, from, to []byte) []byte { return bytes.ReplaceAll(frame, from, to) }
