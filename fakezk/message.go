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

func (m *openMsg) Describe() trace.Msg    { return zktrace.Open(&m.req) }
func (m *openedMsg) Describe() trace.Msg  { return zktrace.Opened(m.asked, &m.reply) }
func (m *requestMsg) Describe() trace.Msg { return zktrace.Request(m.req) }
func (m *replyMsg) Describe() trace.Msg   { return zktrace.Reply(m.req, m.hdr, m.body) }
func (m *noticeMsg) Describe() trace.Msg  { return zktrace.Notice(m.event) }

func (m *openMsg) Tag() trace.Tag    { return described(m) }
func (m *openedMsg) Tag() trace.Tag  { return described(m) }
func (m *requestMsg) Tag() trace.Tag { return zktrace.RequestTag(m.req) }
func (m *replyMsg) Tag() trace.Tag   { return zktrace.ReplyTag(m.req, m.hdr, m.body) }
func (m *noticeMsg) Tag() trace.Tag  { return trace.Tag{Class: trace.Notice} }

// described is the tag of a message that is rare enough to be described for it.
func described(m sim.Message) trace.Tag {
	msg := m.Describe()
	return msg.Tag()
}

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
