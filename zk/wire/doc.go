// Package wire is ZooKeeper's wire protocol: bytes to and from the typed requests,
// replies and events of package zk.
//
// A connection carries frames, each a 4-byte length and a body. The first frame of a
// client is a connect request, answered by a connect reply. After that every request
// is a header (xid, opcode) and a record, and every reply a header (xid, zxid, error)
// and a record. A reply does not say what it answers: the opcode of the request with
// the same xid decides how it is read, so whoever decodes replies must remember the
// requests, which a server answers in the order they came. Xid −1 is a watch event.
//
// The records are those of ZooKeeper's zookeeper.jute, in jute's binary encoding:
// big-endian integers, and buffers, strings and vectors with a 4-byte length or count
// in front, −1 for null.
//
// Decoders take what a Java server or client takes: bytes after the end of a record
// are ignored (newer peers append fields), any non-zero byte is true, and a count
// below −1 is an empty vector. They judge form alone: a create with mode 9 or an empty
// path decodes, and refusing it, with the right error, is the server's matter. Form
// includes what a server answers with the same MarshallingError as a record that is cut
// short: a null path where it needs one, or a read in a multi. Every length is checked
// against the bytes at hand before anything is allocated, and what is decoded shares no
// memory with the frame.
//
// Encoders append to a slice and allocate only to grow it. Null and empty are kept
// apart for data and for ACLs. A list of strings is never null, since neither servers
// nor clients can live with that one; nil is written as an empty list.
package wire
