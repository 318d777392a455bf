package zkcore

import (
	"fmt"

	"lockstep/zk"
)

// chooser is where random choices come from: a seeded generator or rapid.
type chooser interface{ IntN(n int) int }

func pick[T any](r chooser, from ...T) T { return from[r.IntN(len(from))] }

// randomPath gives paths of a few names, so that they meet each other, and now and then one
// that is no path.
func randomPath(r chooser) string {
	switch r.IntN(40) {
	case 0:
		return pick(r, "", "/", "a", "//", "/a/", "/a//b", "/./a", "/a/..", "/a\x00", "/a\x01", "/é/世界", "/\ue000",
			"/\ufff5", "a/b", "/zookeeper", "/zookeeper/quota", "/zookeeper/config", "/a/b/", "/no/where/at/all")
	case 1:
		return pick(r, "/ ", "/a b", "/a.b", "/...", "/a/世", "/"+fmt.Sprintf("%0100d", r.IntN(3)))
	}
	path := ""
	for range 1 + r.IntN(3) {
		path += pick(r, "/a", "/b", "/lock-", "/c", "/n"+fmt.Sprint(r.IntN(30)))
	}
	return path
}

func randomVersion(r chooser) int32 { return pick[int32](r, -1, -1, -1, 0, 1, 2, -2) }

func randomData(r chooser) []byte { return pick(r, nil, []byte{}, []byte("x"), []byte("hello")) }

func randomACL(r chooser) []zk.ACL {
	if r.IntN(4) > 0 {
		return zk.OpenACL
	}
	var acl []zk.ACL
	for range r.IntN(4) {
		acl = append(acl, zk.ACL{Perms: pick(r, zk.PermAll, zk.PermAll, zk.PermRead, zk.PermRead|zk.PermCreate, zk.PermAdmin, 0),
			Scheme: pick(r, "world", "world", "auth", "digest", "ip", "ip"),
			ID: pick(r, "anyone", "anyone", "anyone", "", "u:MFWtHtI0+y0jLWF5yuVrAiPXe+c=", Digest("u:p"), Digest("v:q"), "a:b:c", "a:", ":a", "a:b:",
				"127.0.0.1", "127.0.0.0/8", "10.0.0.1", "127.0.0.1/33", "127.0.0.1/0", "1.2.3", "1.2.3.256", "+127.0.0.1")})
	}
	if r.IntN(10) == 0 {
		acl = append(acl, zk.ACL{Perms: zk.PermAll, Scheme: pick(r, "super", "sasl", ""), ID: "x"})
	}
	return acl
}

func randomCreate(r chooser) *zk.CreateRequest {
	c := &zk.CreateRequest{Code: zk.OpCreate, Path: randomPath(r), Data: randomData(r), ACL: randomACL(r)}
	c.Mode = pick(r, zk.Persistent, zk.Persistent, zk.Ephemeral, zk.PersistentSequential, zk.EphemeralSequential)
	switch r.IntN(12) {
	case 0:
		c.Code, c.Mode = zk.OpCreateContainer, pick(r, zk.Container, zk.Container, zk.Persistent, zk.Ephemeral, zk.PersistentSequential, zk.PersistentTTL)
	case 1:
		c.Code, c.Mode = zk.OpCreateTTL, pick(r, zk.PersistentTTL, zk.PersistentSequentialTTL, zk.PersistentTTL, zk.Persistent)
		// A negative TTL with another mode would kill the real server's request thread.
		c.TTL = pick[int64](r, 1000, 0, zk.MaxTTL, zk.MaxTTL+1, 1)
	case 2:
		c.Mode = pick[zk.Mode](r, -1, 7, zk.Container, zk.PersistentTTL, zk.PersistentSequentialTTL)
	case 3, 4, 5, 6:
		c.Code = zk.OpCreate2
	}
	return c
}

func randomWrite(r chooser) zk.Request {
	switch r.IntN(10) {
	case 0, 1, 2:
		return &zk.DeleteRequest{Path: randomPath(r), Version: randomVersion(r)}
	case 3:
		return &zk.SetDataRequest{Path: randomPath(r), Data: randomData(r), Version: randomVersion(r)}
	case 4:
		return &zk.CheckRequest{Path: randomPath(r), Version: randomVersion(r)}
	}
	return randomCreate(r)
}

// randomMulti is shorter on failures than its operations are: a failure undoes all.
func randomMulti(r chooser) *zk.MultiRequest {
	m := &zk.MultiRequest{Ops: []zk.Request{}}
	for range r.IntN(5) {
		m.Ops = append(m.Ops, randomWrite(r))
	}
	return m
}

func randomPaths(r chooser) []string {
	paths := []string{}
	for range r.IntN(4) {
		paths = append(paths, randomPath(r))
	}
	return paths
}

// randomRequest gives any request, but for one that ends the connection.
func randomRequest(r chooser, zxid int64) zk.Request {
	watch := r.IntN(3) == 0
	switch r.IntN(32) {
	case 0, 1, 2:
		return &zk.ExistsRequest{Path: randomPath(r), Watch: watch}
	case 3, 4:
		return &zk.GetDataRequest{Path: randomPath(r), Watch: watch}
	case 5, 6, 7:
		return &zk.GetChildrenRequest{Path: randomPath(r), Watch: watch, WantStat: r.IntN(2) == 0}
	case 8:
		return &zk.GetACLRequest{Path: randomPath(r)}
	case 9:
		return &zk.SetACLRequest{Path: randomPath(r), ACL: randomACL(r), Version: randomVersion(r)}
	case 10:
		return &zk.SyncRequest{Path: randomPath(r)}
	case 11, 12, 13:
		return randomMulti(r)
	case 14:
		m := &zk.MultiReadRequest{Ops: []zk.Request{}}
		for range r.IntN(4) {
			m.Ops = append(m.Ops, pick[zk.Request](r, &zk.GetDataRequest{Path: randomPath(r)}, &zk.GetChildrenRequest{Path: randomPath(r)}))
		}
		return m
	case 15:
		return &zk.AddWatchRequest{Path: randomPath(r), Mode: pick[zk.AddWatchMode](r, 0, 1, 0, 1, 7)}
	case 16:
		return &zk.RemoveWatchesRequest{Path: randomPath(r), Type: pick[zk.WatcherType](r, 1, 2, 3, 3, 4)}
	case 17:
		return &zk.CheckWatchesRequest{Path: randomPath(r), Type: pick[zk.WatcherType](r, 1, 2, 3, 0)}
	case 18:
		s := &zk.SetWatchesRequest{Code: zk.OpSetWatches, RelativeZxid: zxid - int64(r.IntN(20)),
			Data: randomPaths(r), Exist: randomPaths(r), Child: randomPaths(r)}
		if r.IntN(2) == 0 {
			s.Code, s.Persistent, s.Recursed = zk.OpSetWatches2, randomPaths(r), randomPaths(r)
		}
		return s
	case 19:
		return &zk.AuthRequest{Scheme: pick(r, "digest", "digest", "ip"), Auth: []byte(pick(r, "u:p", "v:q", "w", "x:y:z", ":", "世:界", "q1:1", "q2:2", "q3:3"))}
	case 20:
		return pick[zk.Request](r, &zk.PingRequest{}, &zk.WhoAmIRequest{})
	case 21:
		return &zk.GetEphemeralsRequest{Prefix: pick(r, "", "/", " / ", "/a", "/lock", "a", randomPath(r))}
	case 22:
		return &zk.ChildrenNumberRequest{Path: randomPath(r)}
	}
	for {
		if w := randomWrite(r); w.Op() != zk.OpCheck {
			return w
		}
	}
}
