package zkcore

import (
	"slices"

	"lockstep/zk"
)

// tree is the znodes, in a slab: a znode is known by its position, so that a copy of
// the tree is a few memmoves. A pointer into the slab is good until the next create.
//
// Invariant: apply.go alone changes it.
type tree struct {
	owner  *token
	sorted bool // the sets of names
	nodes  []znode
	free   []int32 // positions of deleted znodes, reused last in first out
	paths  index   // of every znode but the root

	// What a sweep looks at, in no order.
	containers, ttls []int32
}

// znode is one DataNode with its StatPersisted.
type znode struct {
	path     string
	data     []byte // nil is null, which is not empty
	acl      []zk.ACL
	children *nameSet // nil until the first child

	czxid, mzxid, pzxid int64
	ctime, mtime        int64
	owner               int64 // the session of an ephemeral, the TTL of a TTL znode in milliseconds, or 0

	hash              uint32 // of the path
	version, aversion int32
	creates           int32 // of children, ever: the counter of the sequence numbers
	parent            int32 // the root is its own
	swept             int32 // the place in tree.containers or tree.ttls

	// What ends its life: one of Persistent, Ephemeral, Container and PersistentTTL.
	mode zk.Mode
}

const root = 0 // position of "/"

// none is no position.
const none int32 = -1

// newTree makes what DataTree starts with.
func newTree(owner *token, sorted bool) tree {
	t := tree{owner: owner, sorted: sorted}
	t.nodes = []znode{{path: "/", hash: hashString("/"), data: []byte{}, acl: openACL, mode: zk.Persistent}}
	for _, path := range []string{"/zookeeper", "/zookeeper/quota", configPath} {
		t.add(t.find(zk.Parent(path)), znode{path: path, data: []byte{}, acl: openACL, mode: zk.Persistent})
	}
	config := &t.nodes[t.find(configPath)]
	config.acl, config.aversion = readOnlyACL, -1
	return t
}

const configPath = "/zookeeper/config"

// special reports whether DataTree owns the path, so that nobody may delete it.
func special(path string) bool {
	return path == "/" || path == "/zookeeper" || path == "/zookeeper/quota" || path == configPath
}

// find gives the position of a path, or none. Like DataTree it takes "" for the root,
// which is how "/" comes out of a path that is cut at its last slash.
func (t *tree) find(path string) int32 {
	if len(path) <= 1 {
		if path == "" || path == "/" {
			return root
		}
		return none
	}
	hash := hashString(path)
	for i, mask := t.paths.probe(hash); ; i = (i + 1) & mask {
		s := t.paths.slots[i]
		if s.ref == 0 {
			return none
		}
		if s.hash == hash && t.nodes[s.ref-1].path == path {
			return s.ref - 1
		}
	}
}

// add links a new znode below its parent. It does not count as a create.
func (t *tree) add(parent int32, n znode) int32 {
	n.parent, n.hash = parent, hashString(n.path)
	var at int32
	if last := len(t.free) - 1; last >= 0 {
		at = t.free[last]
		t.free = t.free[:last]
	} else {
		at = int32(len(t.nodes))
		t.nodes = append(t.nodes, znode{})
	}
	if list := t.swept(n.mode); list != nil {
		n.swept = int32(len(*list))
		*list = append(*list, at)
	}
	t.nodes[at] = n
	t.paths.insert(n.hash, at)
	t.ownChildren(parent).add(t.name(at), at)
	return at
}

// name is the last part of a znode's path, and nothing for the root.
func (t *tree) name(at int32) string {
	n := &t.nodes[at]
	if n.parent == root {
		return n.path[1:]
	}
	return n.path[len(t.nodes[n.parent].path)+1:]
}

// drop unlinks a znode that has no children.
func (t *tree) drop(at int32) {
	n := &t.nodes[at]
	t.ownChildren(n.parent).remove(t.name(at))
	t.paths.remove(n.hash, at)
	if list := t.swept(n.mode); list != nil {
		last := len(*list) - 1
		moved := (*list)[last]
		(*list)[n.swept] = moved
		t.nodes[moved].swept = n.swept
		*list = (*list)[:last]
	}
	*n = znode{}
	t.free = append(t.free, at)
}

// swept gives the list that znodes of a mode are in, or nil.
func (t *tree) swept(mode zk.Mode) *[]int32 {
	switch mode {
	case zk.Container:
		return &t.containers
	case zk.PersistentTTL:
		return &t.ttls
	}
	return nil
}

// ownChildren gives the set of children for a change or for filling its cache: its own
// copy, if the set is shared with a clone.
func (t *tree) ownChildren(at int32) *nameSet {
	set := &t.nodes[at].children
	if *set == nil {
		*set = t.newSet(childrenTable)
	} else if (*set).owner != t.owner {
		*set = (*set).copy(t.owner)
	}
	return *set
}

// newSet makes a set of names in Java's order for a table of that length, or in sorted order.
func (t *tree) newSet(table uint32) *nameSet {
	if t.sorted {
		table = 0
	}
	return newNameSet(t.owner, table)
}

// list gives the names of the children, shared and not to be changed.
func (t *tree) list(at int32) []string {
	set := t.nodes[at].children
	switch {
	case set == nil:
		return noNames
	case set.listed():
		return set.names
	}
	return t.ownChildren(at).list()
}

var noNames = []string{}

func (n *znode) numChildren() int32 {
	if n.children == nil {
		return 0
	}
	return int32(n.children.size)
}

// fillStat writes what clients are told (DataNode.copyStat). Every create is followed
// by a delete but for the children that are there, hence cversion.
func (n *znode) fillStat(s *zk.Stat) {
	children := n.numChildren()
	*s = zk.Stat{
		Czxid: n.czxid, Mzxid: n.mzxid, Ctime: n.ctime, Mtime: n.mtime,
		Version: n.version, Cversion: 2*n.creates - children, Aversion: n.aversion,
		DataLength: int32(len(n.data)), NumChildren: children, Pzxid: n.pzxid,
	}
	if n.mode == zk.Ephemeral {
		s.EphemeralOwner = n.owner
	}
}

// countBelow is the number of znodes below a path, itself not counted.
func (t *tree) countBelow(at int32) int32 {
	if at == root {
		return int32(t.paths.used)
	}
	count := int32(0)
	for todo := []int32{at}; len(todo) > 0; {
		set := t.nodes[todo[len(todo)-1]].children
		todo = todo[:len(todo)-1]
		if set == nil {
			continue
		}
		count += int32(set.size)
		for _, g := range set.groups {
			for _, e := range g {
				todo = append(todo, e.ref)
			}
		}
	}
	return count
}

func (t *tree) clone(owner *token) tree {
	return tree{
		owner: owner, sorted: t.sorted, nodes: slices.Clone(t.nodes), free: slices.Clone(t.free),
		paths: t.paths.clone(), containers: slices.Clone(t.containers), ttls: slices.Clone(t.ttls),
	}
}
