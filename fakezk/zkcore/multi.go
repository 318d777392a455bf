package zkcore

import (
	"slices"

	"lockstep/zk"
)

// prepareMulti prepares each operation on top of the earlier ones. All have one zxid.
// When one fails the whole is rolled back, and the later ones are not looked at.
func (c *Core) prepareMulti(t *Txn, ids []Identity, r *zk.MultiRequest) {
	for _, op := range r.Ops {
		if !transactional(op) {
			t.fail(zk.ErrMarshalling)
			return
		}
	}
	alone := !c.pending.on
	c.pending.on = true
	mark := len(c.pending.log)

	t.Op, t.Subs = zk.OpMulti, make([]Txn, len(r.Ops))
	failed := false
	for i, op := range r.Ops {
		sub := &t.Subs[i]
		*sub = Txn{Zxid: t.Zxid, Time: t.Time, Session: t.Session}
		if failed {
			sub.fail(zk.ErrRuntimeInconsistency)
			continue
		}
		err := c.prepareOne(sub, ids, inMulti(op))
		if err == zk.ErrMarshalling {
			t.fail(err)
			failed = true
			break
		}
		if err != zk.OK {
			failed = true
			sub.fail(err)
			for j := range t.Subs[:i] {
				t.Subs[j].fail(zk.OK)
			}
		}
	}
	if failed || alone {
		c.pending.rollback(mark)
	}
	c.pending.on = !alone
}

// transactional reports whether an operation may be in a multi (MultiOperationRecord).
func transactional(op zk.Request) bool {
	switch op.(type) {
	case *zk.CreateRequest, *zk.DeleteRequest, *zk.SetDataRequest, *zk.CheckRequest:
		return true
	}
	return false
}

// isRead reports whether an operation may be in a multiRead.
func isRead(op zk.Request) bool { return op.Op() == zk.OpGetData || op.Op() == zk.OpGetChildren }

// unreadable reports whether an operation has null where that cannot be. The whole multi is in
// form, and nothing comes of it.
func unreadable(op zk.Request) bool {
	_, ok := op.(*zk.UnknownRequest)
	return ok
}

// inMulti gives a create as a server reads it in a multi (org.apache.zookeeper.Op): there the
// mode decides which of the four it is, and create2 is create. With a TTL mode and no TTL to
// read the server gives up, when it comes to it.
func inMulti(op zk.Request) zk.Request {
	r, ok := op.(*zk.CreateRequest)
	if !ok {
		return op
	}
	code := zk.OpCreate
	switch {
	case r.Mode == zk.Container:
		code = zk.OpCreateContainer
	case r.Mode.IsTTL() && r.Code != zk.OpCreateTTL:
		return &zk.UnknownRequest{Code: r.Code}
	case r.Mode.IsTTL():
		code = zk.OpCreateTTL
	}
	if code == r.Code {
		return op
	}
	same := *r
	same.Code = code
	return &same
}

// applyMulti carries out all operations, or reports why none is.
func (c *Core) applyMulti(t *Txn, out Sink, want bool) zk.Reply {
	var results []zk.Result
	if want {
		results = make([]zk.Result, len(t.Subs))
	}
	for i := range t.Subs {
		op := &t.Subs[i]
		body := c.apply(t, op, out, want)
		if !want {
			continue
		}
		results[i] = zk.Result{Op: op.Op, Err: op.Err, Reply: body}
		if op.Op == zk.OpCreateContainer || op.Op == zk.OpCreateTTL {
			results[i].Op = zk.OpCreate2 // what a reply with a Stat looks like on the wire
		}
	}
	if !want {
		return nil
	}
	return &zk.MultiReply{Results: results}
}

// multiRead answers each read by itself. Watches cannot be set in it.
func (c *Core) multiRead(s int32, r *zk.MultiReadRequest) (zk.Reply, zk.Error) {
	results := make([]zk.Result, len(r.Ops))
	for i, op := range r.Ops {
		var body zk.Reply
		var err zk.Error
		kind := zk.OpGetData
		switch op := op.(type) {
		case *zk.GetDataRequest:
			body, err = c.getData(s, &zk.GetDataRequest{Path: op.Path})
		case *zk.GetChildrenRequest:
			kind = zk.OpGetChildren
			body, err = c.getChildren(s, &zk.GetChildrenRequest{Path: op.Path})
		default:
			if slices.ContainsFunc(r.Ops, isRead) && !isRead(op) {
				return nil, zk.ErrMarshalling // reads and writes in one cannot be read
			}
			// A write, or a read of null: the server finds out when the reply has begun.
			return &zk.MultiReply{Results: results[:i:i]}, zk.ErrMarshalling
		}
		results[i] = zk.Result{Op: kind, Reply: body}
		if err != zk.OK {
			results[i] = zk.Result{Op: zk.OpError, Err: err}
		}
	}
	return &zk.MultiReply{Results: results}, zk.OK
}
