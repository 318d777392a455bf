package zkcore

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// mirror keeps what an observer is told.
type mirror struct {
	znodes   map[string]Znode
	watches  map[string]WatchMode
	sessions map[int64]int64 // deadlines
	ended    []bool          // whether by expiry
}

func newMirror() *mirror {
	return &mirror{znodes: map[string]Znode{}, watches: map[string]WatchMode{}, sessions: map[int64]int64{}}
}

func watchKey(session int64, path string, kind WatchKind) string {
	return fmt.Sprintf("%x %d %q", session, kind, path)
}

func (m *mirror) ZnodeChanged(z *Znode)     { m.znodes[z.Path] = *z }
func (m *mirror) ZnodeDeleted(path string)  { delete(m.znodes, path) }
func (m *mirror) SessionMoved(id, at int64) { m.sessions[id] = at }
func (m *mirror) WatchArmed(session int64, path string, kind WatchKind, mode WatchMode) {
	m.watches[watchKey(session, path, kind)] = mode
}
func (m *mirror) WatchGone(session int64, path string, kind WatchKind) {
	delete(m.watches, watchKey(session, path, kind))
}
func (m *mirror) SessionOpened(id int64, _ int32, deadline int64) { m.sessions[id] = deadline }
func (m *mirror) SessionEnded(id int64, expired bool) {
	delete(m.sessions, id)
	m.ended = append(m.ended, expired)
}

// Whoever listens from the start knows everything.
func TestObserverIsToldEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{core: New(randomOptions(t))}
		told := newMirror()
		for at := range m.core.tree.nodes { // what is there before
			m.core.SetObserver(told)
			m.core.observe(int32(at))
		}
		m.open()
		m.open()
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 300 {
			m.step(r)
		}
		is := newMirror()
		c := m.core
		c.SetObserver(is)
		for at := range c.tree.nodes {
			if c.tree.nodes[at].path != "" {
				c.observe(int32(at))
			}
		}
		for pos := range c.sessions.all {
			s := &c.sessions.all[pos]
			if s.used {
				is.SessionMoved(s.id, s.deadline)
				for at := s.watches; at != none; at = c.watches.all[at].sessionNext {
					e := &c.watches.all[at]
					is.WatchArmed(s.id, c.watches.paths[e.path].path, e.kind, e.mode)
				}
			}
		}
		for what, x := range map[string][2]any{"znodes": {told.znodes, is.znodes}, "watches": {told.watches, is.watches}, "sessions": {told.sessions, is.sessions}} {
			if !reflect.DeepEqual(x[0], x[1]) {
				t.Fatalf("%s: it was told\n%+v\nand there are\n%+v", what, x[0], x[1])
			}
		}
	})
}

func TestObserver(t *testing.T) {
	b := newBench(t, Options{Epoch: epoch}, "A", "B")
	told := newMirror()
	b.core.SetObserver(told)
	b.must("A", zk.NewCreate("/t", []byte("d"), zk.PersistentTTL, nil, 9))
	want := Znode{Path: "/t", Data: []byte("d"), ACL: zk.OpenACL, Stat: b.stat("/t"), Mode: zk.PersistentTTL, TTL: 9}
	if got := told.znodes["/t"]; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := told.znodes["/"].Stat.NumChildren; got != 2 { // the parent has changed too
		t.Errorf("the root has %d children", got)
	}
	b.core.End(0, b.id("B"), nil)
	b.must("A", &zk.CloseRequest{})
	if !reflect.DeepEqual(told.ended, []bool{true, false}) {
		t.Errorf("ended by expiry: %v", told.ended)
	}
	if c := b.core.Clone(); c.observer != nil {
		t.Error("the clone has an observer")
	}
	b.core.SetObserver(nil)
	b.open("C", 0)
	if len(told.sessions) != 0 {
		t.Error("it was told after it left")
	}
}
