package zkcore

import (
	"strings"

	"lockstep/zk"
)

// prepareCreate checks in the order of pRequest2TxnCreate.
func (c *Core) prepareCreate(t *Txn, ids []Identity, r *zk.CreateRequest) zk.Error {
	switch r.Code {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
	default:
		return zk.ErrMarshalling
	}
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
	if !zk.ValidPath(path) {
		return zk.ErrBadArguments
	}
	if c.look(path).exists {
		return zk.ErrNodeExists
	}
	if parent.mode == zk.Ephemeral {
		return zk.ErrNoChildrenForEphemeral
	}

	t.Op, t.Path, t.Data, t.ACL = r.Code, path, r.Data, acl
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
