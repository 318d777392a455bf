package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// scribble writes random events and changes, as many as asked for.
func scribble(r *rapid.T, t *Trace, events int) {
	var sends []int
	node := func(label string) Node { return Node(rapid.IntRange(0, len(t.Nodes)-1).Draw(r, label)) }
	at := t.End()
	for range events {
		at += Time(rapid.Int64Range(0, 1e9).Draw(r, "after"))
		e := Event{At: at, Kind: Kind(rapid.IntRange(0, int(numKinds)-1).Draw(r, "kind")), Node: node("node"), Peer: node("peer"),
			Cause: rapid.IntRange(-1, t.Len()-1).Draw(r, "cause")}
		switch {
		case e.Kind == Send:
			e.Msg = Msg{Class: Class(rapid.IntRange(0, int(numClasses)-1).Draw(r, "class")),
				Op: Op(rapid.IntRange(0, int(numOps)-1).Draw(r, "op")), Path: rapid.SampledFrom([]string{"", "/a", "/b"}).Draw(r, "path"),
				Err: rapid.SampledFrom([]string{"", "NoNode"}).Draw(r, "err"), Zxid: rapid.Int64Range(0, 9).Draw(r, "zxid")}
			sends = append(sends, t.Len())
		case e.Kind.HasMsg():
			if len(sends) == 0 {
				continue
			}
			e.Cause = sends[0]
			sends = sends[1:]
		default:
			e.Text = rapid.SampledFrom([]string{"", "text"}).Draw(r, "text")
		}
		t.Add(&e)
		for range rapid.IntRange(0, 3).Draw(r, "changes") {
			path := rapid.SampledFrom([]string{"/a", "/b", "/c"}).Draw(r, "changed")
			n := rapid.Int64Range(0, 2).Draw(r, "value")
			switch rapid.IntRange(0, 4).Draw(r, "register") {
			case 0:
				t.SetProc(node("proc"), Proc{Phase: ProcPhase(n), Life: Life(n), WaitOn: path, Session: n, Since: at})
			case 1:
				t.SetZnode(node("server"), path, Znode{Mode: ZnodeMode(n), Owner: n << 40, Czxid: n, Mzxid: 2 * n, Pzxid: 3 * n})
			case 2:
				t.SetWatch(WatchKey{node("server"), n, path, DataWatch}, rapid.Bool().Draw(r, "armed"))
			case 3:
				t.SetSession(n, Session{State: SessionState(n), Deadline: at})
			case 4:
				t.SetLink(NewLinkKey(node("a"), node("b")), Link{Cut: n == 1, Delay: Time(n)})
			}
		}
	}
}

func newScribbled(r *rapid.T, most int) *Trace {
	t := New(true)
	t.AddNode("a", Process)
	t.AddNode("b", Process)
	t.AddNode("zk", Server)
	scribble(r, t, rapid.IntRange(0, most).Draw(r, "events"))
	return t
}

// Folding to the end gives the state that the writer had; back again gives the beginning, and
// a leap anywhere gives what walking gives.
func TestFold(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tr := newScribbled(r, 300)
		var states []string
		c := tr.Cursor()
		for {
			states = append(states, fmt.Sprint(*c.State()))
			if _, ok := c.Next(); !ok {
				break
			}
		}
		if got, want := states[tr.Len()], fmt.Sprint(*tr.Head()); got != want {
			r.Fatalf("at the end\n got %s\nhead %s", got, want)
		}
		for range 20 {
			c.Seek(rapid.IntRange(0, tr.Len()).Draw(r, "seek"))
			if got := fmt.Sprint(*c.State()); got != states[c.N()] {
				r.Fatalf("at %d\n got %s\nwant %s", c.N(), got, states[c.N()])
			}
		}
		for {
			if _, ok := c.Prev(); !ok {
				break
			}
			if got := fmt.Sprint(*c.State()); got != states[c.N()] {
				r.Fatalf("back at %d\n got %s\nwant %s", c.N(), got, states[c.N()])
			}
		}
	})
}

// A clone has the same past and a future of its own.
func TestClone(t *testing.T) {
	text := func(t *Trace) string {
		var b bytes.Buffer
		WriteJSON(&b, t)
		return b.String()
	}
	rapid.Check(t, func(r *rapid.T) {
		tr := newScribbled(r, 200)
		c := tr.Clone()
		before := text(tr)
		if got := text(c); got != before {
			r.Fatal("the clone's past differs")
		}
		scribble(r, c, 70)
		after := text(c)
		if got := text(tr); got != before {
			r.Fatal("writing to the clone changed the original")
		}
		scribble(r, tr, 70)
		if got := text(c); got != after || !strings.HasPrefix(got, before) {
			r.Fatal("writing to the original changed the clone")
		}
	})
}

// Copies of the state take a fraction of what the events take, and a trace without kept events
// takes nothing.
func TestMemory(t *testing.T) {
	write := func(keep bool) *Trace {
		tr := New(keep)
		a, zk := tr.AddNode("a", Process), tr.AddNode("zk", Server)
		for i := range 200_000 {
			send := tr.Add(&Event{At: Time(i), Kind: Send, Node: a, Peer: zk, Cause: i - 1, Msg: Msg{Class: Request, Op: Exists, Path: "/lock/holder"}})
			tr.Add(&Event{At: Time(i), Kind: Recv, Node: zk, Peer: a, Cause: send, Msg: Msg{Class: Request, Op: Exists, Path: "/lock/holder"}})
			tr.SetZnode(zk, fmt.Sprintf("/lock/%d", i%1000), Znode{Mode: PersistentZnode, Czxid: int64(i + 1)})
		}
		return tr
	}
	tr := write(true)
	copies := 0
	for _, s := range tr.snapshots {
		copies += s.state.footprint()
	}
	if copies*3 > tr.Bytes() {
		t.Errorf("%d bytes of copied states for %d bytes of events", copies, tr.Bytes())
	}
	if perEvent := tr.Bytes() / tr.Len(); perEvent > 40 {
		t.Errorf("%d bytes an event", perEvent)
	}
	if got := write(false); got.Bytes() != 0 || len(got.snapshots) != 1 || got.Len() != tr.Len() || got.Head().Counts != tr.Head().Counts {
		t.Errorf("without keep: %d bytes, %d copies, %d events", got.Bytes(), len(got.snapshots), got.Len())
	}
}

func TestBelievers(t *testing.T) {
	tr := New(false)
	a, b := tr.AddNode("a", Process), tr.AddNode("b", Process)
	set := func(at Time, n Node, p Proc) {
		tr.Add(&Event{At: at, Kind: Phase, Node: n, Peer: NoNode, Cause: -1})
		tr.SetProc(n, p)
	}
	set(1, a, Proc{Phase: Holding, View: Connected})
	set(2, a, Proc{Phase: Holding, View: Disconnected}) // still believes
	set(3, b, Proc{Phase: Holding, View: Connected})
	set(7, a, Proc{Phase: Holding, View: SessionExpired}) // has been told
	set(8, b, Proc{Phase: Releasing, View: Connected})    // has decided
	set(9, a, Proc{Phase: Holding, View: Connected, Life: Paused})
	set(10, b, Proc{Phase: Holding, View: Connected})
	set(11, b, Proc{Phase: Holding, View: Connected, Life: Crashed})
	s := tr.Summary()
	if s.MaxHolders != 2 || len(s.Violations) != 2 {
		t.Fatalf("max holders %d, violations %v", s.MaxHolders, s.Violations)
	}
	if v := s.Violations[0]; v.From != 3 || v.To != 7 || v.Event != 2 || fmt.Sprint(v.Believers) != "[0 1]" {
		t.Errorf("first violation %+v", v)
	}
	if v := s.Violations[1]; v.From != 10 || v.To != 11 {
		t.Errorf("second violation %+v", v)
	}
}

func TestWaits(t *testing.T) {
	for p, want := range map[Proc]bool{
		{Phase: Acquiring, Waiting: true}:                     true,
		{Phase: Acquiring, Waiting: true, Life: Paused}:       true,
		{Phase: Acquiring, Waiting: true, View: Disconnected}: true,
		{Phase: Acquiring, Waiting: true, Life: Crashed}:      false,
		{Phase: Acquiring}:                                    false,
		{Phase: Holding, Waiting: true}:                       false, // for something else
	} {
		if p.Waits() != want {
			t.Errorf("%+v: %v, want %v", p, !want, want)
		}
	}
}

// Every line is JSON by itself, and names what it is about.
func TestJSONLines(t *testing.T) {
	tr := New(true)
	a, zk := tr.AddNode("a", Process), tr.AddNode("zk", Server)
	tr.Add(&Event{At: 5, Kind: Send, Node: a, Peer: zk, Cause: -1, Msg: Msg{Class: Request, Op: Create, Path: "/x", Text: "ephemeral"}})
	tr.Add(&Event{At: 9, Kind: Recv, Node: zk, Peer: a, Cause: 0, Msg: Msg{Class: Request, Op: Create, Path: "/x", Text: "ephemeral"}})
	tr.SetZnode(zk, "/x", Znode{Mode: EphemeralZnode, Owner: 0x19b76daa8000001, Czxid: 7, Mzxid: 7, Pzxid: 7})
	tr.SetWatch(WatchKey{zk, -1, "/x", DataWatch}, true) // of a server whose id is over 127
	var b bytes.Buffer
	if err := WriteJSON(&b, tr); err != nil {
		t.Fatal(err)
	}
	want := `{"n":0,"time_ns":5,"kind":"send","node":"a","peer":"zk","message":{"class":"request","op":"create","path":"/x","text":"ephemeral"}}
{"n":1,"time_ns":9,"kind":"recv","node":"zk","peer":"a","cause":0,"message":{"class":"request","op":"create","path":"/x","text":"ephemeral"},"changes":[{"register":"znode","node":"zk","path":"/x","old":null,"new":{"mode":"ephemeral","owner":"0x19b76daa8000001","czxid":7,"mzxid":7,"pzxid":7,"version":0,"children":0,"size":0}},{"register":"watch","node":"zk","path":"/x","kind":"data","session":"0xffffffffffffffff","old":false,"new":true}]}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
	for _, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestTime(t *testing.T) {
	for at, want := range map[Time]string{0: "0.000", 1e6: "0.001", 999: "0.000", 61_002e6: "61.002", -5e6: "-0.005"} {
		if got := at.String(); got != want {
			t.Errorf("%d: %s, want %s", int64(at), got, want)
		}
	}
	if Forever.Add(5) != Forever || Time(1).Add(5) != 6 {
		t.Error("Add")
	}
}
