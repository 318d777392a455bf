package conformance

import (
	"fmt"
	"slices"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// request is a request, and what is done to its bytes before they are sent.
type request struct {
	xid   int32
	req   zk.Request // a setWatches has its zxid relative to the last one
	fault fault
}

func (r request) ping() bool { return r.req.Op() == zk.OpPing }

func (r request) String() string {
	return requestText(r.req) + r.fault.String()
}

// fault damages a request behind its header.
type fault struct {
	kind  faultKind
	at    int // counted from the header, modulo what is there
	value int32
}

type faultKind uint8

const (
	sound    faultKind = iota
	cutShort           // at at
	altered            // the four bytes from at on are value, unless they are text
	longer             // value follows
)

func (f fault) String() string {
	switch f.kind {
	case cutShort:
		return fmt.Sprintf(" cut at %d", f.at)
	case altered:
		return fmt.Sprintf(" with %d at %d", f.value, f.at)
	case longer:
		return fmt.Sprintf(" and then %d", f.value)
	}
	return ""
}

const requestHeader = 8

// body encodes a request for a server whose last zxid is now. Before the sequence, at first, the
// two servers have nothing in common.
func (r request) body(now, first int64) []byte {
	req := r.req
	from := requestHeader // what a fault may hit
	if w, ok := req.(*zk.SetWatchesRequest); ok {
		absolute := *w
		absolute.RelativeZxid = max(absolute.RelativeZxid+now, first-1)
		req = &absolute
		from += 8 // a zxid would be damaged differently on the two servers
	}
	body := wire.AppendRequest(nil, r.xid, req)
	space := len(body) - from
	switch r.fault.kind {
	case cutShort:
		if space > 0 {
			body = body[:from+r.fault.at%space]
		}
	case altered:
		if space >= 4 {
			at := from + r.fault.at%(space-3)
			if !slices.ContainsFunc(body[at:at+4], isText) {
				copy(body[at:], be(r.fault.value))
			}
		}
	case longer:
		body = append(body, be(r.fault.value)...)
	}
	return body
}

// isText reports whether a byte is not one of a small number, of either sign.
func isText(b byte) bool { return b >= ' ' && b < 0xf0 }

func be(v int32) []byte { return []byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)} }

// arrives is the request as it reads after the damage; what cannot be read stays as it was.
func (r request) arrives() request {
	if r.fault.kind != sound {
		if _, req, err := wire.DecodeRequest(r.body(0, 0)); err == nil {
			r.req = req
		}
	}
	return r
}
