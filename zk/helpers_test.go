package zk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"lockstep/fakezk"
	"lockstep/fakezk/zkcore"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

// play runs programs in a simulated world for a minute.
func play(t *testing.T, programs ...func(p *fakezk.Process)) {
	t.Helper()
	w := sim.New(trace.New(true), sim.Options{Latency: time.Millisecond})
	defer w.Close()
	server := trace.Node(len(programs))
	for i, program := range programs {
		w.Add(fmt.Sprint("p", i), trace.Process, fakezk.NewProcess(program, []trace.Node{server}, 6*time.Second))
	}
	w.Add("zk", trace.Server, fakezk.NewServer(zkcore.Options{Tick: 2000}))
	w.Start(server)
	for i := range programs {
		w.Start(trace.Node(i))
	}
	for w.Now() < trace.Time(time.Minute) && w.Step() {
	}
	for i := range programs {
		if w.Trace().Head().Procs[i].Phase == trace.Failed {
			t.Errorf("program %d failed", i)
		}
	}
}

func TestCreateAndDeleteAll(t *testing.T) {
	done := false
	play(t, func(p *fakezk.Process) {
		c := p.ZK()
		check := func(err error) {
			if err != nil {
				t.Error(err)
			}
		}
		check(zk.CreateAll(c, "/a/b/c"))
		check(zk.CreateAll(c, "/a/b/c"))
		check(zk.CreateAll(c, "/a/x/y"))
		if children, _ := c.Children("/a"); len(children) != 2 {
			t.Errorf("children of /a: %v", children)
		}
		if _, err := c.Create("/e", nil, zk.Ephemeral); err != nil {
			t.Error(err)
		}
		if err := zk.CreateAll(c, "/e/x"); err != zk.ErrNoChildrenForEphemeral {
			t.Errorf("below an ephemeral: %v", err)
		}
		check(zk.DeleteAll(c, "/a"))
		check(zk.DeleteAll(c, "/a"))
		if _, there, _ := c.Exists("/a"); there {
			t.Error("/a is still there")
		}
		done = true
	})
	if !done {
		t.Error("the program did not end")
	}
}

func TestSubscriptions(t *testing.T) {
	var seen []string
	play(t, func(p *fakezk.Process) {
		c := p.ZK()
		zk.CreateAll(c, "/d")
		children, data := zk.SubscribeChildren(c, "/d"), zk.SubscribeData(c, "/d/x")
		limit := p.After(20 * time.Second)
		p.Go("data", func() {
			for {
				value, other, err := data.Next(p, limit)
				if other == limit {
					return
				}
				seen = append(seen, fmt.Sprintf("data %q %v", value, err))
			}
		})
		for {
			names, other, err := children.Next(p, limit)
			if other == limit {
				seen = append(seen, "limit")
				return
			}
			slices.Sort(names)
			seen = append(seen, fmt.Sprintf("children %v %v", names, err))
		}
	}, func(p *fakezk.Process) {
		c := p.ZK()
		for _, step := range []func(){
			func() { c.Create("/d/y", nil, zk.Persistent) },
			func() { c.Create("/d/x", []byte("1"), zk.Persistent) },
			func() { c.Set("/d/x", []byte("2"), -1) },
			func() { c.Delete("/d/x", -1) },
			func() { c.Create("/d/x", []byte("3"), zk.Persistent) },
		} {
			p.Wait(p.After(time.Second))
			step()
		}
	})
	want := []string{
		"children [] <nil>", `data "" NoNode`,
		"children [y] <nil>",
		`data "1" <nil>`, "children [x y] <nil>",
		`data "2" <nil>`,
		"children [y] <nil>", `data "" NoNode`,
		`data "3" <nil>`, "children [x y] <nil>",
		"limit",
	}
	slices.Sort(seen)
	slices.Sort(want)
	if fmt.Sprint(seen) != fmt.Sprint(want) {
		t.Errorf("\n got %q\nwant %q", seen, want)
	}
}

func TestValidPath(t *testing.T) {
	for path, want := range map[string]bool{
		"/": true, "/a": true, "/a/b": true, "/a.b": true, "/é": true, "/\u00a0": true, "/...": true,
		"": false, "a": false, "//": false, "/a//b": false, "/a/": false, "/a/.": false, "/../a": false, "/.": false,
		"/\x00": false, "/\x1f": false, "/\x7f": false, "/\u009f": false, "/\ue000": false, "/\uf8ff": false,
		"/\ufff0": false, "/\uffff": false, "/\xff": false, "/\U0001F512": false,
	} {
		if got := zk.ValidPath(path); got != want {
			t.Errorf("%q: %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string][2]string{"/": {"/", ""}, "/a": {"/", "a"}, "/a/b": {"/a", "b"}} {
		if got := [2]string{zk.Parent(path), zk.Base(path)}; got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func FuzzValidPath(f *testing.F) {
	for _, seed := range []string{"/", "/a/b", "//", "/.", "/\xff", "a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if zk.ValidPath(path) && path != "/" {
			if zk.Join(zk.Parent(path), zk.Base(path)) != path || !zk.ValidPath(zk.Parent(path)) {
				t.Errorf("%q does not come apart", path)
			}
		}
	})
}
