// Package zkgen draws random requests, for tests that take many steps with a server: they
// ask a model of one for its invariants, or compare two.
//
// Random requests are of use only if they meet: most paths are made of a few names, so that
// most creates find a parent and many a znode that is there already, versions are small, and
// the same few identities come back. What servers treat specially (bad paths, odd modes,
// lists that are no ACL) comes now and then, everywhere it can.
package zkgen

import (
	"strconv"

	"lockstep/zk"
)

// Source makes the choices: a seeded generator, a shrinking one, or a fuzzer's bytes. IntN
// gives 0 to n−1. Choices are ordered so that 0 is the simplest.
type Source interface{ IntN(n int) int }

// Gen draws requests.
type Gen struct {
	Source
	// Root is the znode that all creates and changes stay below, "" for none. Reads, and
	// writes that must fail, go elsewhere too.
	Root string
}

func pick[T any](g Gen, from ...T) T { return from[g.IntN(len(from))] }

// oneIn is true once in n times, and not for the simplest choice.
func (g Gen) oneIn(n int) bool { return g.IntN(n) == n-1 }

// Path gives a path below the root, now and then one that is none.
func (g Gen) Path() string {
	if g.oneIn(30) {
		return g.Root + pick(g, "", "/a/", "/a//b", "/./a", "/a/..", "/.", "/a\x00", "/a\x01", "/\ue000", "/\ufff5", "/\x7f", "//", "/")
	}
	if g.oneIn(30) {
		return g.Root + pick(g, "/ ", "/a b", "/a.b", "/...", "/é/世界", "/a/世", "/\u00a0", "/"+long)
	}
	path := g.Root
	for range pick(g, 1, 1, 1, 1, 2, 2, 3) {
		path += g.name()
	}
	return path
}

// name gives one of few names, of which some are those of sequential znodes.
func (g Gen) name() string {
	switch g.IntN(8) {
	case 0, 1, 2:
		return "/a"
	case 3, 4:
		return "/b"
	case 5:
		return "/lock-"
	case 6:
		return "/n" + strconv.Itoa(g.IntN(12))
	}
	return "/lock-000000000" + strconv.Itoa(g.IntN(8))
}

const long = "0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789"

// elsewhere are paths outside every root: no paths, and the server's own znodes. Nothing can be
// created there, unless a number is appended to it.
var elsewhere = []string{"/", "", "a", "//", "a/b", "/zookeeper", "/zookeeper/config", "/zookeeper/quota", "/zookeeper/",
	"/no/where/at/all", "/\x00"}

// AnyPath is for what changes nothing, or cannot change the server's own znodes.
func (g Gen) AnyPath() string {
	if g.oneIn(25) {
		return pick(g, elsewhere...)
	}
	return g.Path()
}

// setPath is for what could change the server's own znodes: it has those that forbid it.
func (g Gen) setPath() string {
	if g.oneIn(40) {
		return pick(g, "/zookeeper/config", "", "a", "//", "/no/where/at/all")
	}
	return g.Path()
}

// Version gives a version as clients send it: mostly any.
func (g Gen) Version() int32 { return pick[int32](g, -1, -1, -1, -1, -1, 0, 1, 2, -2, 1<<31-1, -1<<31) }

// Data gives null, empty or little data.
func (g Gen) Data() []byte { return pick(g, nil, []byte{}, []byte("x"), []byte("hello")) }

// Identities that authenticate, and what their ACLs say.
var (
	identities = []string{"u:p", "v:q", "w", "x:y:z", ":", "世:界", "q1:1", "q2:2", "q3:3"}
	digests    = []string{"u:Jq7wMyA/w2Vd5WIDAKdu4OIIFEQ=", "v:Mfy8apI9YguGKmh+AxUmAFSwkII="}
)

// ACL gives a list of entries, valid or not, mostly the open one.
func (g Gen) ACL() []zk.ACL {
	if !g.oneIn(4) {
		return zk.OpenACL
	}
	if g.oneIn(12) {
		return pick(g, nil, []zk.ACL{})
	}
	acl := []zk.ACL{}
	for range 1 + g.IntN(3) {
		acl = append(acl, g.entry())
	}
	return acl
}

func (g Gen) entry() zk.ACL {
	a := zk.ACL{Perms: pick[zk.Perm](g, zk.PermAll, zk.PermAll, zk.PermRead, zk.PermRead|zk.PermCreate, zk.PermAll&^zk.PermDelete,
		zk.PermAll&^zk.PermRead, zk.PermAdmin, 0, -1, 32)}
	a.Scheme = pick(g, "world", "world", "digest", "digest", "auth", "ip")
	switch a.Scheme {
	case "world":
		a.ID = "anyone"
	case "digest":
		a.ID = pick(g, digests...)
		if g.oneIn(8) {
			a.ID = pick(g, "", "a", "a:b", "a:b:c", "a:", ":a", "a:b:", ":", "::", "a::b")
		}
	case "auth":
		a.ID = pick(g, "", "anyone", "u")
	case "ip":
		a.ID = pick(g, "127.0.0.1", "127.0.0.0/8", "10.0.0.1", "127.0.0.1/0", "127.0.0.1/33", "127.0.0.1/", "1.2.3", "1.2.3.256", "+127.0.0.1", "", "::1")
	}
	if g.oneIn(15) {
		a.Scheme = pick(g, "super", "sasl", "x509", "", "World", "world", "auth")
	}
	return a
}

// Create gives a create of any kind.
func (g Gen) Create() *zk.CreateRequest {
	c := &zk.CreateRequest{Code: zk.OpCreate}
	c.Mode = pick(g, zk.Persistent, zk.Persistent, zk.Ephemeral, zk.PersistentSequential, zk.EphemeralSequential)
	switch g.IntN(12) {
	case 1, 2, 3, 4:
		c.Code = zk.OpCreate2
	case 5:
		c.Code, c.Mode = zk.OpCreateContainer, pick(g, zk.Container, zk.Container, zk.Persistent, zk.Ephemeral, zk.PersistentSequential,
			zk.EphemeralSequential, zk.PersistentTTL)
	case 6:
		c.Code, c.Mode = zk.OpCreateTTL, pick(g, zk.PersistentTTL, zk.PersistentSequentialTTL, zk.PersistentTTL, zk.Persistent, zk.Ephemeral)
		// A negative TTL with a mode that has none would stop the real server: it throws in the
		// thread that prepares all requests.
		c.TTL = pick[int64](g, 100_000, 1_000_000, 0, zk.MaxTTL, zk.MaxTTL+1)
	case 7:
		c.Mode = pick[zk.Mode](g, -1, 7, zk.Container, zk.PersistentTTL, zk.PersistentSequentialTTL)
	}
	c.Path, c.Data, c.ACL = g.Path(), g.Data(), g.ACL()
	switch {
	case !c.Mode.IsSequential() && g.oneIn(30):
		c.Path = pick(g, elsewhere...)
	case c.Mode.IsSequential() && (c.Path == g.Root || c.Path == ""):
		c.Path += "/s-" // and not beside the root
	}
	return c
}

// Write gives a write that may be part of a multi.
func (g Gen) Write() zk.Request {
	switch g.IntN(10) {
	case 6, 7:
		return &zk.DeleteRequest{Path: g.AnyPath(), Version: g.Version()}
	case 8:
		return &zk.SetDataRequest{Path: g.setPath(), Data: g.Data(), Version: g.Version()}
	case 9:
		return &zk.CheckRequest{Path: g.AnyPath(), Version: g.Version()}
	}
	return g.Create()
}

// SetACL gives a setACL.
func (g Gen) SetACL() *zk.SetACLRequest {
	return &zk.SetACLRequest{Path: g.setPath(), ACL: g.ACL(), Version: g.Version()}
}

// Multi gives a multi. It is short: one failure undoes all.
func (g Gen) Multi() *zk.MultiRequest {
	m := &zk.MultiRequest{Ops: []zk.Request{}}
	for range g.IntN(5) {
		m.Ops = append(m.Ops, g.Write())
	}
	return m
}

func (g Gen) multiRead() *zk.MultiReadRequest {
	m := &zk.MultiReadRequest{Ops: []zk.Request{}}
	for range g.IntN(4) {
		path, watch := g.AnyPath(), g.oneIn(4)
		m.Ops = append(m.Ops, pick[zk.Request](g, &zk.GetDataRequest{Path: path, Watch: watch}, &zk.GetChildrenRequest{Path: path, Watch: watch}))
	}
	return m
}

func (g Gen) paths() []string {
	paths := []string{}
	for range g.IntN(4) {
		paths = append(paths, g.AnyPath())
	}
	return paths
}

// SetWatches gives a setWatches of a client that saw its last transaction a little while
// before the one with zxid now.
func (g Gen) SetWatches(now int64) *zk.SetWatchesRequest {
	s := &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: now - int64(g.IntN(20)), Data: g.paths(), Exist: g.paths(), Child: g.paths()}
	if g.IntN(2) == 1 {
		s.Code, s.Persistent, s.Recursed = zk.OpSetWatches2, g.paths(), g.paths()
	}
	return s
}

// Request gives any request but one that ends the connection. now is the last zxid.
func (g Gen) Request(now int64) zk.Request {
	switch n := g.IntN(100); {
	case n < 40:
		return g.Write()
	case n < 52:
		return g.Multi()
	case n < 75:
		return g.read()
	case n < 79:
		return g.SetACL()
	case n < 92:
		return g.aboutWatches(now)
	case n < 95:
		return &zk.AuthRequest{Scheme: pick(g, "digest", "digest", "ip"), Auth: []byte(pick(g, identities...))}
	case n < 97:
		return &zk.SyncRequest{Path: g.AnyPath()}
	case n < 98:
		return g.multiRead()
	}
	return pick[zk.Request](g, &zk.PingRequest{}, &zk.WhoAmIRequest{}, &zk.GetEphemeralsRequest{Prefix: g.prefix()},
		&zk.ChildrenNumberRequest{Path: g.AnyPath()})
}

func (g Gen) read() zk.Request {
	path, watch := g.AnyPath(), g.oneIn(3)
	return pick[zk.Request](g, &zk.ExistsRequest{Path: path, Watch: watch}, &zk.GetDataRequest{Path: path, Watch: watch},
		&zk.GetChildrenRequest{Path: path, Watch: watch}, &zk.GetChildrenRequest{Path: path, Watch: watch, WantStat: true},
		&zk.GetACLRequest{Path: path})
}

func (g Gen) aboutWatches(now int64) zk.Request {
	path := g.AnyPath()
	switch g.IntN(8) {
	case 0, 1, 2:
		return &zk.AddWatchRequest{Path: path, Mode: pick[zk.AddWatchMode](g, 0, 1, 0, 1, 0, 1, 7, -1)}
	case 3:
		return &zk.RemoveWatchesRequest{Path: path, Type: pick[zk.WatcherType](g, 1, 2, 3, 3, 4, 0)}
	case 4:
		return &zk.CheckWatchesRequest{Path: path, Type: pick[zk.WatcherType](g, 1, 2, 3, 3, 4, 0)}
	}
	return g.SetWatches(now)
}

func (g Gen) prefix() string {
	if g.oneIn(3) {
		return pick(g, "", "/", " / ", "a", "/zookeeper", "\x00")
	}
	return g.Root + pick(g, "", "/", "/a", "/lock", "/lock-0000000001")
}
