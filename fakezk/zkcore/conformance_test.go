package zkcore

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/zk"
	"lockstep/zk/wire"
)

// pair is a real server and the core, who get the same requests from the same sessions and
// must give the same bytes but for ids, passwords and times.
type pair struct {
	t     *testing.T
	addr  string
	core  *Core
	conns []*realConn
	fakes []zk.ConnectReply
	ids   map[string]int64 // real and fake sessions by name
	reals map[string]int64
}

func (p *pair) open() {
	conn, _ := dialReal(p.t, p.addr, &zk.ConnectRequest{Timeout: 40000})
	reply, _ := p.core.Connect(0, &zk.ConnectRequest{Timeout: 40000})
	p.conns = append(p.conns, conn)
	p.fakes = append(p.fakes, reply)
	name := fmt.Sprint(len(p.ids))
	p.ids[name], p.reals[name] = reply.Session, conn.session
}

// renew moves a session to a new connection.
func (p *pair) renew(i int) {
	conn, reply := dialReal(p.t, p.addr, &zk.ConnectRequest{Timeout: 40000, Session: p.conns[i].session, Password: p.conns[i].password})
	if reply.Session != p.conns[i].session {
		p.t.Fatalf("renewed as %#x", reply.Session)
	}
	if _, v := p.core.Connect(0, &zk.ConnectRequest{Timeout: 40000, Session: p.fakes[i].Session, Password: p.fakes[i].Password}); v.Outcome != Renewed || !v.Kick {
		p.t.Fatalf("the core says %+v", v)
	}
	p.conns[i] = conn
}

// exchange sends a request on connection i and gives what every connection received, on the
// real server and from the core.
func (p *pair) exchange(i int, xid int32, r zk.Request) (real, fake []string) {
	p.t.Helper()
	real, fake = make([]string, len(p.conns)), make([]string, len(p.conns))
	line := func(lines *string, body []byte) { *lines += "  " + hex.EncodeToString(body) + "\n" }

	events, hdr, reply, ok := p.conns[i].ask(xid, r)
	for _, e := range events {
		line(&real[i], wire.AppendEvent(nil, e))
	}
	eachStat(reply, func(s *zk.Stat) { s.Ctime, s.Mtime = 0, 0 })
	if ok {
		line(&real[i], wire.AppendReply(nil, hdr, reply))
	}
	for j, other := range p.conns {
		if j == i {
			continue
		}
		events, _, _, _ := other.ask(zk.XidPing, &zk.PingRequest{})
		for _, e := range events {
			line(&real[j], wire.AppendEvent(nil, e))
		}
	}

	var seen recorder
	hdr, reply, _ = p.core.Request(0, p.fakes[i].Session, xid, r, &seen)
	for _, e := range seen {
		j := slices.IndexFunc(p.fakes, func(r zk.ConnectReply) bool { return r.Session == e.session })
		line(&fake[j], wire.AppendEvent(nil, e.Event))
	}
	line(&fake[i], wire.AppendReply(nil, hdr, likeReal(reply, p.reals, p.ids)))
	return real, fake
}

// TestConformance sends the same random requests to a real server and to the core. Others than
// those of every run come with a number in CONFORMANCE_SEED.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a real server and some seconds")
	}
	e := ensembletest.Start(t, ensemble.Config{})
	p := &pair{t: t, addr: e.Addrs()[0], core: New(Options{ServerID: 1}), ids: map[string]int64{}, reals: map[string]int64{}}
	for range 3 {
		p.open()
	}
	seed, steps := uint64(1), 2500
	if s, err := strconv.ParseUint(os.Getenv("CONFORMANCE_SEED"), 10, 64); err == nil {
		seed = s
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for step := range steps {
		i := r.IntN(len(p.conns))
		req := randomRequest(r, p.core.Zxid())
		switch r.IntN(60) {
		case 0:
			req = &zk.CloseRequest{}
		case 1:
			p.renew(i)
		}
		real, fake := p.exchange(i, int32(step+1), req)
		for j := range real {
			if real[j] != fake[j] {
				t.Fatalf("seed %d, step %d: connection %d sends %s %+v\nthe real server sends to connection %d\n%sand the core\n%s",
					seed, step, i, req.Op(), describe(req), j, real[j], fake[j])
			}
		}
		if req.Op() == zk.OpCloseSession {
			p.conns = slices.Delete(p.conns, i, i+1)
			p.fakes = slices.Delete(p.fakes, i, i+1)
			p.open()
		}
	}
}

func describe(r zk.Request) string {
	var ops []zk.Request
	switch r := r.(type) {
	case *zk.MultiRequest:
		ops = r.Ops
	case *zk.MultiReadRequest:
		ops = r.Ops
	default:
		return fmt.Sprintf("%+v", r)
	}
	s := ""
	for _, op := range ops {
		s += fmt.Sprintf("\n    %s %+v", op.Op(), op)
	}
	return s
}

// agree makes an exchange that must be the same on both.
func (p *pair) agree(step any, i int, r zk.Request) {
	p.t.Helper()
	real, fake := p.exchange(i, 1, r)
	for j := range real {
		if real[j] != fake[j] {
			p.t.Fatalf("%v: %s\nthe real server sends to connection %d\n%.2000sand the core\n%.2000s", step, r.Op(), j, real[j], fake[j])
		}
	}
}

// TestConformanceOrder compares the order of children as they grow to thousands and shrink,
// and the order in which a closing session's ephemerals go.
func TestConformanceOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a real server and some seconds")
	}
	e := ensembletest.Start(t, ensemble.Config{})
	p := &pair{t: t, addr: e.Addrs()[0], core: New(Options{ServerID: 1}), ids: map[string]int64{}, reals: map[string]int64{}}
	p.open()
	p.agree("root", 0, zk.NewCreate("/l", nil, zk.Persistent, nil, 0))

	r := rand.New(rand.NewPCG(3, 0))
	var there []string
	name := func() string {
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("lock-%010d", r.IntN(2000))
		case 1:
			return fmt.Sprintf("_c_%08x-%04x-lock-%010d", r.Uint32(), r.IntN(1<<16), r.IntN(100))
		}
		return strings.Repeat(pick(r, "a", "é", "世", "Z"), r.IntN(6)) + fmt.Sprint(r.IntN(500))
	}
	for step := range 1500 {
		if n := len(there); n > 0 && (r.IntN(3) == 0 || step > 1000 && r.IntN(3) > 0) {
			k := r.IntN(n)
			p.agree(step, 0, &zk.DeleteRequest{Path: there[k], Version: -1})
			there[k] = there[n-1]
			there = there[:n-1]
		} else if path := "/l/" + name(); !slices.Contains(there, path) {
			p.agree(step, 0, zk.NewCreate(path, nil, zk.Persistent, nil, 0))
			there = append(there, path)
		}
		if step < 200 || step%25 == 0 {
			p.agree(step, 0, &zk.GetChildrenRequest{Path: "/l"})
		}
	}

	for i := range 20 {
		p.agree(i, 0, &zk.AuthRequest{Scheme: "digest", Auth: fmt.Appendf(nil, "user%d:x", i)})
		p.agree(i, 0, &zk.WhoAmIRequest{})
	}
	for _, n := range []int{1, 2, 3, 5, 6, 7, 11, 12, 13, 23, 24, 25, 96, 97, 300} {
		p.open() // the session that ends, beside one that watches
		p.agree(n, 0, &zk.AddWatchRequest{Path: "/", Mode: zk.WatchPersistentRecursive})
		for i := range n {
			p.agree(n, 1, zk.NewCreate(fmt.Sprintf("/l/%d-%d-", n, i), nil, zk.EphemeralSequential, nil, 0))
		}
		p.agree(n, 1, &zk.GetEphemeralsRequest{Prefix: "/l"})
		p.agree(n, 1, &zk.CloseRequest{})
		p.conns, p.fakes = p.conns[:1], p.fakes[:1]
	}
}
