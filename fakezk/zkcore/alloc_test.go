package zkcore

import (
	"testing"

	"lockstep/zk"
)

// Nothing but a reply is allocated, and for an error not even that. Stats are made many at once.
func TestAllocations(t *testing.T) {
	c, ids := server(t, 10)
	c.Request(0, ids[0], 1, zk.NewCreate("/e", nil, zk.Ephemeral, nil, 0), nil)
	out := &nobody{}
	now := int64(0)
	exists := &zk.ExistsRequest{Path: "/no", Watch: true}
	for _, r := range []struct {
		name string
		want float64
		do   func() zk.Error
	}{
		{"ping", 0, func() zk.Error { return request(c, now, ids[0], &zk.PingRequest{}, out) }},
		{"ping in a new bucket", 0, func() zk.Error {
			now += 2000
			return request(c, now, ids[0], &zk.PingRequest{}, out)
		}},
		{"failed create", 0, func() zk.Error { return request(c, now, ids[1], createL, out) }},
		{"failed create below an ephemeral", 0, func() zk.Error { return request(c, now, ids[1], createE, out) }},
		{"failed delete", 0, func() zk.Error { return request(c, now, ids[1], deleteNo, out) }},
		{"failed set", 0, func() zk.Error { return request(c, now, ids[1], setL, out) }},
		{"failed get", 0, func() zk.Error { return request(c, now, ids[1], getNo, out) }},
		{"failed exists with a watch", 0, func() zk.Error { return request(c, now, ids[1], exists, out) }},
		{"exists", 0, func() zk.Error { return request(c, now, ids[1], existsL, out) }},
		{"get", 1, func() zk.Error { return request(c, now, ids[1], getL, out) }},
		{"children again", 1, func() zk.Error { return request(c, now, ids[1], childrenL, out) }},
		{"set", 0, func() zk.Error { return request(c, now, ids[1], setAny, out) }},
		{"set that fires a watch", 1, func() zk.Error {
			request(c, now, ids[2], getWatched, out)
			return request(c, now, ids[1], setAny, out)
		}},
		{"sync", 1, func() zk.Error { return request(c, now, ids[1], syncRoot, out) }},
		{"create and delete", 1, func() zk.Error {
			request(c, now, ids[1], createX, out)
			return request(c, now, ids[1], deleteX, out)
		}},
	} {
		if got := testing.AllocsPerRun(100, func() { r.do() }); got != r.want {
			t.Errorf("%s: %v allocations, want %v", r.name, got, r.want)
		}
	}
}

var (
	createL    = zk.NewCreate("/l", nil, zk.Ephemeral, nil, 0)
	createE    = zk.NewCreate("/e/x", nil, zk.Ephemeral, nil, 0)
	createX    = zk.NewCreate("/l/x", nil, zk.Ephemeral, nil, 0)
	deleteX    = &zk.DeleteRequest{Path: "/l/x", Version: -1}
	deleteNo   = &zk.DeleteRequest{Path: "/no", Version: -1}
	setL       = &zk.SetDataRequest{Path: "/l", Version: 1 << 30}
	setAny     = &zk.SetDataRequest{Path: "/l", Version: -1}
	getNo      = &zk.GetDataRequest{Path: "/no"}
	getL       = &zk.GetDataRequest{Path: "/l"}
	getWatched = &zk.GetDataRequest{Path: "/l", Watch: true}
	syncRoot   = &zk.SyncRequest{Path: "/"}
	existsL    = &zk.ExistsRequest{Path: "/l"}
	childrenL  = &zk.GetChildrenRequest{Path: "/l"}
)

func request(c *Core, now, session int64, r zk.Request, out Sink) zk.Error {
	hdr, _, _ := c.Request(now, session, 1, r, out)
	return hdr.Err
}

// A core that has seen much and holds little takes little.
func TestNothingPilesUp(t *testing.T) {
	c := New(Options{ServerID: 1})
	for i := range int64(2000) {
		now := i * 1000
		s, _ := c.Connect(now, &zk.ConnectRequest{Timeout: 4000})
		request(c, now, s.Session, zk.NewCreate("/e-", nil, zk.EphemeralSequential, nil, 0), nil)
		request(c, now, s.Session, &zk.ExistsRequest{Path: "/no", Watch: true}, nil)
		request(c, now, s.Session, &zk.GetChildrenRequest{Path: "/", Watch: true}, nil)
		request(c, now, s.Session, &zk.MultiRequest{Ops: []zk.Request{createX, deleteX}}, nil)
		c.Expire(now, nil)
	}
	for name, n := range map[string]int{
		"znodes": len(c.tree.nodes), "sessions": len(c.sessions.all), "buckets": len(c.sessions.buckets),
		"watches": len(c.watches.all), "watched paths": len(c.watches.paths), "pending": len(c.pending.log) + len(c.pending.byPath),
		"path slots": len(c.tree.paths.slots), "session slots": len(c.sessions.byID.slots), "watch slots": len(c.watches.byKey.slots),
	} {
		if n > 64 {
			t.Errorf("%d %s", n, name)
		}
	}
}
