package realzk

import (
	gozk "github.com/go-zookeeper/zk"

	"lockstep/zk"
)

// Between the library's types and those of package zk.

func ownStat(s *gozk.Stat) zk.Stat {
	return zk.Stat{
		Czxid: s.Czxid, Mzxid: s.Mzxid, Ctime: s.Ctime, Mtime: s.Mtime,
		Version: s.Version, Cversion: s.Cversion, Aversion: s.Aversion,
		EphemeralOwner: s.EphemeralOwner, DataLength: s.DataLength, NumChildren: s.NumChildren, Pzxid: s.Pzxid,
	}
}

func ownACL(list []gozk.ACL) []zk.ACL {
	own := make([]zk.ACL, len(list))
	for i, a := range list {
		own[i] = zk.ACL{Perms: zk.Perm(a.Perms), Scheme: a.Scheme, ID: a.ID}
	}
	return own
}

func libraryACL(list []zk.ACL) []gozk.ACL {
	theirs := make([]gozk.ACL, len(list))
	for i, a := range list {
		theirs[i] = gozk.ACL{Perms: int32(a.Perms), Scheme: a.Scheme, ID: a.ID}
	}
	return theirs
}

// libraryOp makes an operation of a multi into the library's. It has no others than these,
// and of creates only the plain one.
func (c *client) libraryOp(r zk.Request) (any, error) {
	var path string
	var op any
	switch r := r.(type) {
	case *zk.CreateRequest:
		if r.Code != zk.OpCreate {
			return nil, zk.ErrUnimplemented
		}
		path = r.Path
		if r.Mode.IsSequential() {
			path += "0"
		}
		op = &gozk.CreateRequest{Path: c.in(r.Path), Data: r.Data, Acl: libraryACL(r.ACL), Flags: int32(r.Mode)}
	case *zk.DeleteRequest:
		path, op = r.Path, &gozk.DeleteRequest{Path: c.in(r.Path), Version: r.Version}
	case *zk.SetDataRequest:
		path, op = r.Path, &gozk.SetDataRequest{Path: c.in(r.Path), Data: r.Data, Version: r.Version}
	case *zk.CheckRequest:
		path, op = r.Path, &gozk.CheckVersionRequest{Path: c.in(r.Path), Version: r.Version}
	default:
		return nil, zk.ErrUnimplemented
	}
	if !zk.ValidPath(path) {
		return nil, zk.ErrBadArguments
	}
	return op, nil
}
