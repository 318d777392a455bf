package conformance

import (
	"bytes"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// lens makes what a server says comparable: sessions become ordinals, and zxids are counted from
// the one that made Root.
type lens struct {
	base     int64
	sessions map[int64]int64
}

// unshared is the zxid of anything that is older than the sequence.
const unshared = -1 << 40

func (l *lens) zxid(z int64) int64 {
	switch {
	case z <= 0:
		return z
	case z < l.base:
		return unshared
	}
	return z - l.base + 1
}

// session gives an ordinal to a session, in the order in which they are first heard of.
func (l *lens) session(id int64) int64 {
	if id == 0 {
		return 0
	}
	n, ok := l.sessions[id]
	if !ok {
		n = int64(len(l.sessions)) + 1
		l.sessions[id] = n
	}
	return n
}

func (l *lens) stat(s *zk.Stat) {
	s.Czxid, s.Mzxid, s.Pzxid = l.zxid(s.Czxid), l.zxid(s.Mzxid), l.zxid(s.Pzxid)
	s.Ctime, s.Mtime = 0, 0
	s.EphemeralOwner = l.session(s.EphemeralOwner)
}

// greeting reads a connect reply.
func (l *lens) greeting(frame []byte) (answer, *zk.ConnectReply) {
	r, err := wire.DecodeConnectReply(frame)
	if err != nil || !bytes.Equal(wire.AppendConnectReply(nil, r), frame) {
		return answer{body: frame}, &zk.ConnectReply{}
	}
	shown := *r
	shown.Session = l.session(r.Session)
	if r.Password != [16]byte{} {
		shown.Password = [16]byte{1}
	}
	return answer{kind: greeting, body: wire.AppendConnectReply(nil, &shown)}, r
}

// frame reads what comes on an established connection. asked are the requests that are not
// answered yet; the one that is answered is taken out.
func (l *lens) frame(frame []byte, asked *[]request) answer {
	if len(*asked) > 0 && (*asked)[0].req.Op() == zk.OpCreateSession {
		if a, _ := l.greeting(frame); a.kind == greeting {
			return a
		}
	}
	hdr, err := wire.DecodeHeader(frame)
	if err != nil {
		return answer{body: frame}
	}
	if hdr.Xid == zk.XidEvent {
		if e, err := wire.DecodeEvent(frame); err != nil || !bytes.Equal(wire.AppendEvent(nil, e), frame) {
			return answer{body: frame}
		}
		return answer{kind: event, body: frame}
	}
	r, ok := take(asked, hdr.Xid)
	if !ok {
		return answer{body: frame}
	}
	return l.reply(frame, r)
}

// take finds the request that a reply with this xid answers.
func take(asked *[]request, xid int32) (request, bool) {
	for i, r := range *asked {
		if r.xid == xid || r.ping() && xid == zk.XidPing {
			*asked = append((*asked)[:i:i], (*asked)[i+1:]...)
			return r, true
		}
	}
	return request{}, false
}

func (l *lens) reply(frame []byte, to request) answer {
	op := to.req.Op()
	hdr, r, err := decode(frame, op)
	if err != nil || !bytes.Equal(wire.AppendReply(nil, hdr, r), frame) {
		return answer{body: frame}
	}
	hdr.Zxid = l.zxid(hdr.Zxid)
	l.record(r, to.req)
	return answer{reply, op, wire.AppendReply(nil, hdr, r)}
}

// record makes a reply comparable in place.
func (l *lens) record(r zk.Reply, to zk.Request) {
	switch r := r.(type) {
	case *zk.CreateReply:
		if r.HasStat {
			l.stat(&r.Stat)
		}
	case *zk.StatReply:
		l.stat(&r.Stat)
	case *zk.DataReply:
		l.stat(&r.Stat)
	case *zk.ACLReply:
		l.stat(&r.Stat)
	case *zk.ChildrenReply:
		if r.HasStat {
			l.stat(&r.Stat)
		}
	case *zk.MultiReply:
		for i, result := range r.Results {
			if to, ok := operation(to, i); ok {
				l.record(result.Reply, to)
			}
		}
		return
	}
	if aboutAll(to) {
		blur(r)
	}
}

// operation gives the ith operation of a multi.
func operation(r zk.Request, i int) (zk.Request, bool) {
	var ops []zk.Request
	switch r := r.(type) {
	case *zk.MultiRequest:
		ops = r.Ops
	case *zk.MultiReadRequest:
		ops = r.Ops
	}
	if i >= len(ops) {
		return nil, false
	}
	return ops[i], true
}

// aboutAll reports whether a read is about the znode that all sequences share.
func aboutAll(r zk.Request) bool {
	path := "none"
	switch r := r.(type) {
	case *zk.ExistsRequest:
		path = r.Path
	case *zk.GetDataRequest:
		path = r.Path
	case *zk.GetACLRequest:
		path = r.Path
	case *zk.GetChildrenRequest:
		path = r.Path
	case *zk.ChildrenNumberRequest:
		path = r.Path
	}
	return path == "" || path == "/"
}

// blur takes out of a reply about the root of the tree what other sequences have left there.
func blur(r zk.Reply) {
	switch r := r.(type) {
	case *zk.StatReply:
		r.Stat = zk.Stat{}
	case *zk.DataReply:
		r.Stat = zk.Stat{}
	case *zk.ACLReply:
		r.Stat = zk.Stat{}
	case *zk.ChildrenReply:
		r.Stat, r.Children = zk.Stat{}, nil
	case *zk.ChildrenNumberReply:
		r.Number = 0
	}
}
