package zkcore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockstep/zk"
)

// recorder keeps the events of watches in their order.
type recorder []told

type told struct {
	session int64
	zk.Event
}

func (r *recorder) Event(session int64, e zk.Event) { *r = append(*r, told{session, e}) }
func (r *recorder) Expiring(int64)                  {}

// bench is a core with named sessions, for tests that read like a conversation.
type bench struct {
	t        *testing.T
	core     *Core
	now      int64
	sessions map[string]zk.ConnectReply
	events   recorder // since the last call of seen
	next     Next     // of the last request
	hdr      zk.Header
}

// newBench opens the sessions with 30 s each.
func newBench(t *testing.T, o Options, sessions ...string) *bench {
	if o.ServerID == 0 {
		o.ServerID = 1
	}
	b := &bench{t: t, core: New(o), sessions: map[string]zk.ConnectReply{}}
	for _, name := range sessions {
		b.open(name, 30000)
	}
	return b
}

func (b *bench) open(name string, timeout int32) zk.ConnectReply {
	b.t.Helper()
	reply, v := b.core.Connect(b.now, &zk.ConnectRequest{Timeout: timeout})
	if v != (Verdict{Outcome: Opened}) {
		b.t.Fatalf("opening %s: %+v", name, v)
	}
	b.sessions[name] = reply
	return reply
}

// renew moves a session to a new connection.
func (b *bench) renew(name string) Verdict {
	_, v := b.core.Connect(b.now, &zk.ConnectRequest{Timeout: 30000, Session: b.id(name), Password: b.sessions[name].Password})
	return v
}

func (b *bench) id(name string) int64 { return b.sessions[name].Session }

func (b *bench) name(session int64) string {
	for name, reply := range b.sessions {
		if reply.Session == session {
			return name
		}
	}
	return fmt.Sprintf("%#x", session)
}

// ask sends a request and gives the error of the reply and its body.
func (b *bench) ask(name string, r zk.Request) (zk.Reply, zk.Error) {
	var reply zk.Reply
	b.hdr, reply, b.next = b.core.Request(b.now, b.id(name), 1, r, &b.events)
	return reply, b.hdr.Err
}

// must sends a request that succeeds.
func (b *bench) must(name string, r zk.Request) zk.Reply {
	b.t.Helper()
	reply, err := b.ask(name, r)
	if err != zk.OK {
		b.t.Fatalf("%s of %s, %+v: %v", r.Op(), name, r, err)
	}
	return reply
}

// fails sends a request that fails.
func (b *bench) fails(name string, r zk.Request, want zk.Error) {
	b.t.Helper()
	if _, err := b.ask(name, r); err != want {
		b.t.Errorf("%s of %s, %+v: %v, want %v", r.Op(), name, r, err, want)
	}
}

// create gives the path of the new znode.
func (b *bench) create(name, path string, mode zk.Mode) string {
	b.t.Helper()
	return b.must(name, zk.NewCreate(path, nil, mode, nil, 1000)).(*zk.CreateReply).Path
}

func (b *bench) delete(name, path string) {
	b.t.Helper()
	b.must(name, &zk.DeleteRequest{Path: path, Version: -1})
}

func (b *bench) set(name, path string) {
	b.t.Helper()
	b.must(name, &zk.SetDataRequest{Path: path, Version: -1})
}

func (b *bench) stat(path string) zk.Stat {
	b.t.Helper()
	at := b.core.tree.find(path)
	if at == none {
		b.t.Fatalf("%s is not there", path)
	}
	var s zk.Stat
	b.core.tree.nodes[at].fillStat(&s)
	return s
}

func (b *bench) exists(path string) bool { return b.core.tree.find(path) != none }

func (b *bench) children(path string) string {
	b.t.Helper()
	return strings.Join(b.core.tree.list(b.core.tree.find(path)), " ")
}

// Watches, each with what clients call it.
func (b *bench) watchExists(name, path string) {
	b.ask(name, &zk.ExistsRequest{Path: path, Watch: true})
}
func (b *bench) watchData(name, path string) {
	b.ask(name, &zk.GetDataRequest{Path: path, Watch: true})
}
func (b *bench) watchChildren(name, path string) {
	b.ask(name, &zk.GetChildrenRequest{Path: path, Watch: true})
}

// seen checks the events since the last call, as "A Deleted /x, B ChildrenChanged /".
func (b *bench) seen(want string) {
	b.t.Helper()
	var got []string
	for _, e := range b.events {
		got = append(got, b.name(e.session)+" "+e.Event.String())
	}
	b.events = nil
	if g := strings.Join(got, ", "); g != want {
		b.t.Errorf("events:\n got %s\nwant %s", g, want)
	}
}

// watches lists a session's watches as "child /a, data /b".
func (b *bench) watches(name string) string {
	kinds := []string{"data", "child"}
	modes := []string{"", " lasting", " recursive"}
	var all []string
	w := &b.core.watches
	for at := b.core.sessions.all[b.core.sessions.find(b.id(name))].watches; at != none; at = w.all[at].sessionNext {
		e := w.all[at]
		all = append(all, kinds[e.kind]+" "+w.paths[e.path].path+modes[e.mode])
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// print is all that a client could observe of a core, as text.
func print(c *Core) string {
	var p printer
	c.Fingerprint(&p)
	return p.text.String()
}

// printer is a Hash that loses nothing.
type printer struct{ text strings.Builder }

func (p *printer) Int(v int64)     { fmt.Fprintf(&p.text, "%d ", v) }
func (p *printer) Zxid(v int64)    { fmt.Fprintf(&p.text, "z%d ", v) }
func (p *printer) Time(v int64)    { fmt.Fprintf(&p.text, "t%d ", v) }
func (p *printer) Session(v int64) { fmt.Fprintf(&p.text, "s%x ", v) }
func (p *printer) Bytes(v []byte)  { fmt.Fprintf(&p.text, "%q ", v) }
func (p *printer) String(v string) { fmt.Fprintf(&p.text, "%q ", v) }
