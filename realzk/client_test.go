package realzk_test

import (
	"slices"
	"testing"
	"time"

	"lockstep/realzk"
	"lockstep/trace"
	"lockstep/zk"
)

// check reports what a program finds; a program must not call t.Fatal.
type check struct{ *testing.T }

func (c check) is(what string, got, want any) {
	c.Helper()
	if got != want {
		c.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// asks is what the client calls answer, in the order of the calls.
func testClient(t *testing.T, addrs []string) {
	programs := map[string]func(check, *realzk.Process){
		"create and delete": func(t check, p *realzk.Process) {
			c := p.ZK()
			path, err := c.Create("/lock/a", []byte("x"), zk.Persistent)
			t.is("path", path, "/lock/a")
			t.is("error", err, nil)
			path, _ = c.Create("/lock/s-", nil, zk.EphemeralSequential)
			t.is("sequential path", path, "/lock/s-0000000001")
			_, err = c.Create("/lock/a", nil, zk.Persistent)
			t.is("exists", err, zk.ErrNodeExists)
			_, err = c.Create("/none/a", nil, zk.Persistent)
			t.is("no parent", err, zk.ErrNoNode)
			_, err = c.Create("/lock/s-0000000001/b", nil, zk.Persistent)
			t.is("under an ephemeral", err, zk.ErrNoChildrenForEphemeral)
			_, err = c.Create("/lock//a", nil, zk.Persistent)
			t.is("bad path", err, zk.ErrBadArguments)
			_, err = c.Create("lock", nil, zk.Persistent)
			t.is("relative path", err, zk.ErrBadArguments)
			_, err = c.Create("/lock/x", nil, zk.Mode(9))
			t.is("bad mode", err, zk.ErrBadArguments)
			t.is("not empty", c.Delete("/lock", -1), zk.ErrNotEmpty)
			t.is("wrong version", c.Delete("/lock/a", 7), zk.ErrBadVersion)
			t.is("delete", c.Delete("/lock/a", 0), nil)
			t.is("again", c.Delete("/lock/a", -1), zk.ErrNoNode)
			_, err = c.Create("/lock/c", nil, zk.Container)
			t.is("container", err, nil)
			_, err = c.Create("/lock/t", nil, zk.PersistentTTL, zk.WithTTL(60_000))
			t.is("ttl", err, nil)
		},
		"read and write": func(t check, p *realzk.Process) {
			c := p.ZK()
			c.Create("/lock/e", []byte("one"), zk.Ephemeral)
			data, stat, err := c.Get("/lock/e")
			t.is("data", string(data), "one")
			t.is("owner", stat.EphemeralOwner, c.Session())
			t.is("error", err, nil)
			stat, err = c.Set("/lock/e", []byte("two"), 0)
			t.is("version", stat.Version, int32(1))
			t.is("error", err, nil)
			stat, exists, err := c.Exists("/lock/e")
			t.is("exists", exists, true)
			t.is("length", stat.DataLength, int32(3))
			t.is("error", err, nil)
			_, exists, err = c.Exists("/lock/f")
			t.is("exists not", exists, false)
			t.is("error", err, nil)
			_, _, err = c.Get("/lock/f")
			t.is("get nothing", err, zk.ErrNoNode)
			c.Create("/lock/n", nil, zk.Persistent)
			data, _, _ = c.Get("/lock/n")
			t.is("null data", data == nil, true)
			names, err := c.Children("/lock")
			slices.Sort(names)
			t.is("children", slices.Equal(names, []string{"e", "n"}), true)
			t.is("error", err, nil)
			names, _ = c.Children("/")
			t.is("the root's children", slices.Equal(names, []string{"lock"}), true)
			t.is("sync", c.Sync("/lock"), nil)
		},
		"ACL": func(t check, p *realzk.Process) {
			c := p.ZK()
			_, err := c.Create("/lock/r", nil, zk.Persistent, zk.WithACL(zk.ReadOnlyACL...))
			t.is("create", err, nil)
			_, err = c.Set("/lock/r", nil, -1)
			t.is("read-only", err, zk.ErrNoAuth)
			t.is("auth", c.AddAuth("digest", []byte("me:secret")), nil)
			_, err = c.Create("/lock/m", nil, zk.Persistent, zk.WithACL(zk.CreatorACL...))
			t.is("create", err, nil)
			acl, _, err := c.GetACL("/lock/m")
			t.is("error", err, nil)
			t.is("scheme", acl[0].Scheme, "digest")
			stat, err := c.SetACL("/lock/m", zk.OpenACL, 0)
			t.is("set", err, nil)
			t.is("version", stat.Aversion, int32(1))
			_, err = c.SetACL("/lock/m", nil, -1)
			t.is("no ACL", err, zk.ErrInvalidACL)
		},
		"multi": func(t check, p *realzk.Process) {
			c := p.ZK()
			results, err := c.Multi(zk.NewCreate("/lock/a", nil, zk.Persistent, nil, 0), zk.NewCreate("/lock/a/s-", nil, zk.PersistentSequential, nil, 0))
			t.is("error", err, nil)
			t.is("made", results[1].Reply.(*zk.CreateReply).Path, "/lock/a/s-0000000000")
			results, err = c.Multi(&zk.SetDataRequest{Path: "/lock/a", Version: -1}, &zk.CheckRequest{Path: "/lock/none"}, &zk.DeleteRequest{Path: "/lock/a"})
			t.is("failed", err, zk.ErrNoNode)
			var errs []zk.Error
			for _, r := range results {
				errs = append(errs, r.Err)
			}
			t.is("results", slices.Equal(errs, []zk.Error{zk.OK, zk.ErrNoNode, zk.ErrRuntimeInconsistency}), true)
			_, err = c.Multi(&zk.GetDataRequest{Path: "/lock"})
			t.is("a read in a multi", err, zk.ErrUnimplemented)
		},
		"watches": func(t check, p *realzk.Process) {
			c := p.ZK()
			fires := func(what string, w zk.Watch, want zk.EventType) {
				t.Helper()
				late := p.After(5 * time.Second)
				if p.Wait(w, late) != zk.Source(w) {
					t.Errorf("%s: the watch does not fire", what)
					return
				}
				t.is(what, w.Event().Type, want)
			}
			_, _, missing, _ := c.ExistsW("/lock/a")
			_, children, _ := c.ChildrenW("/lock")
			c.Create("/lock/a", nil, zk.Persistent)
			fires("exists", missing, zk.EventCreated)
			t.is("path", missing.Event().Path, "/lock/a")
			fires("children", children, zk.EventChildrenChanged)
			_, _, data, _ := c.GetW("/lock/a")
			c.Set("/lock/a", nil, -1)
			fires("get", data, zk.EventDataChanged)
			_, _, present, _ := c.ExistsW("/lock/a")
			_, below, _ := c.ChildrenW("/lock/a")
			c.Delete("/lock/a", -1)
			fires("exists", present, zk.EventDeleted)
			fires("children of what is deleted", below, zk.EventDeleted)
			// Neither of these leaves a watch.
			_, _, noData, err := c.GetW("/lock/b")
			t.is("error", err, zk.ErrNoNode)
			_, noChildren, err := c.ChildrenW("/lock/b")
			t.is("error", err, zk.ErrNoNode)
			_, _, both, _ := c.ExistsW("/lock/b")
			c.Create("/lock/b", nil, zk.Persistent)
			fires("exists", both, zk.EventCreated)
			soon := p.After(0)
			t.is("no watch", p.Wait(noData, noChildren, soon), soon)
		},
		"waits": func(t check, p *realzk.Process) {
			first, second := p.After(0), p.After(0)
			p.Wait(second)
			p.Wait(first)
			t.is("the first that has fired", p.Wait(nil, first, second), first)
			t.is("a latch stays", p.Wait(second), second)
			t.is("the same order", p.Order("go"), p.Order("go"))
			m := p.Mark()
			t.is("passed", p.Passed(m, time.Hour), false)
			t.is("passed", p.Passed(m, 0), true)
			var order []string
			done := 0
			for _, name := range []string{"a", "b"} {
				p.Go(name, func() {
					order = append(order, name) // the baton makes this safe
					p.ZK().Exists("/lock/" + name)
					done++
				})
			}
			t.is("tasks run when their maker blocks", len(order), 0)
			for done < 2 {
				p.Wait(p.After(time.Millisecond))
			}
			t.is("in the order in which they were made", slices.Equal(order, []string{"a", "b"}), true)
		},
		"close": func(t check, p *realzk.Process) {
			c := p.ZK()
			_, _, watch, _ := c.ExistsW("/lock/a")
			t.is("state", c.State(), zk.StateConnected)
			t.is("close", c.Close(), nil)
			t.is("state", c.State(), zk.StateClosed)
			t.is("lost", p.Wait(c.Lost()), c.Lost())
			t.is("watch", p.Wait(watch), zk.Source(watch))
			t.is("its event", watch.Event(), zk.Event{Type: zk.EventSession, State: zk.StateClosed})
			_, err := c.Create("/lock/a", nil, zk.Persistent)
			t.is("a call", err, zk.ErrSessionClosing)
			t.is("again", c.Close(), zk.ErrSessionClosing)
		},
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			d := newWorld(t, realzk.Config{Servers: addrs, Processes: names(1), Program: func(p *realzk.Process) {
				p.Phase(trace.Idle, "")
				program(check{t}, p)
				p.Phase(trace.Done, "")
			}})
			d.start("c1")
			d.until("done", func() bool { return d.proc("c1").Phase == trace.Done })
		})
	}
}
