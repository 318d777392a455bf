package conformance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lockstep/zk"
)

// must takes a step that the servers agree on.
func must(t *testing.T, run *Run, step Step) {
	t.Helper()
	if err := run.Take(step); err != nil {
		last := run.history[max(0, len(run.history)-8):]
		t.Fatalf("%v\n%s", err, (&Sequence{history: last}).Table())
	}
}

// The order of children as they grow to a thousand and shrink again.
func TestOrderOfChildren(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a real server and some seconds")
	}
	h := newHost(t, quiet)
	run := h.run()
	defer run.Close()
	r := rand.New(rand.NewPCG(3, 0))
	name := func() string {
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("lock-%010d", r.IntN(2000))
		case 1:
			return fmt.Sprintf("_c_%08x-%04x-lock-%010d", r.Uint32(), r.IntN(1<<16), r.IntN(100))
		}
		return strings.Repeat([]string{"a", "é", "世", "Z"}[r.IntN(4)], r.IntN(6)) + fmt.Sprint(r.IntN(500))
	}
	var there []string
	must(t, run, Open{})
	for step := range 1500 {
		if n := len(there); n > 0 && (r.IntN(3) == 0 || step > 1000 && r.IntN(3) > 0) {
			k := r.IntN(n)
			must(t, run, asks(0, &zk.DeleteRequest{Path: there[k], Version: -1}))
			there = slices.Delete(there, k, k+1)
		} else if path := Root + "/" + name(); !slices.Contains(there, path) {
			must(t, run, asks(0, zk.NewCreate(path, nil, zk.Persistent, nil, 0)))
			there = append(there, path)
		}
		if step < 200 || step%25 == 0 {
			must(t, run, asks(0, &zk.GetChildrenRequest{Path: Root}))
		}
	}
}

// The order in which a closing or expiring session's ephemerals go, and getEphemerals tells them.
func TestOrderOfEphemerals(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a real server and some seconds")
	}
	h := newHost(t, quiet)
	run := h.run()
	defer run.Close()
	must(t, run, Open{}) // the one that sees it
	must(t, run, asks(0, &zk.AddWatchRequest{Path: Root, Mode: zk.WatchPersistentRecursive}))
	for _, n := range []int{1, 2, 3, 5, 6, 7, 11, 12, 13, 23, 24, 25, 96, 97, 300} {
		must(t, run, Open{})
		for i := range n {
			must(t, run, asks(1, create(fmt.Sprintf("/%d-%d-", n, i), zk.EphemeralSequential)))
		}
		must(t, run, asks(1, &zk.GetEphemeralsRequest{Prefix: Root}))
		if n%2 == 0 {
			must(t, run, Expire{Client: 1})
		} else {
			must(t, run, asks(1, &zk.CloseRequest{}))
		}
	}
}

// The order in which a server tells who a connection speaks for.
func TestOrderOfIdentities(t *testing.T) {
	h := newHost(t, quiet)
	run := h.run()
	defer run.Close()
	must(t, run, Open{})
	for i := range 20 {
		must(t, run, asks(0, &zk.AuthRequest{Scheme: "digest", Auth: fmt.Appendf(nil, "user%d:x", i)}))
		must(t, run, asks(0, &zk.WhoAmIRequest{}))
	}
}
