package zkcore

import (
	"strings"

	"lockstep/zk"
)

// The reads, as FinalRequestProcessor answers them: from this server's tree, whatever may
// have been written elsewhere. s is the position of the session that asks.

// exists leaves its watch also where there is no znode. It asks for no permission.
func (c *Core) exists(s int32, r *zk.ExistsRequest) (zk.Reply, zk.Error) {
	if strings.IndexByte(r.Path, 0) >= 0 {
		return nil, zk.ErrBadArguments
	}
	at := c.tree.find(r.Path)
	if r.Watch {
		c.arm(s, r.Path, DataWatch, OneShot)
	}
	if at == none {
		return nil, zk.ErrNoNode
	}
	return c.statReply(at), zk.OK
}

// readable finds a znode that the session may read.
func (c *Core) readable(s int32, path string, perm zk.Perm) (int32, zk.Error) {
	at := c.tree.find(path)
	if at == none {
		return none, zk.ErrNoNode
	}
	if !permitted(c.tree.nodes[at].acl, perm, c.sessions.all[s].ids) {
		return none, zk.ErrNoAuth
	}
	return at, zk.OK
}

func (c *Core) getData(s int32, r *zk.GetDataRequest) (zk.Reply, zk.Error) {
	at, err := c.readable(s, r.Path, zk.PermRead)
	if err != zk.OK {
		return nil, err
	}
	if r.Watch {
		c.arm(s, r.Path, DataWatch, OneShot)
	}
	n := &c.tree.nodes[at]
	reply := &zk.DataReply{Data: n.data}
	n.fillStat(&reply.Stat)
	return reply, zk.OK
}

func (c *Core) getChildren(s int32, r *zk.GetChildrenRequest) (zk.Reply, zk.Error) {
	at, err := c.readable(s, r.Path, zk.PermRead)
	if err != zk.OK {
		return nil, err
	}
	if r.Watch {
		c.arm(s, r.Path, ChildWatch, OneShot)
	}
	reply := &zk.ChildrenReply{Children: c.tree.list(at), HasStat: r.WantStat}
	if r.WantStat {
		c.tree.nodes[at].fillStat(&reply.Stat)
	}
	return reply, zk.OK
}

func (c *Core) getACL(s int32, r *zk.GetACLRequest) (zk.Reply, zk.Error) {
	at, err := c.readable(s, r.Path, zk.PermRead|zk.PermAdmin)
	if err != zk.OK {
		return nil, err
	}
	n := &c.tree.nodes[at]
	reply := &zk.ACLReply{ACL: n.acl}
	if !permitted(n.acl, zk.PermAdmin, c.sessions.all[s].ids) {
		reply.ACL = masked(n.acl)
	}
	n.fillStat(&reply.Stat)
	return reply, zk.OK
}

func (c *Core) childrenNumber(s int32, r *zk.ChildrenNumberRequest) (zk.Reply, zk.Error) {
	at, err := c.readable(s, r.Path, zk.PermRead)
	if err != zk.OK {
		return nil, err
	}
	number := c.tree.countBelow(at)
	if r.Path == "" {
		number++ // DataTree counts what begins with "" + "/", and so does "/"
	}
	return &zk.ChildrenNumberReply{Number: number}, zk.OK
}

// ephemeralsBelow lists the session's ephemerals whose path begins with a string, be it
// a path or not.
func (c *Core) ephemeralsBelow(s int32, r *zk.GetEphemeralsRequest) zk.Reply {
	reply := &zk.EphemeralsReply{Paths: noNames}
	set := c.sessions.all[s].ephemerals
	if set == nil || set.size == 0 {
		return reply
	}
	reply.Paths = set.closingOrder()
	if trimmed := strings.Trim(r.Prefix, javaBlank); trimmed == "" || trimmed == "/" {
		return reply
	}
	below := noNames
	for _, path := range reply.Paths {
		if strings.HasPrefix(path, r.Prefix) {
			below = append(below, path)
		}
	}
	reply.Paths = below
	return reply
}

// javaBlank is what java.lang.String.trim removes.
const javaBlank = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "
