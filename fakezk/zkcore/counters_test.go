package zkcore

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// cversion counts creates and deletes, whatever else happens.
func TestCounters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(randomOptions(t))
		counts := &counter{changes: map[string]int32{}, children: map[string]int32{}}
		m.core.SetObserver(counts)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 300 {
			m.step(r)
		}
		for at := range m.core.tree.nodes {
			n := &m.core.tree.nodes[at]
			if n.path == "" || n.path == "/" || zk.Parent(n.path) == "/zookeeper" || n.path == "/zookeeper" {
				continue
			}
			var s zk.Stat
			n.fillStat(&s)
			if s.Cversion != counts.changes[n.path] || s.NumChildren != counts.children[n.path] || s.Cversion != 2*n.creates-s.NumChildren {
				t.Fatalf("%s: %+v, want cversion %d and %d children", n.path, s, counts.changes[n.path], counts.children[n.path])
			}
		}
	})
}

// counter counts the changes of children from outside.
type counter struct {
	Observer
	changes, children map[string]int32
}

func (c *counter) ZnodeChanged(z *Znode) {
	if z.Stat.Czxid == z.Stat.Pzxid && z.Stat.Mzxid == z.Stat.Czxid && z.Stat.Version == 0 && z.Stat.Aversion == 0 && z.Stat.Cversion == 0 {
		if _, ok := c.changes[z.Path]; !ok {
			c.changes[z.Path], c.children[z.Path] = 0, 0
			c.changes[zk.Parent(z.Path)]++
			c.children[zk.Parent(z.Path)]++
		}
	}
}

func (c *counter) ZnodeDeleted(path string) {
	delete(c.changes, path)
	delete(c.children, path)
	c.changes[zk.Parent(path)]++
	c.children[zk.Parent(path)]--
}

func (c *counter) WatchArmed(int64, string, WatchKind, WatchMode) {}
func (c *counter) WatchGone(int64, string, WatchKind)             {}
func (c *counter) SessionOpened(int64, int32, int64)              {}
func (c *counter) SessionMoved(int64, int64)                      {}
func (c *counter) SessionEnded(int64, bool)                       {}
