package zkcore

import "lockstep/zk"

// Txn is one transaction: a write whose outcome is decided. Applying the same
// transactions in the order of their zxids makes the same tree everywhere. It is
// immutable once it is prepared.
//
// Op says which fields count:
//
//	OpCreate         Path Data ACL Mode Owner Creates; also OpCreate2, OpCreateContainer and
//	                 OpCreateTTL, which differ in the reply alone
//	OpDelete         Path
//	OpSetData        Path Data Version
//	OpSetACL         Path ACL Version
//	OpCheck          Path Version
//	OpMulti          Subs; when one of them is OpError they all are
//	OpCreateSession  Timeout
//	OpCloseSession   Paths
//	OpError          Err; takes a zxid and changes nothing
type Txn struct {
	Zxid    int64
	Time    int64 // milliseconds since 1970
	Session int64 // who asked; 0 for the server itself
	Op      zk.Op

	Err     zk.Error
	Path    string
	Data    []byte
	ACL     []zk.ACL
	Mode    zk.Mode // of the znode: Persistent, Ephemeral, Container or PersistentTTL
	Owner   int64   // the session of an ephemeral, or a TTL in milliseconds
	Creates int32   // the parent's counter afterwards
	Version int32   // the znode's version, or the ACL's, afterwards
	Timeout int32   // milliseconds
	Paths   []string
	Subs    []Txn
}

// fail makes t a transaction that only says why nothing was done.
func (t *Txn) fail(err zk.Error) {
	*t = Txn{Zxid: t.Zxid, Time: t.Time, Session: t.Session, Op: zk.OpError, Err: err}
}
