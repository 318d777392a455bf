package zk

// Stat is what a server knows of a znode besides its data. Field for field it is
// org.apache.zookeeper.data.Stat, in the order of the wire.
type Stat struct {
	Czxid          int64 // transaction that created the znode
	Mzxid          int64 // transaction that last set its data
	Ctime          int64 // when it was created, milliseconds since 1970
	Mtime          int64 // when its data was last set, milliseconds since 1970
	Version        int32 // how often its data was set
	Cversion       int32 // creates plus deletes of its children
	Aversion       int32 // how often its ACL was set
	EphemeralOwner int64 // the session an ephemeral belongs to; 0 for every other mode
	DataLength     int32 // bytes of data; 0 for null data
	NumChildren    int32
	Pzxid          int64 // transaction that last created or deleted a child; at first Czxid
}
