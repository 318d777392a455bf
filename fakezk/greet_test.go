package fakezk

import (
	"testing"
	"time"

	"lockstep/fakezk/zkcore"
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
)

// probe opens a session, sends one request, and remembers what it hears.
type probe struct {
	server trace.Node
	req    zk.Request
	heard  []sim.Message
}

func (n *probe) Start(p sim.Place) {
	p.Send(n.server, &openMsg{1, zk.ConnectRequest{Timeout: 6000}})
}
func (n *probe) Recv(p sim.Place, _ trace.Node, m sim.Message) {
	if n.heard = append(n.heard, m); len(n.heard) == 1 {
		p.Send(n.server, &requestMsg{xid: 1, req: n.req})
	}
}
func (n *probe) Fire(sim.Place, sim.Timer) {}
func (n *probe) Clone() sim.Node           { return n }
func (n *probe) Fingerprint(*sim.Hash)     {}

// createSession sent as a request is answered as if it were a connect request, and the connection
// goes on.
func TestCreateSessionAsRequest(t *testing.T) {
	w := sim.New(trace.New(true), sim.Options{Latency: time.Millisecond})
	n := &probe{server: 1, req: &zk.UnknownRequest{Code: zk.OpCreateSession, Body: []byte{0, 0, 0x17, 0x70}}}
	w.Add("probe", trace.Process, n)
	w.Add("zk", trace.Server, NewServer(zkcore.Options{}))
	w.Start(1)
	w.Start(0)
	for w.Now() < trace.Time(100*time.Millisecond) && w.Step() {
	}
	if len(n.heard) != 2 {
		t.Fatalf("heard %v, want two replies and no hangup", n.heard)
	}
	first, second := n.heard[0].(*openedMsg), n.heard[1].(*openedMsg)
	if second.reply.Session != first.reply.Session || second.reply.Timeout != 6000 {
		t.Errorf("greeted with %+v after %+v", second.reply, first.reply)
	}
}
