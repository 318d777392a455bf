package zkcore

import (
	"testing"

	"lockstep/zk"
)

func TestTimeoutIsClamped(t *testing.T) {
	for _, c := range []struct {
		tick      int64
		ask, want int32
	}{
		{2000, 1, 4000}, {2000, 0, 4000}, {2000, -5, 4000}, {2000, 4000, 4000}, {2000, 5000, 5000},
		{2000, 40000, 40000}, {2000, 3_600_000, 40000}, {0, 1, 4000}, {500, 1, 1000}, {500, 30000, 10000},
	} {
		b := newBench(t, Options{Tick: c.tick})
		if got := b.open("A", c.ask).Timeout; got != c.want {
			t.Errorf("tick %d: asked for %d and got %d, want %d", c.tick, c.ask, got, c.want)
		}
	}
}

func TestNoSession(t *testing.T) {
	c := New(Options{})
	if _, ok := c.NextExpiry(); ok || c.Deadline(5) != 0 || c.Expire(1_000_000, nil) != nil || c.End(0, 5, nil) {
		t.Error("there is a session")
	}
	if hdr, _, next := c.Request(0, 5, 1, &zk.PingRequest{}, nil); next != Drop || hdr.Err != zk.ErrSessionExpired {
		t.Errorf("%+v, next %d", hdr, next)
	}
	c.SetAddress(5, "10.0.0.1")
}

func TestSessionIDs(t *testing.T) {
	b := newBench(t, Options{ServerID: 3, Epoch: 0x0000018bcfe56800}, "A", "B")
	if a, next := b.id("A"), b.id("B"); a != 0x03_8bcfe56800_0000 || next != a+1 {
		t.Errorf("%#x and %#x", a, next)
	}
	if b.sessions["A"].Password == b.sessions["B"].Password || b.sessions["A"].Password == [16]byte{} {
		t.Error("passwords are not worth their name")
	}
	other := newBench(t, Options{ServerID: 3, Epoch: 0x0000018bcfe56800, Seed: 1}, "A")
	if b.sessions["A"].Password == other.sessions["A"].Password {
		t.Error("the seed does not change the password")
	}
}

func TestConnect(t *testing.T) {
	wrong := [16]byte{1}
	for _, c := range []struct {
		name string
		do   func(b *bench) *zk.ConnectRequest
		want Verdict
		left bool // whether A's session is still there
	}{
		{"right password, live connection", func(b *bench) *zk.ConnectRequest {
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password}
		}, Verdict{Renewed, true}, true},
		{"right password, no connection", func(b *bench) *zk.ConnectRequest {
			b.core.Disconnect(b.id("A"))
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password}
		}, Verdict{Renewed, false}, true},
		{"wrong password, live connection", func(b *bench) *zk.ConnectRequest {
			return &zk.ConnectRequest{Session: b.id("A"), Password: wrong}
		}, Verdict{Unknown, true}, true},
		{"wrong password, no connection", func(b *bench) *zk.ConnectRequest {
			b.core.Disconnect(b.id("A"))
			return &zk.ConnectRequest{Session: b.id("A"), Password: wrong}
		}, Verdict{Unknown, false}, true},
		{"unknown", func(b *bench) *zk.ConnectRequest { return &zk.ConnectRequest{Session: 77} }, Verdict{Unknown, false}, true},
		{"closed", func(b *bench) *zk.ConnectRequest {
			b.must("A", &zk.CloseRequest{})
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password}
		}, Verdict{Unknown, false}, false},
		{"expired", func(b *bench) *zk.ConnectRequest {
			b.core.Expire(100_000, nil)
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password}
		}, Verdict{Unknown, false}, false},
		{"has seen more", func(b *bench) *zk.ConnectRequest {
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password, LastZxid: b.core.Zxid() + 1}
		}, Verdict{Refused, false}, true},
		{"new, has seen more", func(b *bench) *zk.ConnectRequest {
			return &zk.ConnectRequest{LastZxid: b.core.Zxid() + 1}
		}, Verdict{Refused, false}, true},
		{"has seen as much", func(b *bench) *zk.ConnectRequest {
			return &zk.ConnectRequest{Session: b.id("A"), Password: b.sessions["A"].Password, LastZxid: b.core.Zxid()}
		}, Verdict{Renewed, true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A")
			b.create("A", "/e", zk.Ephemeral)
			b.watchData("A", "/e")
			r := c.do(b)
			r.Timeout = 7000
			zxid := b.core.Zxid()
			reply, v := b.core.Connect(0, r)
			if v != c.want {
				t.Errorf("%v, want %v", v, c.want)
			}
			want := zk.ConnectReply{}
			if v.Outcome == Renewed {
				want = zk.ConnectReply{Timeout: 7000, Session: b.id("A"), Password: b.sessions["A"].Password}
			}
			if reply != want {
				t.Errorf("%+v, want %+v", reply, want)
			}
			if b.core.Zxid() != zxid {
				t.Errorf("it took a zxid")
			}
			if b.exists("/e") != c.left {
				t.Errorf("the ephemeral is there: %v", !c.left)
			}
			if c.left && v.Outcome != Refused && r.Session == b.id("A") && b.watches("A") != "" {
				t.Errorf("watches left: %s", b.watches("A"))
			}
		})
	}
}

// A client older than 3.4 gets no read-only byte.
func TestOldClient(t *testing.T) {
	c := New(Options{})
	for _, r := range []*zk.ConnectRequest{{NoReadOnly: true}, {Session: 5, NoReadOnly: true}} {
		if reply, _ := c.Connect(0, r); !reply.NoReadOnly {
			t.Errorf("%+v", reply)
		}
	}
}

// closeSession ends everything at once: one zxid, own watches still fire, and what comes
// later on the connection is dropped.
func TestCloseSession(t *testing.T) {
	b := newBench(t, Options{Sorted: true}, "A", "B") // 1, 2
	for _, path := range []string{"/e1", "/e2"} {
		b.create("A", path, zk.Ephemeral) // 3, 4
		b.watchData("A", path)
		b.watchExists("B", path)
	}
	b.create("A", "/p", zk.Persistent) // 5
	b.watchChildren("B", "/")
	b.must("A", &zk.CloseRequest{}) // 6
	if b.hdr.Zxid != 6 || b.next != Close {
		t.Errorf("%+v, next %d", b.hdr, b.next)
	}
	b.seen("A Deleted /e1, B Deleted /e1, B ChildrenChanged /, A Deleted /e2, B Deleted /e2")
	if got := b.children("/"); got != "p zookeeper" {
		t.Errorf("left: %s", got)
	}
	if got := b.stat("/").Pzxid; got != 6 {
		t.Errorf("pzxid %d, want 6", got)
	}
	for _, r := range []zk.Request{create("/late", zk.Persistent), &zk.ExistsRequest{Path: "/"}, &zk.PingRequest{}, &zk.CloseRequest{}} {
		if b.ask("A", r); b.next != Drop {
			t.Errorf("%v: next is %d, want Drop", r.Op(), b.next)
		}
	}
	if b.exists("/late") || b.core.Zxid() != 6 {
		t.Errorf("something was done after the close, zxid %d", b.core.Zxid())
	}
	b.core.Disconnect(b.id("A")) // nothing happens
	b.core.Touch(0, b.id("A"))
	if b.core.Deadline(b.id("A")) != 0 {
		t.Error("it has a deadline")
	}
}

func TestGetEphemerals(t *testing.T) {
	b := newBench(t, Options{Sorted: true}, "A", "B")
	for _, path := range []string{"/a", "/b"} {
		b.create("A", path, zk.Persistent)
		b.create("A", path+"/e", zk.Ephemeral)
		b.create("A", path+"/f", zk.Ephemeral)
		b.create("B", path+"/g", zk.Ephemeral)
	}
	b.delete("A", "/b/f")
	for prefix, want := range map[string]int{"": 3, "/": 3, " / ": 3, "/a": 2, "/a/": 2, "/a/e": 1, "/b": 1, "a": 0, "/c": 0} {
		got := b.must("A", &zk.GetEphemeralsRequest{Prefix: prefix}).(*zk.EphemeralsReply).Paths
		if len(got) != want || got == nil {
			t.Errorf("%q: %q, want %d", prefix, got, want)
		}
	}
}
