package wire

import "lockstep/zk"

// AppendEvent appends a watch event as servers before 3.9 send it: its header has xid
// −1 and zxid −1.
func AppendEvent(dst []byte, e zk.Event) []byte {
	dst = AppendReply(dst, zk.Header{Xid: zk.XidEvent, Zxid: -1}, nil)
	dst = appendInt32(dst, int32(e.Type))
	dst = appendInt32(dst, int32(e.State))
	return appendString(dst, e.Path)
}

// DecodeEvent reads a watch event: a frame whose header has xid −1. The header's zxid,
// in which servers from 3.9 on name the transaction that fired the watch, is left to
// [DecodeHeader].
func DecodeEvent(body []byte) (zk.Event, error) {
	d := decoder{record: "watch event", body: body}
	if hdr := d.header(); d.err == nil && hdr.Xid != zk.XidEvent {
		d.fail("xid", 0, "%d, expected %d", hdr.Xid, zk.XidEvent)
	}
	e := zk.Event{
		Type:  zk.EventType(d.int32("type")),
		State: zk.State(d.int32("state")),
		Path:  d.string("path"),
	}
	if d.err != nil {
		return zk.Event{}, d.err
	}
	return e, nil
}
