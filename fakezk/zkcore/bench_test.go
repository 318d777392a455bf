package zkcore

import (
	"fmt"
	"testing"

	"lockstep/zk"
)

// nobody hears the events.
type nobody struct{ events int }

func (n *nobody) Event(int64, zk.Event) { n.events++ }
func (n *nobody) Expiring(int64)        {}

// server gives a core with open sessions and a znode /l.
func server(tb testing.TB, sessions int) (*Core, []int64) {
	tb.Helper()
	c := New(Options{ServerID: 1})
	ids := make([]int64, sessions)
	for i := range ids {
		reply, _ := c.Connect(0, &zk.ConnectRequest{Timeout: 30000})
		ids[i] = reply.Session
	}
	if h, _, _ := c.Request(0, ids[0], 1, zk.NewCreate("/l", nil, zk.Persistent, nil, 0), nil); h.Err != zk.OK {
		tb.Fatal(h.Err)
	}
	return c, ids
}

func BenchmarkCreateDelete(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("%d sessions", n), func(b *testing.B) { benchmarkCreateDelete(b, n) })
	}
}

func benchmarkCreateDelete(b *testing.B, sessions int) {
	c, ids := server(b, sessions)
	create := zk.NewCreate("/l/a-", nil, zk.EphemeralSequential, nil, 0)
	del := &zk.DeleteRequest{Version: -1}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s := ids[i%len(ids)]
		_, r, _ := c.Request(0, s, 1, create, nil)
		del.Path = r.(*zk.CreateReply).Path
		c.Request(0, s, 2, del, nil)
	}
}

func BenchmarkCreateFails(b *testing.B) {
	c, ids := server(b, 10_000)
	create := zk.NewCreate("/l", nil, zk.Ephemeral, nil, 0)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Request(0, ids[i%len(ids)], 1, create, nil)
	}
}

func BenchmarkExists(b *testing.B) {
	c, ids := server(b, 10_000)
	exists := &zk.ExistsRequest{Path: "/l"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Request(0, ids[i%len(ids)], 1, exists, nil)
	}
}

func BenchmarkExistsWatched(b *testing.B) {
	c, ids := server(b, 10_000)
	exists := make([]*zk.ExistsRequest, 100)
	for i := range exists {
		exists[i] = &zk.ExistsRequest{Path: fmt.Sprintf("/l/a-%010d", i), Watch: true}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Request(0, ids[i%len(ids)], 1, exists[i/len(ids)%len(exists)], nil)
		if i%1_000_000 == 999_999 {
			b.StopTimer()
			for _, id := range ids {
				c.Disconnect(id)
			}
			b.StartTimer()
		}
	}
}

func BenchmarkPing(b *testing.B) {
	c, ids := server(b, 10_000)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Request(int64(i/1000), ids[i%len(ids)], zk.XidPing, &zk.PingRequest{}, nil)
	}
}

// One delete of a znode that 100,000 sessions watch, and one of each of 100,000 that one
// session of 1,000 watches; the watches are armed outside the clock.
func BenchmarkFire(b *testing.B) {
	b.Run("100000 on one", func(b *testing.B) {
		c, ids := server(b, 100_000)
		watch := &zk.GetDataRequest{Path: "/l", Watch: true}
		out := &nobody{}
		for b.Loop() {
			b.StopTimer()
			for _, id := range ids {
				c.Request(0, id, 1, watch, nil)
			}
			out.events = 0
			b.StartTimer()
			c.Request(0, ids[0], 1, &zk.SetDataRequest{Path: "/l", Version: -1}, out)
			if out.events != len(ids) {
				b.Fatal(out.events)
			}
		}
	})
	b.Run("one on 100000", func(b *testing.B) {
		c, ids := server(b, 1000)
		out := &nobody{}
		paths := make([]string, 100_000)
		for i := range paths {
			paths[i] = fmt.Sprintf("/l/a-%010d", i)
			c.Request(0, ids[0], 1, zk.NewCreate(paths[i], nil, zk.Persistent, nil, 0), nil)
		}
		for b.Loop() {
			b.StopTimer()
			for i, path := range paths {
				c.Request(0, ids[i%len(ids)], 1, &zk.ExistsRequest{Path: path, Watch: true}, nil)
			}
			out.events = 0
			b.StartTimer()
			for _, path := range paths {
				c.Request(0, ids[0], 1, &zk.SetDataRequest{Path: path, Version: -1}, out)
			}
			if out.events != len(paths) {
				b.Fatal(out.events)
			}
		}
	})
}

func queue(tb testing.TB, n int, sorted bool) (*Core, []int64) {
	c, ids := server(tb, n)
	if sorted {
		c = New(Options{ServerID: 1, Sorted: true})
		for i := range ids {
			reply, _ := c.Connect(0, &zk.ConnectRequest{Timeout: 30000})
			ids[i] = reply.Session
		}
		c.Request(0, ids[0], 1, zk.NewCreate("/l", nil, zk.Persistent, nil, 0), nil)
	}
	create := zk.NewCreate("/l/lock-", nil, zk.EphemeralSequential, nil, 0)
	for i, id := range ids {
		c.Request(0, id, 1, create, nil)
		if i > 0 {
			c.Request(0, id, 2, &zk.ExistsRequest{Path: fmt.Sprintf("/l/lock-%010d", i-1), Watch: true}, nil)
		}
	}
	return c, ids
}

func BenchmarkChildrenAfterChange(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, ids := queue(b, n, false)
			create := zk.NewCreate("/l/lock-", nil, zk.Ephemeral, nil, 0)
			create.Path = "/l/x"
			del := &zk.DeleteRequest{Path: "/l/x", Version: -1}
			list := &zk.GetChildrenRequest{Path: "/l"}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					c.Request(0, ids[0], 1, create, nil)
				} else {
					c.Request(0, ids[0], 1, del, nil)
				}
				c.Request(0, ids[0], 1, list, nil)
			}
		})
	}
}

// sum is a Hash of about the cost of a good one.
type sum uint64

func (s *sum) Int(v int64)     { *s = (*s ^ sum(v)) * 0x9e3779b97f4a7c15 }
func (s *sum) Zxid(v int64)    { s.Int(v) }
func (s *sum) Time(v int64)    { s.Int(v) }
func (s *sum) Session(v int64) { s.Int(v) }
func (s *sum) String(v string) { s.Int(int64(hashString(v))) }
func (s *sum) Bytes(v []byte)  { s.String(string(v)) }

func BenchmarkClone(b *testing.B) {
	for _, n := range []int{4, 1000, 10_000} {
		c, ids := queue(b, n, true)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.Clone()
			}
		})
		b.Run(fmt.Sprintf("%d and delete", n), func(b *testing.B) {
			del := &zk.DeleteRequest{Path: "/l/lock-0000000000", Version: -1}
			b.ReportAllocs()
			for b.Loop() {
				c.Clone().Request(0, ids[0], 1, del, nil)
			}
		})
	}
}

func BenchmarkFingerprint(b *testing.B) {
	for _, n := range []int{4, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, _ := queue(b, n, true)
			b.ReportAllocs()
			for b.Loop() {
				var s sum
				c.Fingerprint(&s)
			}
		})
	}
}
