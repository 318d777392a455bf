package trace

// Node is a place where things happen: a process or a server. It indexes Trace.Nodes.
type Node int32

// NoNode stands where an event has no place or no other end.
const NoNode Node = -1

// Role says what a node is.
type Role uint8

const (
	Process Role = iota
	Server
)

func (r Role) String() string { return [...]string{"process", "server"}[r] }

// NodeInfo describes a node.
type NodeInfo struct {
	Name string
	Role Role
}

// Kind says what sort of thing happened.
type Kind uint8

const (
	// Send: Node puts Msg on its way to Peer.
	Send Kind = iota
	// Recv: the message of the Send that is event Cause arrives at Node from Peer, and is handled.
	Recv
	// Lost: the message of the Send that is event Cause will never arrive at Node.
	Lost
	// Phase: a process enters a phase of its job (State.Procs tells which).
	Phase
	// Wait: a process begins to wait; State.Procs tells for what.
	Wait
	// Told: a client library learns the state of its session.
	Told
	// Expired: a server ends a session of which it has heard nothing for too long.
	Expired
	// Fault: something is broken or mended on purpose; Text is the fault.
	Fault
	// Say: the script's narrator speaks; Text is what is said.
	Say
	// Server-side work that no message shows: a sweep, a restart. Text names it.
	Work
	numKinds
)

var kindNames = [numKinds]string{"send", "recv", "lost", "phase", "wait", "told", "expired", "fault", "say", "work"}

func (k Kind) String() string { return kindNames[k] }

// HasMsg reports whether events of this kind are about a message.
func (k Kind) HasMsg() bool { return k <= Lost }

// Class says what part a message plays.
type Class uint8

const (
	// Request, Reply and Notice (a watch event) are the lock's own traffic, and all that
	// counts as messages.
	Request Class = iota
	Reply
	Notice
	// Ping and Pong keep a session alive.
	Ping
	Pong
	// Open and Opened begin a session or resume it; Close and Closed end it.
	Open
	Opened
	Close
	Closed
	// Upkeep and UpkeepDone are what a client library sends on its own account: watches set
	// anew after a reconnect, credentials.
	Upkeep
	UpkeepDone
	// Hangup is the end of a connection, as the other side notices it.
	Hangup
	numClasses
)

var classNames = [numClasses]string{"request", "reply", "notice", "ping", "pong", "open", "opened", "close",
	"closed", "upkeep", "upkeep done", "hangup"}

func (c Class) String() string { return classNames[c] }

// Own reports whether a message of this class is the lock's own traffic, and counts.
func (c Class) Own() bool { return c <= Notice }

// Heartbeat reports whether a message of this class only says that somebody is there.
func (c Class) Heartbeat() bool { return c == Ping || c == Pong }

// Connects reports whether a message of this class is about a connection alone.
func (c Class) Connects() bool { return c == Open || c == Opened || c == Hangup }

// Op is what a request asks for, in the words of counts and exports.
type Op uint8

const (
	NoOp Op = iota
	Create
	Delete
	Exists
	Get
	Set
	GetChildren
	GetACL
	SetACL
	Sync
	Check
	Multi
	AddWatch
	RemoveWatches
	SetWatches
	Auth
	Other
	numOps
)

var opNames = [numOps]string{"", "create", "delete", "exists", "get", "set", "get_children", "get_acl", "set_acl",
	"sync", "check", "multi", "add_watch", "remove_watches", "set_watches", "auth", "other"}

func (o Op) String() string { return opNames[o] }

// Msg is a message as people talk about it: not its bytes, but what it asks or answers.
type Msg struct {
	Class Class
	Op    Op     // of a request and its reply
	Watch bool   // the request leaves a watch
	Path  string // what it is about
	Err   string // a reply's error, "" for success
	Text  string // its essence: the mode of a create, the name it made, the children found, what a watch saw
	Zxid  int64  // the transaction a reply reports, 0 if none
}

// Event is one thing that happened.
type Event struct {
	N     int // its number, which is its place in the trace
	At    Time
	Kind  Kind
	Node  Node
	Peer  Node // the other end of a message or a link; NoNode
	Cause int  // the event that made this one happen; −1
	Msg   Msg  // of Send, Recv and Lost
	Text  string
	// Inferred: no frame showed this; it follows from what a watching connection saw.
	Inferred bool
	Changes  []Change
}
