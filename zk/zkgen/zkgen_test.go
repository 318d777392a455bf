package zkgen

import (
	"math/rand/v2"
	"strings"
	"testing"

	"lockstep/zk"
)

const top = "/top"

// What a request could create or change is below the root, unless no server does it.
func TestNothingLeavesTheRoot(t *testing.T) {
	g := Gen{rand.New(rand.NewPCG(1, 0)), top}
	for range 100_000 {
		r := g.Request(1000)
		ops := []zk.Request{r}
		if m, ok := r.(*zk.MultiRequest); ok {
			ops = m.Ops
		}
		for _, op := range ops {
			if !contained(op) {
				t.Fatalf("%v %+v", op.Op(), op)
			}
		}
	}
}

func contained(r zk.Request) bool {
	below := func(path string) bool { return path == top || strings.HasPrefix(path, top+"/") }
	switch r := r.(type) {
	case *zk.CreateRequest:
		if r.Mode.IsSequential() { // the number makes another name of any path
			return strings.HasPrefix(r.Path, top+"/")
		}
		return below(r.Path) || !zk.ValidPath(r.Path) || r.Path == "/" || strings.HasPrefix(r.Path, "/zookeeper") || strings.HasPrefix(r.Path, "/no/")
	case *zk.SetDataRequest:
		return below(r.Path) || !zk.ValidPath(r.Path) || r.Path == "/zookeeper/config" || strings.HasPrefix(r.Path, "/no/")
	case *zk.SetACLRequest:
		return below(r.Path) || !zk.ValidPath(r.Path) || r.Path == "/zookeeper/config" || strings.HasPrefix(r.Path, "/no/")
	case *zk.DeleteRequest:
		return below(r.Path) || !zk.ValidPath(r.Path) || r.Path == "/" || strings.HasPrefix(r.Path, "/zookeeper") || strings.HasPrefix(r.Path, "/no/")
	}
	return true
}

// Every kind of request comes, and every mode.
func TestEverythingComes(t *testing.T) {
	missing := map[any]bool{}
	for _, op := range []zk.Op{zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL, zk.OpDelete, zk.OpExists, zk.OpGetData,
		zk.OpSetData, zk.OpGetACL, zk.OpSetACL, zk.OpGetChildren, zk.OpGetChildren2, zk.OpSync, zk.OpPing, zk.OpCheck, zk.OpMulti,
		zk.OpMultiRead, zk.OpAddWatch, zk.OpRemoveWatches, zk.OpCheckWatches, zk.OpSetWatches, zk.OpSetWatches2, zk.OpAuth,
		zk.OpGetEphemerals, zk.OpChildrenNumber, zk.OpWhoAmI} {
		missing[op] = true
	}
	for mode := zk.Persistent; mode <= zk.PersistentSequentialTTL; mode++ {
		missing[mode] = true
	}
	g := Gen{rand.New(rand.NewPCG(1, 0)), top}
	for range 5000 {
		r := g.Request(1000)
		delete(missing, r.Op())
		if c, ok := r.(*zk.CreateRequest); ok {
			delete(missing, c.Mode)
		}
	}
	for what := range missing {
		t.Errorf("%v does not come", what)
	}
}
