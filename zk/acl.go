package zk

// Perm is a set of permissions.
type Perm int32

const (
	PermRead   Perm = 1 << iota // get, children, check
	PermWrite                   // set
	PermCreate                  // create a child
	PermDelete                  // delete a child
	PermAdmin                   // set the ACL
	PermAll    Perm = 0x1f
)

// ACL grants permissions to whoever has an identity. A znode's list is not
// inherited by its children.
type ACL struct {
	Perms  Perm
	Scheme string // "world", "auth", "digest", "ip"
	ID     string // for digest: user:base64(sha1(user:password))
}

// OpenACL lets everybody do everything. It is what Create uses unless told otherwise.
var OpenACL = []ACL{{PermAll, "world", "anyone"}}

// CreatorACL lets the identities of the creating session do everything.
var CreatorACL = []ACL{{PermAll, "auth", ""}}

// ReadOnlyACL lets everybody read and nobody change.
var ReadOnlyACL = []ACL{{PermRead, "world", "anyone"}}
