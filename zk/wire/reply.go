package wire

import "lockstep/zk"

// AppendReply appends a reply: its header and, unless reply is nil, its record. With an
// error in the header servers send no record, save for a multi that they cannot process:
// it is answered by ErrMarshalling and an empty [zk.MultiReply].
func AppendReply(dst []byte, hdr zk.Header, reply zk.Reply) []byte {
	dst = appendInt32(dst, hdr.Xid)
	dst = appendInt64(dst, hdr.Zxid)
	dst = appendInt32(dst, int32(hdr.Err))
	return appendReplyRecord(dst, reply)
}

// DecodeHeader reads the header of a reply or an event, to find the request by its xid.
func DecodeHeader(body []byte) (zk.Header, error) {
	d := decoder{record: "reply", body: body}
	hdr := d.header()
	if d.err != nil {
		return zk.Header{}, d.err
	}
	return hdr, nil
}

// DecodeReply reads the reply to a request with opcode op. The reply is nil when its
// header has an error (clients do not look at what follows one), and for operations that
// are answered without a record. One to an opcode that this package does not read, or to a
// sync of a null path, gives a *[zk.UnknownReply]. When the record is not sound the header is returned with the error.
func DecodeReply(body []byte, op zk.Op) (zk.Header, zk.Reply, error) {
	d := decoder{record: op.String() + " reply", body: body}
	hdr := d.header()
	if d.err != nil {
		return zk.Header{}, nil, d.err
	}
	if hdr.Xid == zk.XidEvent {
		d.fail("xid", 0, "%d, a watch event, expected a reply", hdr.Xid)
		return hdr, nil, d.err
	}
	if hdr.Err != zk.OK {
		return hdr, nil, nil
	}
	reply := d.reply(op)
	if d.err != nil {
		return hdr, nil, d.err
	}
	return hdr, reply, nil
}

func (d *decoder) header() zk.Header {
	return zk.Header{Xid: d.int32("xid"), Zxid: d.int64("zxid"), Err: zk.Error(d.int32("error"))}
}

func appendReplyRecord(dst []byte, reply zk.Reply) []byte {
	switch r := reply.(type) {
	case *zk.CreateReply:
		dst = appendString(dst, r.Path)
		if r.HasStat {
			dst = appendStat(dst, &r.Stat)
		}
	case *zk.StatReply:
		dst = appendStat(dst, &r.Stat)
	case *zk.DataReply:
		dst = appendStat(appendBuffer(dst, r.Data), &r.Stat)
	case *zk.ChildrenReply:
		dst = appendStrings(dst, r.Children)
		if r.HasStat {
			dst = appendStat(dst, &r.Stat)
		}
	case *zk.ACLReply:
		dst = appendStat(appendACL(dst, r.ACL), &r.Stat)
	case *zk.SyncReply:
		dst = appendString(dst, r.Path)
	case *zk.MultiReply:
		for i := range r.Results {
			dst = appendResult(dst, &r.Results[i])
		}
		dst = appendMultiEnd(dst)
	case *zk.EphemeralsReply:
		dst = appendStrings(dst, r.Paths)
	case *zk.ChildrenNumberReply:
		dst = appendInt32(dst, r.Number)
	case *zk.WhoAmIReply:
		dst = appendIdentities(dst, r.IDs)
	case *zk.AddWatchReply:
		dst = appendInt32(dst, int32(r.Err))
	case *zk.UnknownReply:
		dst = append(dst, r.Body...)
	}
	return dst
}

// reply reads the record that answers op. What it gives after a fault is meaningless.
func (d *decoder) reply(op zk.Op) zk.Reply {
	switch op {
	case zk.OpCreate:
		return &zk.CreateReply{Path: d.text("path")}
	case zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		return &zk.CreateReply{Path: d.text("path"), Stat: d.stat(), HasStat: true}
	case zk.OpExists, zk.OpSetData, zk.OpSetACL:
		return &zk.StatReply{Stat: d.stat()}
	case zk.OpGetData:
		return &zk.DataReply{Data: d.bytes("data"), Stat: d.stat()}
	case zk.OpGetChildren:
		return &zk.ChildrenReply{Children: d.strings("children")}
	case zk.OpGetChildren2:
		return &zk.ChildrenReply{Children: d.strings("children"), Stat: d.stat(), HasStat: true}
	case zk.OpGetACL:
		return &zk.ACLReply{ACL: d.acl("ACL"), Stat: d.stat()}
	case zk.OpSync:
		if d.nullAhead() {
			return &zk.UnknownReply{Body: append([]byte(nil), d.take("path", 4)...)}
		}
		return &zk.SyncReply{Path: d.string("path")}
	case zk.OpMulti, zk.OpMultiRead:
		return &zk.MultiReply{Results: d.results()}
	case zk.OpGetEphemerals:
		return &zk.EphemeralsReply{Paths: d.strings("ephemerals")}
	case zk.OpChildrenNumber:
		return &zk.ChildrenNumberReply{Number: d.int32("number")}
	case zk.OpWhoAmI:
		return &zk.WhoAmIReply{IDs: d.identities("identities")}
	case zk.OpAddWatch:
		return &zk.AddWatchReply{Err: zk.Error(d.int32("error"))}
	case zk.OpDelete, zk.OpCheck, zk.OpPing, zk.OpCheckWatches, zk.OpRemoveWatches,
		zk.OpAuth, zk.OpSetWatches, zk.OpSetWatches2, zk.OpCloseSession:
		return nil
	default:
		rest := d.take("body", d.left())
		return &zk.UnknownReply{Body: append([]byte(nil), rest...)}
	}
}
