package wire

import (
	"fmt"

	"lockstep/zk"
)

// AppendRequest appends a request: its header and its record. The opcode is req.Op().
func AppendRequest(dst []byte, xid int32, req zk.Request) []byte {
	dst = appendInt32(dst, xid)
	dst = appendInt32(dst, int32(req.Op()))
	return appendRecord(dst, req)
}

// DecodeRequest reads a request. An opcode that this package does not read gives a
// *[zk.UnknownRequest], and so does what package zk has no words for though a server can read
// it: a sync of a null path, and an operation of a multi with one. When the header is sound and the record is not, the error is a
// *[RequestError] and the xid is returned all the same; when even the header is cut
// short it is an *[Error], and there is nothing that could be answered.
func DecodeRequest(body []byte) (xid int32, req zk.Request, err error) {
	d := decoder{record: "request", body: body}
	xid, op := d.int32("xid"), zk.Op(d.int32("opcode"))
	if d.err != nil {
		return 0, nil, d.err
	}
	d.record = op.String() + " request"
	req = d.request(op)
	if d.err != nil {
		return xid, nil, &RequestError{xid, op, d.err}
	}
	return xid, req, nil
}

func appendRecord(dst []byte, req zk.Request) []byte {
	switch r := req.(type) {
	case *zk.CreateRequest:
		dst = appendString(dst, r.Path)
		dst = appendBuffer(dst, r.Data)
		dst = appendACL(dst, r.ACL)
		dst = appendInt32(dst, int32(r.Mode))
		if r.Code == zk.OpCreateTTL {
			dst = appendInt64(dst, r.TTL)
		}
		return dst
	case *zk.DeleteRequest:
		return appendInt32(appendString(dst, r.Path), r.Version)
	case *zk.ExistsRequest:
		return appendBool(appendString(dst, r.Path), r.Watch)
	case *zk.GetDataRequest:
		return appendBool(appendString(dst, r.Path), r.Watch)
	case *zk.SetDataRequest:
		dst = appendString(dst, r.Path)
		dst = appendBuffer(dst, r.Data)
		return appendInt32(dst, r.Version)
	case *zk.GetACLRequest:
		return appendString(dst, r.Path)
	case *zk.SetACLRequest:
		dst = appendString(dst, r.Path)
		dst = appendACL(dst, r.ACL)
		return appendInt32(dst, r.Version)
	case *zk.GetChildrenRequest:
		return appendBool(appendString(dst, r.Path), r.Watch)
	case *zk.SyncRequest:
		return appendString(dst, r.Path)
	case *zk.CheckRequest:
		return appendInt32(appendString(dst, r.Path), r.Version)
	case *zk.MultiRequest:
		return appendOps(dst, r.Ops)
	case *zk.MultiReadRequest:
		return appendOps(dst, r.Ops)
	case *zk.CheckWatchesRequest:
		return appendInt32(appendString(dst, r.Path), int32(r.Type))
	case *zk.RemoveWatchesRequest:
		return appendInt32(appendString(dst, r.Path), int32(r.Type))
	case *zk.AddWatchRequest:
		return appendInt32(appendString(dst, r.Path), int32(r.Mode))
	case *zk.AuthRequest:
		dst = appendInt32(dst, r.Type)
		dst = appendString(dst, r.Scheme)
		return appendBuffer(dst, r.Auth)
	case *zk.SetWatchesRequest:
		dst = appendInt64(dst, r.RelativeZxid)
		dst = appendStrings(dst, r.Data)
		dst = appendStrings(dst, r.Exist)
		dst = appendStrings(dst, r.Child)
		if r.Code == zk.OpSetWatches2 {
			dst = appendStrings(dst, r.Persistent)
			dst = appendStrings(dst, r.Recursed)
		}
		return dst
	case *zk.GetEphemeralsRequest:
		return appendString(dst, r.Prefix)
	case *zk.ChildrenNumberRequest:
		return appendString(dst, r.Path)
	case *zk.PingRequest, *zk.CloseRequest, *zk.WhoAmIRequest:
		return dst
	case *zk.UnknownRequest:
		return append(dst, r.Body...)
	default:
		panic(fmt.Sprintf("wire: %T is not a request of package zk", req))
	}
}

// request reads the record of op. What it gives after a fault is meaningless. A null path
// is a fault where servers answer it with a MarshallingError; where they treat it like an
// empty one, or do not look at it, it reads as an empty one.
func (d *decoder) request(op zk.Op) zk.Request {
	switch op {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		r := &zk.CreateRequest{
			Code: op,
			Path: d.text("path"),
			Data: d.bytes("data"),
			ACL:  d.acl("ACL"),
			Mode: zk.Mode(d.int32("flags")),
		}
		if op == zk.OpCreateTTL {
			r.TTL = d.int64("TTL")
		}
		return r
	case zk.OpDelete:
		return &zk.DeleteRequest{Path: d.text("path"), Version: d.int32("version")}
	case zk.OpExists:
		return &zk.ExistsRequest{Path: d.text("path"), Watch: d.bool("watch")}
	case zk.OpGetData:
		return &zk.GetDataRequest{Path: d.text("path"), Watch: d.bool("watch")}
	case zk.OpSetData:
		return &zk.SetDataRequest{Path: d.string("path"), Data: d.bytes("data"), Version: d.int32("version")}
	case zk.OpGetACL:
		return &zk.GetACLRequest{Path: d.text("path")}
	case zk.OpSetACL:
		return &zk.SetACLRequest{Path: d.string("path"), ACL: d.acl("ACL"), Version: d.int32("version")}
	case zk.OpGetChildren, zk.OpGetChildren2:
		return &zk.GetChildrenRequest{Path: d.text("path"), Watch: d.bool("watch"), WantStat: op == zk.OpGetChildren2}
	case zk.OpSync:
		if d.nullAhead() {
			return d.unknown(op, func() { d.string("path") })
		}
		return &zk.SyncRequest{Path: d.string("path")}
	case zk.OpPing:
		return &zk.PingRequest{}
	case zk.OpCheck:
		return &zk.CheckRequest{Path: d.string("path"), Version: d.int32("version")}
	case zk.OpMulti:
		return &zk.MultiRequest{Ops: d.ops()}
	case zk.OpMultiRead:
		return &zk.MultiReadRequest{Ops: d.ops()}
	case zk.OpCheckWatches:
		return &zk.CheckWatchesRequest{Path: d.text("path"), Type: zk.WatcherType(d.int32("type"))}
	case zk.OpRemoveWatches:
		return &zk.RemoveWatchesRequest{Path: d.string("path"), Type: zk.WatcherType(d.int32("type"))}
	case zk.OpAddWatch:
		return &zk.AddWatchRequest{Path: d.string("path"), Mode: zk.AddWatchMode(d.int32("mode"))}
	case zk.OpAuth:
		return &zk.AuthRequest{Type: d.int32("type"), Scheme: d.string("scheme"), Auth: d.bytes("auth")}
	case zk.OpSetWatches, zk.OpSetWatches2:
		r := &zk.SetWatchesRequest{
			Code:         op,
			RelativeZxid: d.int64("relative zxid"),
			Data:         d.strings("data watches"),
			Exist:        d.strings("exist watches"),
			Child:        d.strings("child watches"),
		}
		if op == zk.OpSetWatches2 {
			r.Persistent = d.strings("persistent watches")
			r.Recursed = d.strings("persistent recursive watches")
		}
		return r
	case zk.OpGetEphemerals:
		return &zk.GetEphemeralsRequest{Prefix: d.string("prefix")}
	case zk.OpChildrenNumber:
		return &zk.ChildrenNumberRequest{Path: d.text("path")}
	case zk.OpWhoAmI:
		return &zk.WhoAmIRequest{}
	case zk.OpCloseSession:
		return &zk.CloseRequest{}
	case zk.OpReconfig:
		return d.unknown(op, func() {
			d.string("joining servers")
			d.string("leaving servers")
			d.string("new members")
			d.int64("configuration id")
		})
	case zk.OpSASL:
		return d.unknown(op, func() { d.text("token") })
	default:
		return d.unknown(op, func() { d.take("body", d.left()) })
	}
}

// unknown keeps the bytes of a record that nobody here needs in pieces. read consumes it.
func (d *decoder) unknown(op zk.Op, read func()) zk.Request {
	at := d.off
	read()
	return &zk.UnknownRequest{Code: op, Body: append([]byte(nil), d.body[at:d.off]...)}
}
