package zk

// Reply is the body of a successful answer, as a typed value; nil where the answer has
// no body (delete, check, ping, …). Errors travel in the header, not here.
// Implementations are the pointer types below.
type Reply interface{ isReply() }

type (
	// CreateReply answers every create. HasStat tells create2, createContainer and createTTL,
	// which carry the Stat, from create, which does not.
	CreateReply struct {
		Path    string
		Stat    Stat
		HasStat bool
	}
	// StatReply answers exists, setData and setACL.
	StatReply struct{ Stat Stat }
	DataReply struct {
		Data []byte
		Stat Stat
	}
	// ChildrenReply answers getChildren, and with HasStat getChildren2. The names are in
	// the order of the server, which promises none.
	ChildrenReply struct {
		Children []string
		Stat     Stat
		HasStat  bool
	}
	ACLReply struct {
		ACL  []ACL
		Stat Stat
	}
	SyncReply struct{ Path string }
	// MultiReply answers multi and multiRead, a result for each operation.
	MultiReply          struct{ Results []Result }
	EphemeralsReply     struct{ Paths []string }
	ChildrenNumberReply struct{ Number int32 }
	WhoAmIReply         struct{ IDs []ACL } // Perms unused
	// AddWatchReply answers addWatch: the one reply with an error code in its body, 0 whenever
	// the header says OK.
	AddWatchReply struct{ Err Error }
	// UnknownReply answers an UnknownRequest.
	UnknownReply struct{ Body []byte }
)

// Result is the outcome of one operation of a multi. When one fails, those before it
// report OK and were rolled back, it reports its own error, and those after it report
// ErrRuntimeInconsistency.
type Result struct {
	Op    Op // the operation; OpError when the multi (or this read) failed
	Err   Error
	Reply Reply // nil on error, and for delete and check
}

func (*CreateReply) isReply()         {}
func (*StatReply) isReply()           {}
func (*DataReply) isReply()           {}
func (*ChildrenReply) isReply()       {}
func (*ACLReply) isReply()            {}
func (*SyncReply) isReply()           {}
func (*MultiReply) isReply()          {}
func (*EphemeralsReply) isReply()     {}
func (*ChildrenNumberReply) isReply() {}
func (*WhoAmIReply) isReply()         {}
func (*AddWatchReply) isReply()       {}
func (*UnknownReply) isReply()        {}

// Header precedes every reply of an established connection.
type Header struct {
	Xid  int32 // the request's; −1 an event, −2 ping, −4 auth, −8 setWatches
	Zxid int64 // the last transaction the server had seen; −1 with an event
	Err  Error
}

// Xids that do not count up.
const (
	XidEvent      int32 = -1
	XidPing       int32 = -2
	XidAuth       int32 = -4
	XidSetWatches int32 = -8
)

// ConnectRequest is the first frame of a connection. SessionID 0 asks for a new session.
type ConnectRequest struct {
	Protocol int32 // 0
	LastZxid int64 // a server that has seen less refuses without a word
	Timeout  int32 // milliseconds
	Session  int64
	Password [16]byte
	ReadOnly bool
	// NoReadOnly: the client is older than 3.4 and sent no read-only byte, so the reply has none.
	NoReadOnly bool
}

// ConnectReply answers it. Session 0 with Timeout 0: the session is not known any more.
type ConnectReply struct {
	Protocol int32
	Timeout  int32 // negotiated, milliseconds
	Session  int64
	Password [16]byte
	ReadOnly bool
	// NoReadOnly mirrors ConnectRequest.NoReadOnly.
	NoReadOnly bool
}

// MultiOutcome gives a multi's results, and the error of the operation that made it fail.
func MultiOutcome(r *MultiReply) ([]Result, error) {
	for _, result := range r.Results {
		if result.Err != OK && result.Err != ErrRuntimeInconsistency {
			return r.Results, result.Err
		}
	}
	return r.Results, nil
}
