package zk

import "fmt"

// Op is an operation code of the wire protocol (org.apache.zookeeper.ZooDefs.OpCode).
type Op int32

const (
	OpNotify          Op = 0
	OpCreate          Op = 1
	OpDelete          Op = 2
	OpExists          Op = 3
	OpGetData         Op = 4
	OpSetData         Op = 5
	OpGetACL          Op = 6
	OpSetACL          Op = 7
	OpGetChildren     Op = 8
	OpSync            Op = 9
	OpPing            Op = 11
	OpGetChildren2    Op = 12
	OpCheck           Op = 13
	OpMulti           Op = 14
	OpCreate2         Op = 15
	OpReconfig        Op = 16
	OpCheckWatches    Op = 17
	OpRemoveWatches   Op = 18
	OpCreateContainer Op = 19
	OpDeleteContainer Op = 20
	OpCreateTTL       Op = 21
	OpMultiRead       Op = 22
	OpAuth            Op = 100
	OpSetWatches      Op = 101
	OpSASL            Op = 102 // of clients that authenticate with Kerberos
	OpGetEphemerals   Op = 103
	OpChildrenNumber  Op = 104
	OpSetWatches2     Op = 105
	OpAddWatch        Op = 106
	OpWhoAmI          Op = 107
	OpCreateSession   Op = -10
	OpCloseSession    Op = -11
	OpError           Op = -1
)

var opNames = map[Op]string{
	OpNotify: "notify", OpCreate: "create", OpDelete: "delete", OpExists: "exists", OpGetData: "getData",
	OpSetData: "setData", OpGetACL: "getACL", OpSetACL: "setACL", OpGetChildren: "getChildren",
	OpSync: "sync", OpPing: "ping", OpGetChildren2: "getChildren2", OpCheck: "check", OpMulti: "multi",
	OpCreate2: "create2", OpReconfig: "reconfig", OpCheckWatches: "checkWatches",
	OpRemoveWatches: "removeWatches", OpCreateContainer: "createContainer",
	OpDeleteContainer: "deleteContainer", OpCreateTTL: "createTTL", OpMultiRead: "multiRead",
	OpAuth: "auth", OpSASL: "sasl", OpSetWatches: "setWatches", OpGetEphemerals: "getEphemerals",
	OpChildrenNumber: "getAllChildrenNumber", OpSetWatches2: "setWatches2", OpAddWatch: "addWatch",
	OpWhoAmI: "whoAmI", OpCreateSession: "createSession", OpCloseSession: "closeSession", OpError: "error",
}

func (o Op) String() string {
	if name, ok := opNames[o]; ok {
		return name
	}
	return fmt.Sprintf("op %d", int32(o))
}

// Request is a question to a server, as a typed value. Implementations are the
// pointer types below; a request must not be changed once it is sent.
type Request interface{ Op() Op }

type (
	// CreateRequest is create, create2, createContainer or createTTL, as Code says. Only
	// createContainer makes containers and only createTTL makes TTL znodes; Mode must
	// fit, and TTL (milliseconds) is sent with createTTL alone.
	CreateRequest struct {
		Code Op
		Path string
		Data []byte // nil is sent as null
		ACL  []ACL
		Mode Mode
		TTL  int64
	}
	// DeleteRequest deletes a childless znode. Version −1 takes any.
	DeleteRequest struct {
		Path    string
		Version int32
	}
	ExistsRequest struct {
		Path  string
		Watch bool
	}
	GetDataRequest struct {
		Path  string
		Watch bool
	}
	// GetChildrenRequest is getChildren, or with WantStat getChildren2.
	GetChildrenRequest struct {
		Path     string
		Watch    bool
		WantStat bool
	}
	SetDataRequest struct {
		Path    string
		Data    []byte
		Version int32
	}
	GetACLRequest struct{ Path string }
	SetACLRequest struct {
		Path    string
		ACL     []ACL
		Version int32 // of the ACL (Stat.Aversion)
	}
	SyncRequest struct{ Path string }
	// CheckRequest fails a multi unless the znode has this version.
	CheckRequest struct {
		Path    string
		Version int32
	}
	// MultiRequest applies all of its operations or none.
	MultiRequest struct{ Ops []Request }
	// MultiReadRequest answers each of its reads by itself.
	MultiReadRequest struct{ Ops []Request }
	// AddWatchRequest sets a watch that stays (mode 0), or one on a whole subtree (mode 1).
	AddWatchRequest struct {
		Path string
		Mode AddWatchMode
	}
	// RemoveWatchesRequest removes this session's watches on a path.
	RemoveWatchesRequest struct {
		Path string
		Type WatcherType
	}
	// CheckWatchesRequest asks whether there is such a watch.
	CheckWatchesRequest struct {
		Path string
		Type WatcherType
	}
	// SetWatchesRequest re-registers a client's watches after a reconnect. RelativeZxid is
	// the last transaction that the client saw. It is setWatches2 when a persistent list
	// is not nil or Code says so.
	SetWatchesRequest struct {
		Code                 Op // OpSetWatches or OpSetWatches2
		RelativeZxid         int64
		Data, Exist, Child   []string
		Persistent, Recursed []string // setWatches2 only
	}
	// AuthRequest adds an identity to the connection.
	AuthRequest struct {
		Type   int32 // 0
		Scheme string
		Auth   []byte
	}
	PingRequest           struct{}
	CloseRequest          struct{}
	GetEphemeralsRequest  struct{ Prefix string }
	ChildrenNumberRequest struct{ Path string }
	WhoAmIRequest         struct{}
	// UnknownRequest is an operation that no server knows, or one that we do not decode.
	UnknownRequest struct {
		Code Op
		Body []byte
	}
)

// AddWatchMode is the mode of an addWatch.
type AddWatchMode int32

const (
	WatchPersistent          AddWatchMode = 0
	WatchPersistentRecursive AddWatchMode = 1
)

// WatcherType chooses the watches that removeWatches and checkWatches mean.
type WatcherType int32

const (
	WatcherChildren WatcherType = 1
	WatcherData     WatcherType = 2
	WatcherAny      WatcherType = 3
)

func (r *CreateRequest) Op() Op  { return r.Code }
func (r *DeleteRequest) Op() Op  { return OpDelete }
func (r *ExistsRequest) Op() Op  { return OpExists }
func (r *GetDataRequest) Op() Op { return OpGetData }
func (r *GetChildrenRequest) Op() Op {
	if r.WantStat {
		return OpGetChildren2
	}
	return OpGetChildren
}
func (r *SetDataRequest) Op() Op        { return OpSetData }
func (r *GetACLRequest) Op() Op         { return OpGetACL }
func (r *SetACLRequest) Op() Op         { return OpSetACL }
func (r *SyncRequest) Op() Op           { return OpSync }
func (r *CheckRequest) Op() Op          { return OpCheck }
func (r *MultiRequest) Op() Op          { return OpMulti }
func (r *MultiReadRequest) Op() Op      { return OpMultiRead }
func (r *AddWatchRequest) Op() Op       { return OpAddWatch }
func (r *RemoveWatchesRequest) Op() Op  { return OpRemoveWatches }
func (r *CheckWatchesRequest) Op() Op   { return OpCheckWatches }
func (r *SetWatchesRequest) Op() Op     { return r.Code }
func (r *AuthRequest) Op() Op           { return OpAuth }
func (r *PingRequest) Op() Op           { return OpPing }
func (r *CloseRequest) Op() Op          { return OpCloseSession }
func (r *GetEphemeralsRequest) Op() Op  { return OpGetEphemerals }
func (r *ChildrenNumberRequest) Op() Op { return OpChildrenNumber }
func (r *WhoAmIRequest) Op() Op         { return OpWhoAmI }
func (r *UnknownRequest) Op() Op        { return r.Code }

// PathOf gives where a request keeps the path that it is about, to be read or changed. It is nil
// for a request about no single path.
func PathOf(r Request) *string {
	switch r := r.(type) {
	case *CreateRequest:
		return &r.Path
	case *DeleteRequest:
		return &r.Path
	case *ExistsRequest:
		return &r.Path
	case *GetDataRequest:
		return &r.Path
	case *GetChildrenRequest:
		return &r.Path
	case *SetDataRequest:
		return &r.Path
	case *GetACLRequest:
		return &r.Path
	case *SetACLRequest:
		return &r.Path
	case *SyncRequest:
		return &r.Path
	case *CheckRequest:
		return &r.Path
	case *AddWatchRequest:
		return &r.Path
	case *RemoveWatchesRequest:
		return &r.Path
	case *CheckWatchesRequest:
		return &r.Path
	case *ChildrenNumberRequest:
		return &r.Path
	}
	return nil
}

// NewCreate makes the create request that fits the mode: createContainer for
// containers, createTTL for TTL modes, create for the rest.
func NewCreate(path string, data []byte, mode Mode, acl []ACL, ttl int64) *CreateRequest {
	r := MakeCreate(path, data, mode, acl, ttl)
	return &r
}

// MakeCreate is NewCreate for who has a place for the request.
func MakeCreate(path string, data []byte, mode Mode, acl []ACL, ttl int64) CreateRequest {
	if acl == nil {
		acl = OpenACL
	}
	code := OpCreate
	switch {
	case mode == Container:
		code = OpCreateContainer
	case mode.IsTTL():
		code = OpCreateTTL
	}
	return CreateRequest{Code: code, Path: path, Data: data, ACL: acl, Mode: mode, TTL: ttl}
}
