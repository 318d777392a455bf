package zkcore

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// exchange is a request to a fresh ZooKeeper 3.8.0 and what its connections received
// before the next one, as frames in hexadecimal.
type exchange struct {
	Conn   string              `json:"conn"`
	Label  string              `json:"label"`
	Send   string              `json:"send"`
	Recv   []string            `json:"recv"`   // on Conn
	Others map[string][]string `json:"others"` // on the others
}

func goldenExchanges(t *testing.T) []exchange {
	t.Helper()
	text, err := os.ReadFile("../../zk/wire/testdata/wire-3.8.0.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []exchange
	for line := range strings.Lines(string(text)) {
		var x exchange
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// body is a frame in hexadecimal without its length.
func body(t *testing.T, frame string) []byte {
	t.Helper()
	b, err := hex.DecodeString(frame)
	if err != nil || len(b) < 4 {
		t.Fatalf("frame %q: %v", frame, err)
	}
	return b[4:]
}

// The whole recorded conversation, byte for byte but for ids, passwords and times.
func TestGoldenExchanges(t *testing.T) {
	c := New(Options{ServerID: 1, Epoch: 1700000000000})
	now := int64(0)
	real, fake := map[string]int64{}, map[string]int64{} // sessions by connection

	for _, x := range goldenExchanges(t) {
		now += 7
		name := x.Conn + " " + strings.TrimSpace(x.Label)
		if x.Label == "connect" {
			r, err := wire.DecodeConnectRequest(body(t, x.Send))
			if err != nil {
				t.Fatal(name, err)
			}
			want, err := wire.DecodeConnectReply(body(t, x.Recv[0]))
			if err != nil {
				t.Fatal(name, err)
			}
			got, verdict := c.Connect(now, r)
			if verdict != (Verdict{Outcome: Opened}) {
				t.Errorf("%s: %v", name, verdict)
			}
			real[x.Conn], fake[x.Conn] = want.Session, got.Session
			want.Session, want.Password = got.Session, got.Password
			if got != *want {
				t.Errorf("%s: got %+v, want %+v", name, got, *want)
			}
			continue
		}

		xid, req, err := wire.DecodeRequest(body(t, x.Send))
		if bad := (*wire.RequestError)(nil); errors.As(err, &bad) {
			req = &zk.UnknownRequest{Code: bad.Op}
		} else if err != nil {
			t.Fatal(name, err)
		}
		var events recorder
		hdr, reply, next := c.Request(now, fake[x.Conn], xid, req, &events)

		got := map[string][]string{}
		for _, e := range events {
			for conn, session := range fake {
				if session == e.session {
					got[conn] = append(got[conn], hex.EncodeToString(wire.AppendEvent(nil, e.Event)))
				}
			}
		}
		got[x.Conn] = append(got[x.Conn], hex.EncodeToString(wire.AppendReply(nil, hdr, likeReal(reply, real, fake))))

		want := map[string][]string{}
		for _, frame := range x.Recv {
			want[x.Conn] = append(want[x.Conn], hex.EncodeToString(timeless(t, body(t, frame), req.Op())))
		}
		for conn, frames := range x.Others {
			for _, frame := range frames {
				want[conn] = append(want[conn], hex.EncodeToString(body(t, frame)))
			}
		}
		for _, conn := range []string{"A", "B", "C"} {
			if g, w := strings.Join(got[conn], "\n"), strings.Join(want[conn], "\n"); g != w {
				t.Errorf("%s: connection %s got\n%s\nwant\n%s", name, conn, g, w)
			}
		}
		wantNext := Keep
		if req.Op() == zk.OpCloseSession || req.Op() == 999 {
			wantNext = Close
		}
		if next != wantNext {
			t.Errorf("%s: next is %d, want %d", name, next, wantNext)
		}
	}
}

// timeless gives a recorded reply without its times.
func timeless(t *testing.T, body []byte, op zk.Op) []byte {
	t.Helper()
	if hdr, err := wire.DecodeHeader(body); err != nil || hdr.Xid == zk.XidEvent {
		return body
	}
	hdr, reply, err := wire.DecodeReply(body, op)
	if err != nil {
		t.Fatal(err)
	}
	eachStat(reply, func(s *zk.Stat) { s.Ctime, s.Mtime = 0, 0 })
	return wire.AppendReply(nil, hdr, reply)
}

// likeReal gives a reply without its times and with the session ids of the recording.
func likeReal(reply zk.Reply, real, fake map[string]int64) zk.Reply {
	eachStat(reply, func(s *zk.Stat) {
		s.Ctime, s.Mtime = 0, 0
		for conn, session := range fake {
			if s.EphemeralOwner == session {
				s.EphemeralOwner = real[conn]
				break
			}
		}
	})
	return reply
}

func eachStat(reply zk.Reply, f func(*zk.Stat)) {
	switch r := reply.(type) {
	case *zk.CreateReply:
		f(&r.Stat)
	case *zk.StatReply:
		f(&r.Stat)
	case *zk.DataReply:
		f(&r.Stat)
	case *zk.ChildrenReply:
		f(&r.Stat)
	case *zk.ACLReply:
		f(&r.Stat)
	case *zk.MultiReply:
		for _, result := range r.Results {
			eachStat(result.Reply, f)
		}
	}
}
