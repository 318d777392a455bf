package lock_test

import (
	"fmt"
	"testing"
	"time"

	"lockstep/fakezk"
	"lockstep/fakezk/zkcore"
	"lockstep/fault"
	"lockstep/lock"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

// stage runs contenders a, b, c … for the lock at /l, and a hand that can touch the tree.
// A limit makes contenders give up.
type stage struct {
	*testing.T
	w    *sim.World
	said []string
}

func newStage(t *testing.T, recipe string, contenders int, limit time.Duration, hand func(c zk.Client, p *fakezk.Process)) *stage {
	r, ok := lock.Find(recipe)
	if !ok {
		t.Fatalf("there is no recipe %q", recipe)
	}
	s := &stage{T: t}
	s.w = sim.New(trace.New(true), sim.Options{Latency: time.Millisecond})
	server := trace.Node(contenders + 1)
	contender := func(name string) func(p *fakezk.Process) {
		return func(p *fakezk.Process) {
			l := r.New(p, p.ZK(), "/l")
			var giveUp []zk.Source
			if limit > 0 {
				giveUp = append(giveUp, p.After(limit))
			}
			err := l.Acquire(giveUp...)
			s.said = append(s.said, fmt.Sprintf("%s acquires: %v", name, err))
			if err != nil {
				return
			}
			p.Wait(p.Order("release"))
			s.said = append(s.said, fmt.Sprintf("%s releases: %v", name, l.Release()))
		}
	}
	for i := range contenders {
		name := string(rune('a' + i))
		s.w.Add(name, trace.Process, fakezk.NewProcess(contender(name), []trace.Node{server}, 6*time.Second))
	}
	s.w.Add("hand", trace.Process, fakezk.NewProcess(func(p *fakezk.Process) {
		for {
			p.Wait(p.Order("touch"))
			hand(p.ZK(), p)
		}
	}, []trace.Node{server}, 6*time.Second))
	zkServer := fakezk.NewServer(zkcore.Options{Tick: 2000})
	s.w.Add("zk", trace.Server, zkServer)
	s.w.Start(server)
	if err := zkServer.Provide(s.w.Place(server), "/l"); err != nil {
		t.Fatal(err)
	}
	s.w.Start(server - 1)
	for i := range contenders {
		s.w.Start(trace.Node(i))
		s.run(20 * time.Millisecond)
	}
	t.Cleanup(s.w.Close)
	return s
}

func (s *stage) run(d time.Duration) {
	end := s.w.Now().Add(d)
	for {
		if at, ok := s.w.NextAt(); !ok || at > end {
			s.w.Advance(end)
			return
		}
		s.w.Step()
	}
}

func (s *stage) order(node, order string) {
	n, _ := s.w.Trace().NodeNamed(node)
	if err := s.w.Order(n, order); err != nil {
		s.Fatal(err)
	}
	s.run(20 * time.Millisecond)
}

func (s *stage) expect(want ...string) {
	s.Helper()
	if fmt.Sprint(s.said) != fmt.Sprint(want) {
		s.Errorf("\n got %q\nwant %q", s.said, want)
	}
	s.said = nil
}

// children is how many znodes are in the lock's directory.
func (s *stage) children() int {
	server, _ := s.w.Trace().NodeNamed("zk")
	return len(s.w.Trace().Head().Children(server, "/l"))
}

func nothing(zk.Client, *fakezk.Process) {}

// Whoever gives up leaves nothing behind: the next does not wait for it.
func TestGiveUp(t *testing.T) {
	for _, recipe := range []string{"queue", "children", "queue-unchecked"} {
		t.Run(recipe, func(t *testing.T) {
			s := newStage(t, recipe, 3, 5*time.Second, nothing)
			s.expect("a acquires: <nil>")
			s.run(6 * time.Second)
			if recipe == "queue-unchecked" {
				// Its fault: b's departure is taken for a's.
				s.expect("c acquires: <nil>", "b acquires: gave up waiting")
				return
			}
			s.expect("b acquires: gave up waiting", "c acquires: gave up waiting")
			if n := s.children(); n != 1 {
				t.Errorf("%d znodes are left, want the holder's", n)
			}
		})
	}
}

// The predecessor goes between the contender's list and its look. Exists then arms a watch on
// something that never comes; the contender must list again.
func TestPredecessorGoesBetweenListAndLook(t *testing.T) {
	s := newStage(t, "queue", 2, 0, nothing)
	s.expect("a acquires: <nil>")
	s.order("b", "release") // kept for later
	if err := s.w.Inject(fault.Fault{Kind: fault.Crash, Node: "b"}); err != nil {
		t.Fatal(err)
	}
	s.run(10 * time.Second) // b's first node is gone
	if err := s.w.Inject(fault.Fault{Kind: fault.Restart, Node: "b"}); err != nil {
		t.Fatal(err)
	}
	counts := &s.w.Trace().Head().Counts
	for before := counts.Requests[trace.Exists]; counts.Requests[trace.Exists] == before; {
		s.w.Step() // up to b's look, which is now under way
	}
	// a's delete overtakes it: the server hears it first.
	server, _ := s.w.Trace().NodeNamed("zk")
	a, _ := s.w.Trace().NodeNamed("a")
	if err := s.w.Order(a, "release"); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.w.Choices() {
		if c.Node == server && c.From == a && c.Message != nil {
			s.w.Take(c)
			break
		}
	}
	s.run(time.Second)
	s.expect("a releases: <nil>", "b acquires: <nil>")
}

// Other things in the lock's directory are not contenders.
func TestForeignChildren(t *testing.T) {
	for _, recipe := range []string{"queue", "children"} {
		t.Run(recipe, func(t *testing.T) {
			s := newStage(t, recipe, 0, 0, func(c zk.Client, p *fakezk.Process) {
				for _, name := range []string{"config", "lock-", "lock-7", "lock-000000000x", "a-0000000000"} {
					if _, err := c.Create("/l/"+name, nil, zk.Persistent); err != nil {
						t.Error(err)
					}
				}
				r, _ := lock.Find(recipe)
				l := r.New(p, c, "/l")
				t.Log(l.Acquire(p.After(time.Second)))
				if err := l.Release(); err != nil {
					t.Errorf("release: %v", err)
				}
			})
			s.order("hand", "touch")
			s.run(2 * time.Second)
			if n := s.children(); n != 5 {
				t.Errorf("%d znodes are left, want the 5 foreign ones", n)
			}
		})
	}
}

// An operator deletes b's znode. b has lost its place and must not think that it holds when a
// releases; c, which watched b, has looked again and waits for a.
func TestOwnZnodeDeleted(t *testing.T) {
	s := newStage(t, "queue", 3, 0, func(c zk.Client, p *fakezk.Process) {
		if err := c.Delete("/l/lock-0000000001", -1); err != nil {
			t.Error(err)
		}
	})
	s.expect("a acquires: <nil>")
	s.order("hand", "touch")
	s.expect()
	s.order("a", "release")
	s.expect("a releases: <nil>", "c acquires: <nil>", "b acquires: own znode is gone")
}

// A holder whose znode an operator has deleted learns it at the release.
func TestReleaseWithoutZnode(t *testing.T) {
	for recipe, want := range map[string]string{"queue": "own znode is gone", "herd": "lock is not held"} {
		s := newStage(t, recipe, 1, 0, func(c zk.Client, p *fakezk.Process) { zk.DeleteAll(c, "/l") })
		s.order("hand", "touch")
		s.order("a", "release")
		s.expect("a acquires: <nil>", "a releases: "+want)
	}
}

// A session that ends ends the waiting. Who watches the list sees its own znode go, and is
// already asking again when the connection breaks.
func TestSessionLost(t *testing.T) {
	for _, recipe := range []string{"herd", "persistent", "queue", "children"} {
		t.Run(recipe, func(t *testing.T) {
			s := newStage(t, recipe, 2, 0, nothing)
			s.expect("a acquires: <nil>")
			if err := s.w.Inject(fault.Fault{Kind: fault.Expire, Node: "b"}); err != nil {
				t.Fatal(err)
			}
			s.run(5 * time.Second)
			if recipe == "children" {
				s.expect("b acquires: ConnectionLoss")
			} else {
				s.expect("b acquires: session lost while waiting")
			}
		})
	}
}

func TestReleaseUnheld(t *testing.T) {
	for _, name := range []string{"queue", "children", "herd"} {
		s := newStage(t, name, 0, 0, func(c zk.Client, p *fakezk.Process) {
			r, _ := lock.Find(name)
			if err := r.New(p, c, "/l").Release(); err != lock.ErrNotHeld {
				t.Errorf("%s: %v", name, err)
			}
		})
		s.order("hand", "touch")
	}
}

// Every recipe can be found, has its source at hand, and knows who holds by the server's state.
func TestRecipes(t *testing.T) {
	for _, r := range lock.Recipes {
		if found, ok := lock.Find(r.Name); !ok || found.Name != r.Name {
			t.Errorf("%s is not found", r.Name)
		}
		if src, err := lock.Sources.ReadFile(r.File); err != nil || len(src) == 0 {
			t.Errorf("%s: source %s: %v", r.Name, r.File, err)
		}
	}
	queue, _ := lock.Find("queue")
	if got := queue.Holding([]string{"lock-0000000012", "config", "lock-0000000003"}); got != "lock-0000000003" {
		t.Errorf("the queue's holder is %q", got)
	}
	herd, _ := lock.Find("herd")
	if got := herd.Holding([]string{"x"}); got != "" {
		t.Errorf("the herd's holder is %q", got)
	}
}
