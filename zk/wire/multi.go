package wire

import "lockstep/zk"

// A multi is a list of records, each behind a multi header (type, done, error). A
// header with done set ends the list.

func appendMultiHeader(dst []byte, op zk.Op, done bool, err zk.Error) []byte {
	dst = appendInt32(dst, int32(op))
	dst = appendBool(dst, done)
	return appendInt32(dst, int32(err))
}

func appendMultiEnd(dst []byte) []byte { return appendMultiHeader(dst, -1, true, -1) }

// multiHeader leaves the error out: in a request it says nothing, in a reply the
// record repeats it.
func (d *decoder) multiHeader() (op zk.Op, done bool) {
	op = zk.Op(d.int32("multi header type"))
	done = d.bool("multi header done")
	d.int32("multi header error")
	return op, done || d.err != nil
}

func appendOps(dst []byte, ops []zk.Request) []byte {
	for _, op := range ops {
		dst = appendMultiHeader(dst, op.Op(), false, -1)
		dst = appendRecord(dst, op)
	}
	return appendMultiEnd(dst)
}

// isWrite and isRead say what a list of operations may consist of: it is either. A server reads
// a multi of reads, and a multiRead of writes, and fails when it comes to them.

func isWrite(op zk.Op) bool {
	switch op {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL,
		zk.OpDelete, zk.OpSetData, zk.OpCheck:
		return true
	}
	return false
}

func isRead(op zk.Op) bool { return op == zk.OpGetData || op == zk.OpGetChildren }

func (d *decoder) ops() []zk.Request {
	ops := []zk.Request{}
	var writes bool // the first operation decides
	for {
		at := d.off
		op, done := d.multiHeader()
		if done {
			return ops
		}
		if len(ops) == 0 {
			writes = isWrite(op)
		}
		if writes && !isWrite(op) || !writes && !isRead(op) {
			d.fail("operation", at, "%v cannot be part of it", op)
			return nil
		}
		ops = append(ops, d.operation(op))
	}
}

// operation reads a record in a list. One with a null string is in form, other than a record that
// comes alone: the server has read the whole list before it looks at the strings.
func (d *decoder) operation(op zk.Op) zk.Request {
	at := d.off
	d.lenient, d.nulls = true, d.nullAhead() // the path comes first
	r := d.request(op)
	d.lenient = false
	if d.nulls && d.err == nil {
		d.nulls = false
		return &zk.UnknownRequest{Code: op, Body: append([]byte(nil), d.body[at:d.off]...)}
	}
	return r
}

// appendResult writes the result as servers do: a failed operation loses its own type
// and becomes an error, and a create has the type of create2 exactly if it carries a
// Stat. That is so for containers and TTL znodes alone: a create2 inside a multi is
// answered like a create.
func appendResult(dst []byte, r *zk.Result) []byte {
	if r.Op == zk.OpError || r.Err != zk.OK {
		dst = appendMultiHeader(dst, zk.OpError, false, r.Err)
		return appendInt32(dst, int32(r.Err))
	}
	op := r.Op
	if create, ok := r.Reply.(*zk.CreateReply); ok {
		op = zk.OpCreate
		if create.HasStat {
			op = zk.OpCreate2
		}
	}
	dst = appendMultiHeader(dst, op, false, zk.OK)
	return appendReplyRecord(dst, r.Reply)
}

// results reads the outcome of a multi or a multiRead.
func (d *decoder) results() []zk.Result {
	results := []zk.Result{}
	for {
		at := d.off
		op, done := d.multiHeader()
		if done {
			return results
		}
		r := zk.Result{Op: op}
		switch op {
		case zk.OpError:
			r.Err = zk.Error(d.int32("error"))
		case zk.OpCreate, zk.OpCreate2, zk.OpDelete, zk.OpSetData, zk.OpCheck, zk.OpGetChildren, zk.OpGetData:
			r.Reply = d.reply(op)
		default:
			d.fail("result", at, "%v cannot be one", op)
		}
		results = append(results, r)
	}
}
