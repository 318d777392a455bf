package zkcore

import (
	"strings"

	"lockstep/zk"
)

// Prepare decides the outcome of a write and takes a zxid for it, also when it fails.
// The transaction must be applied, in the order of the zxids; until then later
// preparations count on it. ids are the identities of the connection that asks.
//
// It is for a leader, whose followers apply what it prepares. [Core.Request] does both
// halves itself.
func (c *Core) Prepare(now, session int64, ids []Identity, r zk.Request) *Txn {
	t := new(Txn)
	_, closes := r.(*zk.CloseRequest) // which may come twice, from the client and at its expiry
	if s := c.sessions.find(session); !closes && (s == none || c.sessions.all[s].closing) {
		c.begin(t, now, session)
		t.fail(zk.ErrSessionExpired)
		return t
	}
	c.pending.on = true
	c.prepare(t, now, session, ids, r)
	c.pending.on = false
	return t
}

// begin takes a zxid.
func (c *Core) begin(t *Txn, now, session int64) {
	c.prepared++
	*t = Txn{Zxid: c.prepared, Time: c.options.Epoch + now, Session: session}
}

// prepare fills t with the outcome of a write of an open session (PrepRequestProcessor.pRequest).
func (c *Core) prepare(t *Txn, now, session int64, ids []Identity, r zk.Request) {
	c.begin(t, now, session)
	switch r := r.(type) {
	case *zk.MultiRequest:
		c.prepareMulti(t, ids, r)
		return
	case *zk.CloseRequest:
		c.prepareClose(t)
		return
	case *zk.UnknownRequest:
		t.fail(undecoded(r))
		return
	default:
		if err := c.prepareOne(t, ids, r); err != zk.OK {
			t.fail(err)
		}
	}
}

// prepareOne fills t with the outcome of a write that is not a multi. On an error the
// transaction is to be failed.
func (c *Core) prepareOne(t *Txn, ids []Identity, r zk.Request) zk.Error {
	switch r := r.(type) {
	case *zk.CreateRequest:
		return c.prepareCreate(t, ids, r)
	case *zk.DeleteRequest:
		return c.prepareDelete(t, ids, r)
	case *zk.SetDataRequest:
		return c.prepareSetData(t, ids, r)
	case *zk.SetACLRequest:
		return c.prepareSetACL(t, ids, r)
	case *zk.CheckRequest:
		return c.prepareCheck(t, ids, r)
	}
	return zk.ErrMarshalling
}

// undecoded is the outcome of a write that has no type of its own.
func undecoded(r *zk.UnknownRequest) zk.Error {
	switch r.Code {
	case zk.OpReconfig:
		if r.Body != nil {
			return errReconfigDisabled
		}
	case zk.OpDeleteContainer:
		// The server takes the whole frame, with the zeros of its header, for the path.
		return zk.ErrBadArguments
	case zk.OpCreateSession:
		// It is the session's own, once more. The body is a timeout, which counts on a real server
		// until the session's next packet, and not here.
		if len(r.Body) >= 4 {
			return zk.OK
		}
	}
	return zk.ErrMarshalling
}

const errReconfigDisabled zk.Error = -123

func (c *Core) prepareDelete(t *Txn, ids []Identity, r *zk.DeleteRequest) zk.Error {
	slash := strings.LastIndexByte(r.Path, '/')
	if slash < 0 || strings.IndexByte(r.Path, 0) >= 0 || special(r.Path) {
		return zk.ErrBadArguments
	}
	parent := c.look(r.Path[:slash])
	if !parent.exists {
		return zk.ErrNoNode
	}
	if !permitted(parent.acl, zk.PermDelete, ids) {
		return zk.ErrNoAuth
	}
	n := c.look(r.Path)
	if !n.exists {
		return zk.ErrNoNode
	}
	if r.Version != -1 && r.Version != n.version {
		return zk.ErrBadVersion
	}
	if n.children > 0 {
		return zk.ErrNotEmpty
	}
	t.Op, t.Path = zk.OpDelete, r.Path
	c.noteDelete(t.Zxid, r.Path, slash, parent)
	return zk.OK
}

func (c *Core) noteDelete(zxid int64, path string, slash int, parent record) {
	if c.pending.on {
		parent.children--
		c.pending.note(zxid, path[:slash], parent)
		c.pending.note(zxid, path, record{})
	}
}

func (c *Core) prepareSetData(t *Txn, ids []Identity, r *zk.SetDataRequest) zk.Error {
	if !zk.ValidPath(r.Path) {
		return zk.ErrBadArguments
	}
	n := c.look(r.Path)
	if !n.exists {
		return zk.ErrNoNode
	}
	if !permitted(n.acl, zk.PermWrite, ids) {
		return zk.ErrNoAuth
	}
	if r.Version != -1 && r.Version != n.version {
		return zk.ErrBadVersion
	}
	n.version++
	t.Op, t.Path, t.Data, t.Version = zk.OpSetData, r.Path, r.Data, n.version
	c.pending.note(t.Zxid, r.Path, n)
	return zk.OK
}

func (c *Core) prepareSetACL(t *Txn, ids []Identity, r *zk.SetACLRequest) zk.Error {
	if !zk.ValidPath(r.Path) {
		return zk.ErrBadArguments
	}
	acl, ok := fixACL(r.ACL, ids)
	if !ok {
		return zk.ErrInvalidACL
	}
	n := c.look(r.Path)
	if !n.exists {
		return zk.ErrNoNode
	}
	if !permitted(n.acl, zk.PermAdmin, ids) {
		return zk.ErrNoAuth
	}
	if r.Version != -1 && r.Version != n.aversion {
		return zk.ErrBadVersion
	}
	n.aversion++
	n.acl = acl
	t.Op, t.Path, t.ACL, t.Version = zk.OpSetACL, r.Path, acl, n.aversion
	c.pending.note(t.Zxid, r.Path, n)
	return zk.OK
}

func (c *Core) prepareCheck(t *Txn, ids []Identity, r *zk.CheckRequest) zk.Error {
	if !zk.ValidPath(r.Path) {
		return zk.ErrBadArguments
	}
	n := c.look(r.Path)
	if !n.exists {
		return zk.ErrNoNode
	}
	if !permitted(n.acl, zk.PermRead, ids) {
		return zk.ErrNoAuth
	}
	if r.Version != -1 && r.Version != n.version {
		return zk.ErrBadVersion
	}
	t.Op, t.Path, t.Version = zk.OpCheck, r.Path, n.version+1
	return zk.OK
}
