package conformance

import (
	"bytes"
	"fmt"
	"strings"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// answer is one frame as it is compared: a reply to op, or an event, or bytes that have no form.
type answer struct {
	kind answerKind
	op   zk.Op
	body []byte // made comparable
}

type answerKind uint8

const (
	formless answerKind = iota // compared as it is
	greeting                   // a connect reply
	event
	reply
)

func (a answer) equal(b answer) bool { return a.kind == b.kind && bytes.Equal(a.body, b.body) }

// decode reads a reply, and also what follows an error, which clients do not.
func decode(frame []byte, op zk.Op) (zk.Header, zk.Reply, error) {
	hdr, r, err := wire.DecodeReply(frame, op)
	const headerSize = 16
	if err != nil || hdr.Err == zk.OK || len(frame) == headerSize {
		return hdr, r, err
	}
	ok := wire.AppendReply(nil, zk.Header{Xid: hdr.Xid, Zxid: hdr.Zxid}, nil)
	_, r, err = wire.DecodeReply(append(ok, frame[headerSize:]...), op)
	return hdr, r, err
}

// String says what the answer is, in a line or a few.
func (a answer) String() string {
	switch a.kind {
	case greeting:
		r, _ := wire.DecodeConnectReply(a.body)
		if r.Session == 0 {
			return "session unknown"
		}
		return fmt.Sprintf("session %d, timeout %d", r.Session, r.Timeout)
	case event:
		e, _ := wire.DecodeEvent(a.body)
		return "event " + e.String()
	case reply:
		return a.replyString()
	}
	return fmt.Sprintf("frame %x", a.body)
}

func (a answer) replyString() string {
	hdr, r, _ := decode(a.body, a.op)
	return strings.TrimSpace(fmt.Sprintf("%d %v %s", hdr.Zxid, hdr.Err, replyText(r)))
}
