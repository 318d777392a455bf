package zkcore

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
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
	seed, steps := uint64(1), 4000
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
	if m, ok := r.(*zk.MultiRequest); ok {
		s := ""
		for _, op := range m.Ops {
			s += fmt.Sprintf("\n    %s %+v", op.Op(), op)
		}
		return s
	}
	return fmt.Sprintf("%+v", r)
}
