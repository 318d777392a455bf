package zk

// Mode says what kind of znode a create makes. The numbers are the flags of the
// wire protocol (org.apache.zookeeper.CreateMode).
type Mode int32

const (
	Persistent              Mode = 0
	Ephemeral               Mode = 1 // deleted when the session that made it ends
	PersistentSequential    Mode = 2 // the server appends the parent's counter to the name
	EphemeralSequential     Mode = 3
	Container               Mode = 4 // swept once it had a child and has none
	PersistentTTL           Mode = 5 // swept when it is childless and older than its TTL
	PersistentSequentialTTL Mode = 6
)

var modeNames = [...]string{"persistent", "ephemeral", "sequential", "ephemeral sequential",
	"container", "ttl", "sequential ttl"}

// Valid reports whether m is one of the seven modes.
func (m Mode) Valid() bool { return m >= Persistent && m <= PersistentSequentialTTL }

// IsEphemeral reports whether a znode of this mode goes with its session.
func (m Mode) IsEphemeral() bool { return m == Ephemeral || m == EphemeralSequential }

// IsSequential reports whether the server completes the name with a number.
func (m Mode) IsSequential() bool {
	return m == PersistentSequential || m == EphemeralSequential || m == PersistentSequentialTTL
}

// IsTTL reports whether the mode takes a time to live.
func (m Mode) IsTTL() bool { return m == PersistentTTL || m == PersistentSequentialTTL }

func (m Mode) String() string {
	if !m.Valid() {
		return "unknown mode"
	}
	return modeNames[m]
}

// MaxTTL is the largest time to live of a TTL znode, in milliseconds. The smallest
// is 1.
const MaxTTL = 1<<40 - 1
