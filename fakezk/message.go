package fakezk

import (
	"lockstep/sim"
	"lockstep/trace"
	"lockstep/zk"
	"lockstep/zk/wire"
	"lockstep/zk/zktrace"
)

// The frames of ZooKeeper's protocol, as messages of the world. conn numbers the connections
// that a client makes, so that an answer to one it has given up is not taken for another's.

type openMsg struct {
	conn int
	req  zk.ConnectRequest
}

type openedMsg struct {
	conn  int
	asked int64
	reply zk.ConnectReply
}

type requestMsg struct {
	xid   int32
	req   zk.Request
	reply *replyMsg // where the answer may be written; nil where histories or clones could keep it
}

type replyMsg struct {
	req  zk.Request // what it answers
	hdr  zk.Header
	body zk.Reply
}

type noticeMsg struct{ event zk.Event }

func (m *openMsg) Describe(bool) trace.Msg   { return zktrace.Open(&m.req) }
func (m *openedMsg) Describe(bool) trace.Msg { return zktrace.Opened(m.asked, &m.reply) }
func (m *requestMsg) Describe(detail bool) trace.Msg {
	return zktrace.Request(m.req, detail)
}
func (m *replyMsg) Describe(detail bool) trace.Msg {
	return zktrace.Reply(m.req, m.hdr, m.body, detail)
}
func (m *noticeMsg) Describe(bool) trace.Msg { return zktrace.Notice(m.event) }

// A message's fingerprint is that of its frame, without zxids: they say when something
// happened among everything else, which no recipe asks.

func (m *openMsg) Fingerprint(h *sim.Hash) {
	req := m.req
	req.LastZxid = 0
	h.Write(wire.AppendConnectRequest(nil, &req))
}
func (m *openedMsg) Fingerprint(h *sim.Hash) { h.Write(wire.AppendConnectReply(nil, &m.reply)) }
func (m *requestMsg) Fingerprint(h *sim.Hash) {
	h.Write(wire.AppendRequest(nil, 0, m.req))
}
func (m *replyMsg) Fingerprint(h *sim.Hash) {
	hdr := m.hdr
	hdr.Xid, hdr.Zxid = 0, 0
	h.Write(wire.AppendReply(nil, hdr, m.body))
}
func (m *noticeMsg) Fingerprint(h *sim.Hash) { h.Write(wire.AppendEvent(nil, m.event)) }
