package zkcore

import (
	"strconv"
	"strings"
)

// Overflow says what follows the sequence number 2147483647.
type Overflow uint8

const (
	// OverflowStuck is what servers do since 3.6.0: the tree keeps only a larger counter,
	// so the next create under the parent is offered 2147483647 again, and with it every
	// one after (ZOOKEEPER-3249).
	OverflowStuck Overflow = iota
	// OverflowWrap is what the documentation says and servers did before: −2147483648.
	OverflowWrap
)

// sequential appends a counter as Java's %010d does: at least ten characters, of which
// a sign is one.
func sequential(path string, n int32) string {
	var digits [11]byte
	number := strconv.AppendInt(digits[:0], int64(n), 10)
	width := 10
	var b strings.Builder
	b.Grow(len(path) + len(digits))
	b.WriteString(path)
	if n < 0 {
		b.WriteByte('-')
		number = number[1:]
		width--
	}
	for i := len(number); i < width; i++ {
		b.WriteByte('0')
	}
	b.Write(number)
	return b.String()
}
