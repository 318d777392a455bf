package realzk

import (
	"testing"

	"lockstep/trace"
	"lockstep/zk"
)

// write is one that becomes known to the tree.
type write func(*tree)

func creates(zxid int64) write {
	return func(t *tree) { t.created("/lock/a", zk.Ephemeral, 0, sid, zxid, 1) }
}

func deletes(zxid int64) write { return func(t *tree) { t.deleted("/lock/a", zxid, 2) } }

func sets(zxid int64) write {
	return func(t *tree) {
		t.changed("/lock/a", &zk.Stat{Mzxid: zxid, Version: int32(zxid), DataLength: int32(zxid)}, 3)
	}
}

// permute calls f with the writes in every order.
func permute(writes []write, f func([]write)) {
	if len(writes) == 0 {
		f(nil)
		return
	}
	for i := range writes {
		rest := append(append([]write(nil), writes[:i]...), writes[i+1:]...)
		permute(rest, func(order []write) { f(append([]write{writes[i]}, order...)) })
	}
}

// Replies to the writes of several processes become known in any order. In the end, the
// tree is what the transactions made it.
func TestTreeInAnyOrder(t *testing.T) {
	made := func(czxid, mzxid int64) trace.Znode {
		z := trace.Znode{Mode: trace.EphemeralZnode, Owner: sid, Czxid: czxid, Mzxid: mzxid, Pzxid: czxid}
		if mzxid > czxid {
			z.Version, z.Size = int32(mzxid), int32(mzxid)
		}
		return z
	}
	for _, c := range []struct {
		name   string
		writes []write
		want   trace.Znode
		pzxid  int64 // of the parent
	}{
		{"made", []write{creates(5)}, made(5, 5), 5},
		{"set", []write{creates(5), sets(6), sets(7)}, made(5, 7), 5},
		{"deleted", []write{creates(5), sets(6), deletes(7)}, trace.Znode{}, 7},
		{"made anew", []write{creates(5), deletes(6), creates(7)}, made(7, 7), 7},
		{"made anew and set", []write{creates(5), sets(6), deletes(7), creates(8), sets(9)}, made(8, 9), 8},
		{"deleted twice", []write{creates(5), deletes(6), creates(7), deletes(8)}, trace.Znode{}, 8},
		{"made and deleted by one multi", []write{func(t *tree) { creates(5)(t); deletes(5)(t) }}, trace.Znode{}, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			permute(c.writes, func(order []write) {
				k := newTap(t)
				k.Lock()
				for _, w := range order {
					w(&k.w.tree)
				}
				k.Unlock()
				k.w.flush()
				znodes := k.w.trace.Head().Znodes
				if got := znodes[trace.ZnodeKey{Server: 2, Path: "/lock/a"}]; got != c.want {
					t.Errorf("the znode is %+v, want %+v", got, c.want)
				}
				kids := int32(0)
				if c.want.Mode != trace.NoZnode {
					kids = 1
				}
				if got := znodes[trace.ZnodeKey{Server: 2, Path: "/lock"}]; got.Pzxid != c.pzxid || got.Children != kids {
					t.Errorf("its parent is %+v, want pzxid %d and %d children", got, c.pzxid, kids)
				}
			})
		})
	}
}

// A watch that was set when the server had seen a transaction must still fire if what it
// looks at has changed later.
func TestEventDue(t *testing.T) {
	gone := func(t *tree) { t.deleted("/lock/a", 0, 9) } // with its session
	for _, c := range []struct {
		name   string
		writes []write
		kind   watchKind
		path   string
		armed  int64
		want   bool
	}{
		{"nothing known", nil, dataWatch, "/lock/a", 5, false},
		{"data, unchanged", []write{creates(5)}, dataWatch, "/lock/a", 5, false},
		{"data, set before", []write{creates(5), sets(6)}, dataWatch, "/lock/a", 6, false},
		{"data, set since", []write{creates(5), sets(6)}, dataWatch, "/lock/a", 5, true},
		{"data, deleted since", []write{creates(5), deletes(6)}, dataWatch, "/lock/a", 5, true},
		{"data, deleted and made anew since", []write{creates(5), deletes(6), creates(7)}, dataWatch, "/lock/a", 5, true},
		{"data, made anew before", []write{creates(5), deletes(6), creates(7)}, dataWatch, "/lock/a", 7, false},
		{"data, expired", []write{creates(5), gone}, dataWatch, "/lock/a", 8, true},
		{"data, made anew after an expiry", []write{creates(5), gone, creates(9)}, dataWatch, "/lock/a", 9, false},
		{"exist, still missing", []write{creates(5), deletes(6)}, existWatch, "/lock/a", 6, false},
		{"exist, created since", []write{creates(5)}, existWatch, "/lock/a", 4, true},
		{"exist, created and deleted since", []write{creates(5), deletes(6)}, existWatch, "/lock/a", 4, true},
		{"exist, expired before", []write{creates(5), gone}, existWatch, "/lock/a", 8, false},
		{"child, unchanged", []write{creates(5), sets(6)}, childWatch, "/lock", 5, false},
		{"child, created since", []write{creates(5)}, childWatch, "/lock", 4, true},
		{"child, deleted since", []write{creates(5), deletes(6)}, childWatch, "/lock", 5, true},
		{"child of what is deleted", []write{creates(5), deletes(6)}, childWatch, "/lock/a", 5, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newTap(t)
			k.Lock()
			defer k.Unlock()
			for _, w := range c.writes {
				w(&k.w.tree)
			}
			if got := k.w.tree.newer(watchKey{c.path, c.kind}, c.armed); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
