package zkcore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
)

// watchModel is the rules of watches as one would tell them, over sets of paths.
type watchModel struct {
	nodes map[string]bool
	// by session, kind and path
	modes map[string]map[WatchKind]map[string]WatchMode
}

func (m *watchModel) arm(session string, kind WatchKind, path string, mode WatchMode) {
	if m.modes[session] == nil {
		m.modes[session] = map[WatchKind]map[string]WatchMode{DataWatch: {}, ChildWatch: {}}
	}
	m.modes[session][kind][path] = mode
}

// fires gives whom a change tells, and forgets what fires once.
func (m *watchModel) fires(path string, kind WatchKind, what zk.EventType, told map[string]bool) {
	for session, kinds := range m.modes {
		for watched, mode := range kinds[kind] {
			below := watched == path || watched == "/" || strings.HasPrefix(path, watched+"/")
			switch {
			case mode == Recursive && below && what != zk.EventChildrenChanged,
				mode != Recursive && watched == path:
				told[fmt.Sprintf("%s %v %s", session, what, path)] = true
				if mode == OneShot {
					delete(kinds[kind], watched)
				}
			}
		}
	}
}

// apply gives the events of a successful write.
func (m *watchModel) apply(r zk.Request) []string {
	told := map[string]bool{}
	switch r := r.(type) {
	case *zk.CreateRequest:
		m.nodes[r.Path] = true
		m.fires(r.Path, DataWatch, zk.EventCreated, told)
		m.fires(zk.Parent(r.Path), ChildWatch, zk.EventChildrenChanged, told)
	case *zk.DeleteRequest:
		delete(m.nodes, r.Path)
		m.fires(r.Path, DataWatch, zk.EventDeleted, told)
		m.fires(r.Path, ChildWatch, zk.EventDeleted, told)
		m.fires(zk.Parent(r.Path), ChildWatch, zk.EventChildrenChanged, told)
	case *zk.SetDataRequest:
		m.fires(r.Path, DataWatch, zk.EventDataChanged, told)
	}
	var all []string
	for text := range told {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

func (m *watchModel) text(session string) string {
	names := []string{"data", "child"}
	suffix := []string{"", " lasting", " recursive"}
	var all []string
	for kind, paths := range m.modes[session] {
		for path, mode := range paths {
			all = append(all, names[kind]+" "+path+suffix[mode])
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func TestWatchesAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sessions := []string{"A", "B", "C"}
		b := newBench(t, Options{}, sessions...)
		m := &watchModel{nodes: map[string]bool{"/": true}, modes: map[string]map[WatchKind]map[string]WatchMode{}}
		path := rapid.SampledFrom([]string{"/a", "/b", "/a/a", "/a/b", "/a/a/c", "/b/a"})
		session := rapid.SampledFrom(sessions)
		rt.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				p := path.Draw(t, "path")
				r := rapid.SampledFrom([]zk.Request{create(p, zk.Persistent), &zk.DeleteRequest{Path: p, Version: -1},
					&zk.SetDataRequest{Path: p, Version: -1}}).Draw(t, "write")
				var want []string
				if _, err := b.ask(session.Draw(t, "session"), r); err == zk.OK {
					want = m.apply(r)
				}
				var got []string
				for _, e := range b.events {
					got = append(got, b.name(e.session)+" "+e.Event.String())
				}
				b.events = nil
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Fatalf("%v of %s told\n%q\nwant\n%q", r.Op(), p, got, want)
				}
			},
			"watch": func(t *rapid.T) {
				s, p := session.Draw(t, "session"), path.Draw(t, "path")
				switch rapid.IntRange(0, 4).Draw(t, "how") {
				case 0:
					b.watchExists(s, p)
					m.arm(s, DataWatch, p, OneShot)
				case 1:
					b.watchData(s, p)
					if m.nodes[p] {
						m.arm(s, DataWatch, p, OneShot)
					}
				case 2:
					b.watchChildren(s, p)
					if m.nodes[p] {
						m.arm(s, ChildWatch, p, OneShot)
					}
				case 3, 4:
					mode := rapid.SampledFrom([]zk.AddWatchMode{zk.WatchPersistent, zk.WatchPersistentRecursive}).Draw(t, "mode")
					b.must(s, &zk.AddWatchRequest{Path: p, Mode: mode})
					m.arm(s, DataWatch, p, WatchMode(mode)+Lasting)
					m.arm(s, ChildWatch, p, WatchMode(mode)+Lasting)
				}
			},
			"remove": func(t *rapid.T) {
				s, p := session.Draw(t, "session"), path.Draw(t, "path")
				kind := WatchKind(rapid.IntRange(0, 1).Draw(t, "kind"))
				_, has := m.modes[s][kind][p]
				_, err := b.ask(s, &zk.RemoveWatchesRequest{Path: p, Type: zk.WatcherType(2 - kind)})
				if (err == zk.OK) != has {
					t.Fatalf("removing what is there (%v): %v", has, err)
				}
				delete(m.modes[s][kind], p)
			},
			"disconnect": func(t *rapid.T) {
				s := session.Draw(t, "session")
				b.core.Disconnect(b.id(s))
				b.renew(s)
				delete(m.modes, s)
			},
			"": func(t *rapid.T) {
				for _, s := range sessions {
					if got, want := b.watches(s), m.text(s); got != want {
						t.Fatalf("%s watches %s, want %s", s, got, want)
					}
				}
				checkInvariants(t, b.core)
			},
		})
	})
}
