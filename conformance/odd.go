package conformance

import (
	"lockstep/zk"
	"lockstep/zk/wire"
)

// odd draws what no client sends, or hardly one.
func (g drawer) odd() zk.Request {
	switch g.IntN(6) {
	case 0, 1:
		r := &zk.UnknownRequest{
			Body: choose(g, nil, []byte{}, be(0), be(-1), []byte("\x00\x00\x00\x02/a\x00\x00\x00\x00"), make([]byte, 24)),
			Code: choose(g, zk.OpReconfig, zk.OpDeleteContainer, zk.OpSASL, 999, zk.OpNotify, zk.OpError, 10, 23, -12, zk.OpCreateSession),
		}
		if r.Code == zk.OpCreateSession && len(r.Body) >= 4 {
			r.Body = be(1 << 30) // a timeout until the next packet; a short one would be a race with that
		}
		return r
	case 2:
		return &zk.AuthRequest{Scheme: choose(g, "nobody", "", "world", "auth", "digest", "x509", "sasl"), Auth: g.Data()}
	case 3:
		return ofNull(choose(g, zk.OpCreate, zk.OpDelete, zk.OpExists, zk.OpGetData, zk.OpSetData, zk.OpGetACL, zk.OpSetACL,
			zk.OpGetChildren, zk.OpSync, zk.OpGetChildren2, zk.OpCheck, zk.OpMulti, zk.OpCreate2, zk.OpCheckWatches, zk.OpRemoveWatches,
			zk.OpCreateContainer, zk.OpCreateTTL, zk.OpMultiRead, zk.OpSetWatches, zk.OpGetEphemerals, zk.OpChildrenNumber,
			zk.OpSetWatches2)) // and not addWatch: the real server cannot close the connection any more
	case 4:
		return &zk.MultiRequest{Ops: g.oddOps()}
	}
	return &zk.MultiReadRequest{Ops: g.oddOps()}
}

// ofNull is a request on a null path, for most opcodes.
func ofNull(op zk.Op) zk.Request {
	body := append(be(-1), make([]byte, 8)...)
	switch op {
	case zk.OpDelete, zk.OpCheck: // as in a multi, where the length matters
		body = body[:8]
	case zk.OpGetData, zk.OpGetChildren:
		body = body[:5]
	}
	return &zk.UnknownRequest{Code: op, Body: body}
}

// oddOps draws operations that do not go together, or not in a list.
func (g drawer) oddOps() []zk.Request {
	ops := []zk.Request{}
	for range 1 + g.IntN(3) {
		switch g.IntN(5) {
		case 0:
			ops = append(ops, g.Write())
		case 1:
			ops = append(ops, choose[zk.Request](g, &zk.GetDataRequest{Path: g.AnyPath()}, &zk.GetChildrenRequest{Path: g.AnyPath()}))
		case 2, 3:
			ops = append(ops, ofNull(choose(g, zk.OpDelete, zk.OpCheck, zk.OpSetData, zk.OpGetData, zk.OpGetChildren)))
		case 4:
			ops = append(ops, choose[zk.Request](g, &zk.ExistsRequest{Path: Root}, &zk.GetChildrenRequest{Path: Root, WantStat: true}, g.SetACL(),
				&zk.SyncRequest{Path: Root}, g.Multi(), &zk.MultiReadRequest{}))
		}
	}
	return ops
}

// raw draws bytes that are no frames of requests.
func (g drawer) raw() Raw {
	return Raw{g.IntN(Clients), choose(g, be(-1), be(-2), be(wire.MaxFrame+1), be(1<<31-1), be(0), wire.AppendFrame(nil, []byte{0}),
		wire.AppendFrame(nil, be(1)), wire.AppendFrame(nil, append(be(1), 0, 0, 0)))}
}

// stray draws first frames that get no session.
func (g drawer) stray() Stray {
	whole := wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 1000, Session: choose[int64](g, 77, -1, 1<<62), NoReadOnly: g.IntN(2) == 1})
	if g.IntN(2) == 1 {
		whole = whole[:g.IntN(len(whole))]
	}
	return Stray{whole}
}
