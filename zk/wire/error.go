package wire

import (
	"fmt"

	"lockstep/zk"
)

// Error says where and why a body cannot be decoded.
type Error struct {
	Record  string // what was being decoded, such as "getData request"
	Field   string // the field of it, such as "path"
	Offset  int    // where in the body
	Problem string // what was found and what was expected
}

func (e *Error) Error() string {
	return fmt.Sprintf("wire: %s: %s at byte %d: %s", e.Record, e.Field, e.Offset, e.Problem)
}

// RequestError is a request whose header is sound and whose record is not. A server
// answers it with [zk.ErrMarshalling] and goes on with the connection.
type RequestError struct {
	Xid int32
	Op  zk.Op
	Err *Error
}

func (e *RequestError) Error() string { return e.Err.Error() }
func (e *RequestError) Unwrap() error { return e.Err }
