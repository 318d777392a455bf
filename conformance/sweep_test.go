package conformance

import (
	"fmt"
	"testing"
	"time"

	"lockstep/zk"
)

// What a sweep takes, in which order, and what is told of it. The real server sweeps four times a
// second here. Everything becomes ripe with one transaction, so that one sweep takes it all.
func TestSweep(t *testing.T) {
	h := newHost(t, "-Dzookeeper.forceSync=no -Dznode.container.checkIntervalMs=250")
	run := h.run()
	defer run.Close()
	must(t, run, Open{})
	must(t, run, asks(0, &zk.AddWatchRequest{Path: Root, Mode: zk.WatchPersistentRecursive}))

	var ripe []zk.Request
	for i := range 12 {
		path := fmt.Sprintf("%s/%d-", Root, i)
		for _, r := range []*zk.CreateRequest{
			zk.NewCreate(path+"container", nil, zk.Container, nil, 0),
			zk.NewCreate(path+"ttl", nil, zk.PersistentTTL, nil, 1),
			zk.NewCreate(path+"long", nil, zk.PersistentTTL, nil, 1_000_000),
			zk.NewCreate(path+"plain", nil, zk.Persistent, nil, 0),
		} {
			must(t, run, asks(0, &zk.MultiRequest{Ops: []zk.Request{r, zk.NewCreate(r.Path+"/child", nil, zk.Persistent, nil, 0)}}))
			if i > 0 { // the first of each keeps its child
				ripe = append(ripe, &zk.DeleteRequest{Path: r.Path + "/child", Version: -1})
			}
		}
	}
	must(t, run, asks(0, create("/unused", zk.Container))) // never had a child, so it stays
	time.Sleep(2 * time.Millisecond)                       // at least: so much more than the TTL
	must(t, run, asks(0, &zk.MultiRequest{Ops: ripe}))

	real, fake := run.sides[0].server.(*realServer), run.sides[1].server.(*fakeServer)
	before := fake.core.Zxid()
	fake.core.Sweep(1000, fake)
	swept := fake.core.Zxid() - before
	if swept != 22 {
		t.Fatalf("the fake sweeps %d znodes, want 11 containers and 11 with a TTL", swept)
	}
	want := real.last + swept
	for until := time.Now().Add(answerWithin); real.last < want; time.Sleep(time.Millisecond) {
		if _, err := real.zxid(); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(until) {
			t.Fatalf("the real server has not swept within %v", answerWithin)
		}
	}
	must(t, run, asks(0, &zk.GetChildrenRequest{Path: Root, WantStat: true}))
}
