package trace

import (
	"fmt"
	"testing"
)

// long is a trace of a million events in which a thousand clients take turns.
func long() *Trace {
	t := New(true)
	clients := make([]Node, 1000)
	for i := range clients {
		clients[i] = t.AddNode(fmt.Sprintf("c%d", i+1), Process)
	}
	zk := t.AddNode("zk", Server)
	for i := range 250_000 {
		c := clients[i%len(clients)]
		path := fmt.Sprintf("/lock/lock-%010d", i%5000)
		ask := Msg{Class: Request, Op: Create, Path: path, Text: "ephemeral sequential"}
		answer := Msg{Class: Reply, Op: Create, Path: path, Text: path, Zxid: int64(i)}
		at := Time(i) * 1000
		n := t.Add(&Event{At: at, Kind: Send, Node: c, Peer: zk, Cause: n4(i), Msg: ask})
		n = t.Add(&Event{At: at + 100, Kind: Recv, Node: zk, Peer: c, Cause: n, Msg: ask})
		t.SetZnode(zk, path, Znode{Mode: EphemeralZnode, Owner: int64(c) + 1, Czxid: int64(i + 1)})
		n = t.Add(&Event{At: at + 100, Kind: Send, Node: zk, Peer: c, Cause: n, Msg: answer})
		t.Add(&Event{At: at + 200, Kind: Recv, Node: c, Peer: zk, Cause: n, Msg: answer})
		t.SetProc(c, Proc{Phase: Holding, View: Connected, Since: at})
	}
	return t
}

func n4(i int) int { return 4*i - 1 }

func BenchmarkAppend(b *testing.B) {
	for b.Loop() {
		t := long()
		b.ReportMetric(float64(t.Bytes())/float64(t.Len()), "B/event")
	}
	b.ReportMetric(float64(b.N)*1e6/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkFold(b *testing.B) {
	t := long()
	for b.Loop() {
		c := t.Cursor()
		for {
			if _, ok := c.Next(); !ok {
				break
			}
		}
	}
	b.ReportMetric(float64(b.N)*float64(t.Len())/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkStepBack(b *testing.B) {
	c := long().Cursor()
	c.Seek(900_000)
	for b.Loop() {
		if _, ok := c.Prev(); !ok {
			c.Seek(900_000)
		}
	}
}

func BenchmarkSeek(b *testing.B) {
	t := long()
	c := t.Cursor()
	i := 0
	for b.Loop() {
		i++
		c.Seek(i * 7919 * 113 % t.Len())
	}
}
