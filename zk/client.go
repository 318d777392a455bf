package zk

// Source is something that a process can wait for: a watch, the end of a session, an
// interrupt. Sources are compared with ==; String says what is awaited ("Deleted
// /lock/lock-0000000003").
type Source interface{ String() string }

// Watch is one armed watch. It fires at most once, when its znode changes or when
// the session ends.
type Watch interface {
	Source
	// Event is what the watch saw. It is valid once a wait has returned this watch.
	Event() Event
}

// Client is one session with an ensemble. Every call blocks until the answer is there.
// Errors are of type [Error]. After ErrConnectionLoss the caller cannot know whether a
// write was applied. The session reconnects by itself until it is expired or closed,
// and both are final: from then on every call fails with ErrSessionExpired or
// ErrSessionClosing.
//
// The calls that end in W leave a watch. Exists leaves one on a missing znode too;
// Get and Children do not. Version −1 takes any version. Children come in the order
// of the server, which promises none.
type Client interface {
	// Create makes a znode and gives its final path, which differs from the one asked for
	// when the mode is sequential.
	Create(path string, data []byte, mode Mode, opts ...CreateOption) (string, error)
	Delete(path string, version int32) error

	Exists(path string) (Stat, bool, error)
	ExistsW(path string) (Stat, bool, Watch, error)
	Get(path string) ([]byte, Stat, error)
	GetW(path string) ([]byte, Stat, Watch, error)
	Set(path string, data []byte, version int32) (Stat, error)
	Children(path string) ([]string, error)
	ChildrenW(path string) ([]string, Watch, error)

	GetACL(path string) ([]ACL, Stat, error)
	SetACL(path string, acl []ACL, version int32) (Stat, error)
	AddAuth(scheme string, auth []byte) error

	// Multi applies all operations or none. The error is that of the first operation that
	// failed; the results tell which.
	Multi(ops ...Request) ([]Result, error)
	// Sync waits until the server that answers reads has seen every write that was
	// acknowledged before.
	Sync(path string) error

	// Session is the session's id: an ephemeral is this client's own if its owner equals it.
	Session() int64
	// State is the session's state as this client last heard of it.
	State() State
	// Lost fires when the session has ended (expired or closed), and stays so.
	Lost() Source
	// Disconnected fires while there is no connection.
	Disconnected() Source
	// Close ends the session; its ephemerals go at once.
	Close() error
}

// PersistentWatcher is a Client that can set watches which do not go away when they
// fire. Not every client library can.
type PersistentWatcher interface {
	Client
	AddWatch(path string, mode AddWatchMode) (Watch, error)
	RemoveWatches(path string, kind WatcherType) error
}

// CreateOption refines a create.
type CreateOption func(*CreateRequest)

// WithACL sets the new znode's ACL instead of OpenACL.
func WithACL(acl ...ACL) CreateOption { return func(r *CreateRequest) { r.ACL = acl } }

// WithTTL sets the time to live of a TTL mode, in milliseconds (1 … MaxTTL).
func WithTTL(ms int64) CreateOption { return func(r *CreateRequest) { r.TTL = ms } }
