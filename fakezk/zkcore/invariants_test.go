package zkcore

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// checkInvariants fails unless all that a core keeps twice says the same.
func checkInvariants(t interface {
	Helper()
	Fatalf(string, ...any)
}, c *Core) {
	t.Helper()
	live, inSets, owned := 0, 0, 0
	for at := range c.tree.nodes {
		n := &c.tree.nodes[at]
		if n.path == "" {
			continue
		}
		live++
		if c.tree.find(n.path) != int32(at) {
			t.Fatalf("%s is not found", n.path)
		}
		if list := c.tree.swept(n.mode); list != nil && (*list)[n.swept] != int32(at) {
			t.Fatalf("%s is not in the list for sweeping", n.path)
		}
		if at != root {
			parent := &c.tree.nodes[n.parent]
			if zk.Parent(n.path) != parent.path || parent.children == nil || !parent.children.has(c.tree.name(int32(at))) {
				t.Fatalf("%s is not a child of %s", n.path, parent.path)
			}
		}
		if n.mode == zk.Ephemeral {
			owned++
			s := c.sessions.find(n.owner)
			if s == none || c.sessions.all[s].ephemerals == nil || !c.sessions.all[s].ephemerals.has(n.path) {
				t.Fatalf("%s is not an ephemeral of %x", n.path, n.owner)
			}
		}
		if n.children != nil {
			n.children.each(func(string, int32) { inSets++ })
			if n.creates < 0 || n.path != "/" && n.path != "/zookeeper" && int(n.creates) < n.children.size {
				t.Fatalf("%s: %d creates, %d children", n.path, n.creates, n.children.size)
			}
		}
	}
	if live-1 != inSets || live-1 != c.tree.paths.used || live+len(c.tree.free) != len(c.tree.nodes) {
		t.Fatalf("%d znodes, %d children, %d paths, %d free of %d", live, inSets, c.tree.paths.used, len(c.tree.free), len(c.tree.nodes))
	}

	sessions, scheduled, armed := 0, 0, 0
	w := &c.watches
	for pos := range c.sessions.all {
		s := &c.sessions.all[pos]
		if !s.used {
			continue
		}
		sessions++
		if s.ephemerals != nil {
			owned -= s.ephemerals.size
		}
		if !s.connected && s.watches != none {
			t.Fatalf("%x watches without a connection", s.id)
		}
		prev := none
		for at := s.watches; at != none; prev, at = at, w.all[at].sessionNext {
			e := &w.all[at]
			armed++
			if e.session != int32(pos) || e.sessionPrev != prev || w.get(e.path, e.session, e.kind) != at {
				t.Fatalf("%x: a watch %+v out of place", s.id, e)
			}
		}
	}
	for i, b := range c.sessions.buckets {
		if b.first == none || i > 0 && c.sessions.buckets[i-1].deadline >= b.deadline {
			t.Fatalf("buckets %v", c.sessions.buckets)
		}
		for at := b.first; at != none; at = c.sessions.all[at].next {
			scheduled++
			if c.sessions.all[at].deadline != b.deadline {
				t.Fatalf("%x in the wrong bucket", c.sessions.all[at].id)
			}
		}
	}
	if sessions != c.sessions.byID.used || sessions != scheduled || owned != 0 {
		t.Fatalf("%d sessions, %d ids, %d scheduled, %d ephemerals too many", sessions, c.sessions.byID.used, scheduled, owned)
	}

	listed, paths := 0, 0
	recursive := [watchKinds]int{}
	for p := range w.paths {
		if w.paths[p].lists == noWatches || w.paths[p].lists == ([watchKinds][2]watchList{}) {
			continue
		}
		paths++
		if w.lookup(w.paths[p].path, hashString(w.paths[p].path)) != int32(p) {
			t.Fatalf("watched path %q is not found", w.paths[p].path)
		}
		for kind, lists := range w.paths[p].lists {
			for r, list := range lists {
				prev := none
				for at := list.first; at != none; prev, at = at, w.all[at].next {
					listed++
					e := &w.all[at]
					if e.path != int32(p) || int(e.kind) != kind || (e.mode == Recursive) != (r == 1) || e.prev != prev {
						t.Fatalf("%q: a watch %+v out of place", w.paths[p].path, e)
					}
					recursive[kind] += r
				}
				if list.last != prev {
					t.Fatalf("%q: the list ends at %d", w.paths[p].path, list.last)
				}
			}
		}
	}
	if armed != listed || armed != w.byKey.used || paths != w.byPath.used || armed+len(w.free) != len(w.all) || recursive != w.recursive {
		t.Fatalf("%d watches of sessions, %d of paths, %d keys, %d free of %d, %d paths and %d; recursive %v and %v",
			armed, listed, w.byKey.used, len(w.free), len(w.all), paths, w.byPath.used, recursive, w.recursive)
	}
}

func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(randomOptions(t))
		steps := rapid.IntRange(1, 150).Draw(t, "steps")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range steps {
			m.step(r)
			checkInvariants(t, m.core)
		}
	})
}
