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

// prepare fills t with the outcome of a write (PrepRequestProcessor.pRequest).
func (c *Core) prepare(t *Txn, now, session int64, ids []Identity, r zk.Request) {
	c.begin(t, now, session)
	var err zk.Error
	switch r := r.(type) {
	case *zk.MultiRequest:
		c.prepareMulti(t, ids, r)
		return
	case *zk.CloseRequest:
		c.prepareClose(t)
		return
	case *zk.UnknownRequest:
		err = undecoded(r.Code)
	default:
		err = c.prepareOne(t, ids, r)
	}
	if err != zk.OK {
		t.fail(err)
	}
}

// prepareOne fills t with the outcome of a write that is not a multi. On an error the
// transaction is to be failed.
func (c *Core) prepareOne(t *Txn, ids []Identity, r zk.Request) zk.Error {
	if s := c.sessions.find(t.Session); s == none || c.sessions.all[s].closing {
		return zk.ErrSessionExpired
	}
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

// undecoded is the outcome of a write whose body nobody could read.
func undecoded(code zk.Op) zk.Error {
	switch code {
	case zk.OpReconfig:
		return errReconfigDisabled
	case zk.OpDeleteContainer:
		// The server takes the whole frame, with the zeros of its header, for the path.
		return zk.ErrBadArguments
	}
	return zk.ErrMarshalling
}

const errReconfigDisabled zk.Error = -123

// prepareCreate checks in the order of pRequest2TxnCreate.
func (c *Core) prepareCreate(t *Txn, ids []Identity, r *zk.CreateRequest) zk.Error {
	if !r.Mode.Valid() || !validTTL(r) {
		return zk.ErrBadArguments
	}
	slash := strings.LastIndexByte(r.Path, '/')
	if slash < 0 || strings.IndexByte(r.Path, 0) >= 0 {
		return zk.ErrBadArguments
	}
	acl, ok := fixACL(r.ACL, ids)
	if !ok {
		return zk.ErrInvalidACL
	}
	parent := c.look(r.Path[:slash])
	if !parent.exists {
		return zk.ErrNoNode
	}
	if !permitted(parent.acl, zk.PermCreate, ids) {
		return zk.ErrNoAuth
	}
	path := r.Path
	if r.Mode.IsSequential() {
		path = sequential(path, parent.creates)
	}
	if !validPath(path) {
		return zk.ErrBadArguments
	}
	if c.look(path).exists {
		return zk.ErrNodeExists
	}
	if parent.mode == zk.Ephemeral {
		return zk.ErrNoChildrenForEphemeral
	}

	t.Op, t.Path, t.Data, t.ACL = zk.OpCreate, path, r.Data, acl
	switch {
	case r.Code == zk.OpCreateContainer: // the opcode decides, not the mode
		t.Mode = zk.Container
	case r.Code == zk.OpCreateTTL:
		t.Mode, t.Owner = zk.PersistentTTL, r.TTL
	case r.Mode.IsEphemeral():
		t.Mode, t.Owner = zk.Ephemeral, t.Session
	}
	parent.creates++
	t.Creates = parent.creates
	if c.pending.on {
		parent.children++
		c.pending.note(t.Zxid, path[:slash], parent)
		c.pending.note(t.Zxid, path, record{exists: true, mode: t.Mode, owner: t.Owner, acl: acl})
	}
	return zk.OK
}

// validTTL is EphemeralType.validateTTL: createTTL with a TTL mode takes 1…2^40−1 ms, and
// no other opcode takes such a mode.
func validTTL(r *zk.CreateRequest) bool {
	if r.Code != zk.OpCreateTTL {
		return !r.Mode.IsTTL()
	}
	return r.Mode.IsTTL() && r.TTL > 0 && r.TTL <= zk.MaxTTL
}

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
	if !validPath(r.Path) {
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
	if !validPath(r.Path) {
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
	if !validPath(r.Path) {
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

// prepareOpen gives a new session its id.
func (c *Core) prepareOpen(t *Txn, now int64, timeout int32) {
	c.begin(t, now, c.nextSession)
	c.nextSession++
	t.Op, t.Timeout = zk.OpCreateSession, timeout
}

// prepareClose ends a session: from here on its requests fail. The ephemerals are those
// that will be there when the transaction is applied.
func (c *Core) prepareClose(t *Txn) {
	t.Op = zk.OpCloseSession
	pos := c.sessions.find(t.Session)
	if pos == none {
		return
	}
	s := &c.sessions.all[pos]
	s.closing = true
	t.Paths = c.closing(s)
	if c.pending.on {
		for _, path := range t.Paths {
			slash := strings.LastIndexByte(path, '/')
			c.noteDelete(t.Zxid, path, slash, c.look(path[:slash]))
		}
	}
}

// closing lists a session's ephemerals in the order in which they will be deleted.
func (c *Core) closing(s *session) []string {
	if len(c.pending.log) == 0 {
		if s.ephemerals == nil || s.ephemerals.size == 0 {
			return nil
		}
		return s.ephemerals.closingOrder()
	}
	set := c.tree.newSet(ephemeralsTable)
	if s.ephemerals != nil && s.ephemerals.size > 0 {
		set = s.ephemerals.javaClone()
	}
	for _, l := range c.pending.log {
		ch, visible := c.pending.byPath[l.path]
		if !visible || ch.zxid != l.zxid {
			continue // a later change decides
		}
		mine := ch.exists && ch.mode == zk.Ephemeral && ch.owner == s.id
		switch has := set.has(l.path); {
		case mine && !has:
			set.add(l.path, none)
		case !mine && has:
			set.remove(l.path)
		}
	}
	return set.list()
}
