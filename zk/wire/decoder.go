package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"lockstep/zk"
)

// A decoder reads the fields of a record in turn. The first fault is kept; from then
// on every read gives a zero value and consumes nothing, so a record can be read to
// its end and the fault looked at once.
type decoder struct {
	record string // for errors
	body   []byte
	off    int // body[off:] is not read yet
	err    *Error

	lenient bool // text takes null
	nulls   bool // and has found one
}

func (d *decoder) fail(field string, at int, format string, args ...any) {
	if d.err == nil {
		d.err = &Error{d.record, field, at, fmt.Sprintf(format, args...)}
	}
}

func (d *decoder) left() int { return len(d.body) - d.off }

// take consumes n bytes, or gives nil after a fault. The result aliases the body.
func (d *decoder) take(field string, n int) []byte {
	if d.err != nil {
		return nil
	}
	if n > d.left() {
		d.fail(field, d.off, "%d bytes left, expected %d", d.left(), n)
		return nil
	}
	b := d.body[d.off : d.off+n]
	d.off += n
	return b
}

func (d *decoder) bool(field string) bool {
	b := d.take(field, 1)
	return b != nil && b[0] != 0
}

func (d *decoder) int32(field string) int32 {
	if b := d.take(field, 4); b != nil {
		return int32(binary.BigEndian.Uint32(b))
	}
	return 0
}

func (d *decoder) int64(field string) int64 {
	if b := d.take(field, 8); b != nil {
		return int64(binary.BigEndian.Uint64(b))
	}
	return 0
}

// buffer reads a buffer, nil for null. The result aliases the body.
func (d *decoder) buffer(field string) []byte {
	at := d.off
	switch n := d.int32(field); {
	case n == -1:
		return nil
	case n < 0:
		d.fail(field, at, "length %d, expected -1 or more", n)
		return nil
	default:
		return d.take(field, int(n))
	}
}

// bytes reads a buffer into memory of its own.
func (d *decoder) bytes(field string) []byte { return bytes.Clone(d.buffer(field)) }

// string reads a string, empty for null: package zk has no null strings.
func (d *decoder) string(field string) string { return string(d.buffer(field)) }

// text reads a string that must not be null.
func (d *decoder) text(field string) string {
	at := d.off
	b := d.buffer(field)
	if b == nil && d.err == nil {
		if !d.lenient {
			d.fail(field, at, "null, expected a string")
		}
		d.nulls = true
	}
	return string(b)
}

// nullAhead reports whether a null string or buffer comes next.
func (d *decoder) nullAhead() bool {
	return d.left() >= 4 && int32(binary.BigEndian.Uint32(d.body[d.off:])) == -1
}

// count reads the element count of a vector whose elements take at least size bytes
// each, and refuses one that the rest of the body cannot hold.
func (d *decoder) count(field string, size int) (n int, null bool) {
	at := d.off
	n = int(d.int32(field))
	if n < 0 {
		return 0, n == -1
	}
	if most := d.left() / size; n > most {
		d.fail(field, at, "%d elements, expected at most %d in the %d bytes left", n, most, d.left())
		return 0, false
	}
	return n, false
}

func (d *decoder) strings(field string) []string {
	at := d.off
	n, null := d.count(field, 4)
	if null {
		d.fail(field, at, "null, expected a list")
	}
	list := make([]string, 0, n)
	for range n {
		list = append(list, d.text(field))
	}
	return list
}

// acl reads an ACL, nil for null.
func (d *decoder) acl(field string) []zk.ACL {
	n, null := d.count(field, 12)
	if null {
		return nil
	}
	list := make([]zk.ACL, 0, n)
	for range n {
		list = append(list, zk.ACL{
			Perms:  zk.Perm(d.int32(field)),
			Scheme: d.string(field),
			ID:     d.text(field),
		})
	}
	return list
}

// identities reads what whoAmI answers: ACL entries without permissions.
func (d *decoder) identities(field string) []zk.ACL {
	at := d.off
	n, null := d.count(field, 8)
	if null {
		d.fail(field, at, "null, expected a list")
	}
	list := make([]zk.ACL, 0, n)
	for range n {
		list = append(list, zk.ACL{Scheme: d.string(field), ID: d.string(field)})
	}
	return list
}

func (d *decoder) stat() zk.Stat {
	return zk.Stat{
		Czxid:          d.int64("czxid"),
		Mzxid:          d.int64("mzxid"),
		Ctime:          d.int64("ctime"),
		Mtime:          d.int64("mtime"),
		Version:        d.int32("version"),
		Cversion:       d.int32("cversion"),
		Aversion:       d.int32("aversion"),
		EphemeralOwner: d.int64("ephemeralOwner"),
		DataLength:     d.int32("dataLength"),
		NumChildren:    d.int32("numChildren"),
		Pzxid:          d.int64("pzxid"),
	}
}
