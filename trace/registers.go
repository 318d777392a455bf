package trace

// The registers of a State: the key that names one, and the value it holds. The zero
// value of each means "not there".

// ProcPhase is how far a process has come with its job.
type ProcPhase uint8

const (
	Unborn    ProcPhase = iota // it has not been started
	Idle                       // it runs and does not want the lock
	Acquiring                  // its acquire has been called
	Holding                    // its acquire has returned
	Releasing                  // its release has been called
	Done                       // its job is finished
	Failed                     // an error ended its job
)

var phaseNames = [...]string{"not started", "idle", "acquiring", "holding", "releasing", "done", "failed"}

func (p ProcPhase) String() string { return phaseNames[p] }

// View is a session's state as its client has been told.
type View uint8

const (
	NoSession View = iota
	Connecting
	Connected
	Disconnected
	SessionExpired
	SessionClosed
)

var viewNames = [...]string{"none", "connecting", "connected", "disconnected", "expired", "closed"}

func (v View) String() string { return viewNames[v] }

// Life says whether a node runs.
type Life uint8

const (
	Alive Life = iota
	Paused
	Crashed
)

var lifeNames = [...]string{"alive", "paused", "crashed"}

func (l Life) String() string { return lifeNames[l] }

// Proc is a process, or what is known of a server as a running program.
type Proc struct {
	Phase   ProcPhase
	View    View
	Life    Life
	Waiting bool
	WaitOn  string // the path whose watch it waits for; "" for other waits
	Session int64
	Since   Time // when it entered the phase
}

// Believes reports whether the process thinks that it holds: its acquire has returned,
// it has not begun to release, it runs, and it has not been told that its session is over.
func (p Proc) Believes() bool {
	return p.Phase == Holding && p.Life != Crashed && p.View != SessionExpired && p.View != SessionClosed
}

// Waits reports whether the process has asked for the lock and has nothing to do but wait.
func (p Proc) Waits() bool { return p.Phase == Acquiring && p.Waiting && p.Life != Crashed }

// Seeks reports whether the process runs and its client library looks for a server.
func (p Proc) Seeks() bool {
	return p.Life == Alive && (p.View == Connecting || p.View == Disconnected)
}

// ZnodeKey names a znode in the tree of one server.
type ZnodeKey struct {
	Server Node
	Path   string
}

// ZnodeMode is the kind of a znode.
type ZnodeMode uint8

const (
	NoZnode ZnodeMode = iota
	PersistentZnode
	EphemeralZnode
	ContainerZnode
	TTLZnode
)

var modeNames = [...]string{"", "persistent", "ephemeral", "container", "ttl"}

func (m ZnodeMode) String() string { return modeNames[m] }

// Znode is what a server has at a path.
type Znode struct {
	Mode     ZnodeMode
	Owner    int64 // session of an ephemeral
	Czxid    int64
	Mzxid    int64
	Pzxid    int64
	Version  int32
	Children int32
	Size     int32 // bytes of data
}

// WatchKind is what a watch looks at.
type WatchKind uint8

const (
	DataWatch  WatchKind = iota // set by get, or by exists on a znode that is there
	ExistWatch                  // set by exists on a znode that is not there
	ChildWatch
	PersistentWatch
	RecursiveWatch
)

var watchNames = [...]string{"data", "exist", "child", "persistent", "recursive"}

func (k WatchKind) String() string { return watchNames[k] }

// WatchKey names a watch that a server has armed.
type WatchKey struct {
	Server  Node
	Session int64
	Path    string
	Kind    WatchKind
}

// SessionState is a session as the servers have it.
type SessionState uint8

const (
	Unknown SessionState = iota
	SessionOpen
	SessionEnded   // closed by its client
	SessionTimeout // expired by the server
)

var sessionNames = [...]string{"", "open", "closed", "expired"}

func (s SessionState) String() string { return sessionNames[s] }

// Session is a session as the servers have it.
type Session struct {
	State    SessionState
	Client   Node
	Timeout  int32 // negotiated, milliseconds
	Deadline Time  // the tick at which it ends if nothing more is heard
}

// LinkKey names the link between two nodes, the smaller first.
type LinkKey struct{ A, B Node }

// NewLinkKey names the link between two nodes.
func NewLinkKey(a, b Node) LinkKey {
	if a > b {
		a, b = b, a
	}
	return LinkKey{a, b}
}

// Link is what is wrong with a link.
type Link struct {
	Cut   bool
	Delay Time // added to its latency, each way
}
