package zkcore

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// The deadline is the end of the tick in which the timeout ends.
func TestDeadline(t *testing.T) {
	for _, c := range []struct {
		tick    int64
		timeout int32
		last    int64
		want    int64
	}{
		{2000, 5000, 848, 6000},
		{2000, 5000, 1105, 8000},
		{2000, 5000, 3000, 10000}, // not 8000: (T, T+tick]
		{2000, 4000, 0, 6000},
		{2000, 4000, 1999, 6000},
		{2000, 4000, 2000, 8000},
		{500, 1000, 499, 1500},
		{500, 3000, 500, 4000},
		{3000, 6000, 1, 9000},
	} {
		b := newBench(t, Options{Tick: c.tick})
		b.open("A", c.timeout)
		b.core.Touch(c.last, b.id("A"))
		if got := b.core.Deadline(b.id("A")); got != c.want {
			t.Errorf("tick %d, timeout %d, last heard of at %d: %d, want %d", c.tick, c.timeout, c.last, got, c.want)
		}
		if next, ok := b.core.NextExpiry(); next != c.want || !ok {
			t.Errorf("next expiry %d, want %d", next, c.want)
		}
		if got := b.core.Expire(c.want-1, nil); got != nil {
			t.Errorf("expired too early")
		}
		if got := b.core.Expire(c.want, nil); len(got) != 1 {
			t.Errorf("not expired")
		}
		if _, ok := b.core.NextExpiry(); ok {
			t.Errorf("there is still a session to expire")
		}
	}
}

// What keeps a session alive. Everything that a client sends does, but for auth.
func TestWhatTouches(t *testing.T) {
	for _, c := range []struct {
		name    string
		do      func(b *bench)
		touches bool
	}{
		{"ping", func(b *bench) { b.ask("A", &zk.PingRequest{}) }, true},
		{"read", func(b *bench) { b.ask("A", &zk.ExistsRequest{Path: "/"}) }, true},
		{"failed read", func(b *bench) { b.ask("A", &zk.ExistsRequest{Path: "/no"}) }, true},
		{"failed write", func(b *bench) { b.ask("A", &zk.DeleteRequest{Path: "/no", Version: -1}) }, true},
		{"unreadable", func(b *bench) { b.ask("A", &zk.UnknownRequest{Code: zk.OpExists}) }, true},
		{"reconnect", func(b *bench) { b.renew("A") }, true},
		{"auth", func(b *bench) { b.ask("A", &zk.AuthRequest{Scheme: "ip"}) }, false},
		{"disconnect", func(b *bench) { b.core.Disconnect(b.id("A")) }, false},
		{"somebody else", func(b *bench) { b.ask("B", &zk.PingRequest{}) }, false},
		{"reconnect with a wrong password", func(b *bench) {
			b.core.Connect(b.now, &zk.ConnectRequest{Session: b.id("A")})
		}, false},
	} {
		b := newBench(t, Options{}, "A", "B")
		b.now = 10_000
		c.do(b)
		want := int64(32_000)
		if c.touches {
			want = 42_000
		}
		if got := b.core.Deadline(b.id("A")); got != want {
			t.Errorf("%s: deadline %d, want %d", c.name, got, want)
		}
	}
}

// A reconnect negotiates the timeout anew.
func TestRenewedTimeout(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.core.Connect(1000, &zk.ConnectRequest{Timeout: 5000, Session: b.id("A"), Password: b.sessions["A"].Password})
	if got := b.core.Deadline(b.id("A")); got != 8000 {
		t.Errorf("deadline %d, want 8000", got)
	}
}

func TestExpire(t *testing.T) {
	b := newBench(t, Options{Sorted: true})
	b.open("A", 10_000)
	b.open("B", 4000)
	b.open("C", 4000)
	b.open("D", 30_000)
	for _, name := range []string{"C", "B", "A"} {
		b.create(name, "/"+name, zk.Ephemeral)
		b.watchExists("D", "/"+name)
		b.watchExists("C", "/"+name)
	}
	got := b.core.Expire(20_000, &b.events)
	if want := []int64{b.id("B"), b.id("C"), b.id("A")}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("expired %#x, want %#x", got, want)
	}
	// C sees B go, and by its own watch itself; when A goes it is there no more.
	b.seen("D Deleted /B, C Deleted /B, D Deleted /C, C Deleted /C, D Deleted /A")
	if got := b.children("/"); got != "zookeeper" {
		t.Errorf("left: %s", got)
	}
	if b.core.End(20_000, b.id("A"), &b.events) {
		t.Error("it ended twice")
	}
	b.create("D", "/D", zk.Ephemeral)
	if !b.core.End(20_000, b.id("D"), &b.events) || b.exists("/D") {
		t.Error("D did not end")
	}
	if len(b.core.sessions.buckets) != 0 || b.core.sessions.byID.used != 0 {
		t.Error("something is left of the sessions")
	}
}

// Buckets against the formula.
func TestExpiryAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tick := rapid.SampledFrom([]int64{1, 10, 500, 2000}).Draw(t, "tick")
		c := New(Options{Tick: tick})
		now := int64(0)
		type expected struct{ timeout, last int64 }
		model := map[int64]*expected{}
		due := func(e *expected) int64 { return ((e.last+e.timeout)/tick + 1) * tick }
		session := func(t *rapid.T) int64 {
			var ids []int64
			for id := c.nextSession - 1; id >= 0 && len(ids) < len(model); id-- {
				if model[id] != nil {
					ids = append(ids, id)
				}
			}
			if len(ids) == 0 {
				t.Skip("no session is open: rapid draws another action")
			}
			return rapid.SampledFrom(ids).Draw(t, "session")
		}
		t.Repeat(map[string]func(*rapid.T){
			"wait": func(t *rapid.T) { now += rapid.Int64Range(0, 5*tick).Draw(t, "ms") },
			"open": func(t *rapid.T) {
				r, _ := c.Connect(now, &zk.ConnectRequest{Timeout: int32(rapid.Int64Range(0, 25*tick).Draw(t, "timeout"))})
				model[r.Session] = &expected{int64(r.Timeout), now}
			},
			"touch": func(t *rapid.T) {
				s := session(t)
				c.Touch(now, s)
				model[s].last = now
			},
			"close": func(t *rapid.T) {
				s := session(t)
				c.Request(now, s, 1, &zk.CloseRequest{}, nil)
				delete(model, s)
			},
			"expire": func(t *rapid.T) {
				last := int64(-1)
				for _, id := range c.Expire(now, nil) {
					if d := due(model[id]); d > now || d < last {
						t.Fatalf("%d expired at %d, due at %d, behind one that was due at %d", id, now, d, last)
					} else {
						last = d
					}
					delete(model, id)
				}
				for id, e := range model {
					if due(e) <= now {
						t.Fatalf("%d is still there", id)
					}
				}
			},
			"clone": func(*rapid.T) { c = c.Clone() },
			"": func(t *rapid.T) {
				first, any := int64(0), false
				for id, e := range model {
					d := due(e)
					if got := c.Deadline(id); got != d {
						t.Fatalf("%d: deadline %d, want %d", id, got, d)
					}
					if !any || d < first {
						first, any = d, true
					}
				}
				if got, ok := c.NextExpiry(); got != first || ok != any {
					t.Fatalf("next expiry %d %v, want %d %v", got, ok, first, any)
				}
			},
		})
	})
}
