package conformance

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// The harness itself, with a fake in the place of the real server.

// seeded makes a generator a source of choices.
type seeded struct{ *rand.Rand }

func draws(seed uint64) seeded { return seeded{rand.New(rand.NewPCG(seed, 0))} }

func TestAServerAgreesWithItself(t *testing.T) {
	for seed := range uint64(20) {
		s := newSequence(newFake(), newFake())
		for r := draws(seed); len(s.history) < 500; {
			if err := s.Take(Draw(r)); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, s.Table())
			}
		}
	}
}

// broken is a server that answers a create of what is there with another error.
type broken struct{ *fakeServer }

func (b broken) ask(conn int, stream []byte, last final) (received, error) {
	r, err := b.fakeServer.ask(conn, stream, last)
	for i, frame := range r.frames {
		if hdr, err := wire.DecodeHeader(frame); err == nil && hdr.Err == zk.ErrNodeExists {
			hdr.Err = zk.ErrNotEmpty
			r.frames[i] = wire.AppendReply(nil, hdr, nil)
		}
	}
	return r, err
}

// A difference is found, made small, and shown.
func TestADifferenceIsFound(t *testing.T) {
	var table string
	take := func(steps []Step) error {
		s := newSequence(newFake(), broken{newFake()})
		for _, step := range steps {
			if err := s.Take(step); err != nil {
				table = s.Table()
				return err
			}
		}
		return nil
	}
	steps := []Step{
		Stray{Hello: []byte{0}},
		asks(2, &zk.ExistsRequest{Path: Root}, create("/b", zk.Ephemeral)),
		Open{Requests: asks(0, &zk.WhoAmIRequest{}).Requests},
		asks(1, zk.NewCreate(Root+"/a", []byte("x"), zk.Container, zk.ReadOnlyACL, 0)),
		Cut{Client: 1},
		Return{Client: 1, Password: wrong},
		asks(0, &zk.MultiRequest{Ops: []zk.Request{create("/c", zk.Persistent), create("/d", zk.Persistent)}}),
		Return{Client: 1, Requests: asks(0, &zk.SyncRequest{}).Requests},
		asks(0, &zk.ExistsRequest{Path: Root}, zk.NewCreate(Root+"/a", []byte("y"), zk.Ephemeral, nil, 0), &zk.SyncRequest{}),
		Expire{Client: 0},
	}
	fails := func(steps []Step) bool { return take(steps) != nil }
	if err := take(steps); err != ErrDisagree {
		t.Fatalf("after all steps: %v, want %v", err, ErrDisagree)
	}
	small := Shrink(steps, fails, func() bool { return false })
	if err := take(small); err != ErrDisagree {
		t.Fatalf("after it was made small: %v, want %v", err, ErrDisagree)
	}
	const want = `
   client  request                     real server                                    fake
   A       open a session              session 1, timeout 2000                        =
   A       create ~/a persistent null  3 ok ~/a                                       =
→  A       create ~/a persistent null  4 NodeExists                                   4 NotEmpty
                                       4 ok {IDs:[{Perms:0 Scheme:ip ID:127.0.0.1}]}  4 ok {IDs:[{Perms:0 Scheme:ip ID:127.0.0.1}]}
`
	if table != strings.TrimPrefix(want, "\n") {
		t.Errorf("the table is\n%s", table)
	}
	// Enough is enough.
	if got := Shrink(steps, fails, func() bool { return true }); len(got) != len(steps) {
		t.Errorf("%d steps are left, though it was enough before", len(got))
	}
}

// late is a server whose sessions may have expired, and the first so many of which fail.
type late struct {
	*fakeServer
	fails *int
}

func (l late) late() bool { return true }

func (l late) flush(conns []int) ([]received, error) {
	if *l.fails--; *l.fails >= 0 {
		return nil, errors.New("gone")
	}
	return l.fakeServer.flush(conns)
}

func TestASequenceBeginsAnew(t *testing.T) {
	for fails, want := range map[int]error{0: nil, 1: nil, patience: nil, patience + 1: ErrLate} {
		begun := 0
		run, err := newRun(func() (*Sequence, error) {
			begun++
			return newSequence(late{newFake(), &fails}, newFake()), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		failures := fails
		for range 3 {
			if err = run.Take(Open{}); err != nil {
				break
			}
		}
		if err != want {
			t.Errorf("%d failures: %v, want %v", failures, err, want)
		}
		if most := min(failures, patience) + 1; begun != most {
			t.Errorf("%d failures: begun %d times, want %d", failures, begun, most)
		}
	}
}

// The names of roots differ and have one hash code.
func TestRootNumbers(t *testing.T) {
	hash := func(name []byte) (h int32) {
		for _, b := range name {
			h = 31*h + int32(b)
		}
		return h
	}
	seen := map[string]bool{}
	for n := range 5000 {
		name := rootNumber(n)
		if seen[string(name)] || len(name) != len(Root) || hash(name) != hash([]byte(Root)) {
			t.Fatalf("number %d is %s", n, name)
		}
		seen[string(name)] = true
	}
	if !seen[Root] {
		t.Error("number 0 is not the one that steps speak of")
	}
	frame := []byte("x" + Root + "/a" + Root)
	name := rootNumber(77)
	there := rename(frame, []byte(Root), name)
	if back := rename(there, name, []byte(Root)); bytes.Equal(there, frame) || !bytes.Equal(back, frame) {
		t.Errorf("%s is %s there and %s again", frame, there, back)
	}
}

// What makes two answers the same.
func TestLens(t *testing.T) {
	stat := func(zxid, owner int64, time int64) zk.Stat {
		return zk.Stat{Czxid: zxid, Mzxid: zxid, Pzxid: zxid, Ctime: time, Mtime: time, EphemeralOwner: owner}
	}
	reply := func(zxid int64, s zk.Stat) []byte {
		return wire.AppendReply(nil, zk.Header{Xid: 1, Zxid: zxid}, &zk.StatReply{Stat: s})
	}
	exists := &zk.ExistsRequest{Path: Root}
	read := func(frame []byte, r zk.Request, base int64) answer {
		l := lens{base, map[int64]int64{}}
		l.session(77)
		return l.frame(frame, &[]request{{xid: 1, req: r}})
	}
	one := read(reply(110, stat(105, 77, 5)), exists, 100)
	for _, c := range []struct {
		name  string
		frame []byte
		want  bool
	}{
		{"other ids and times", reply(1010, stat(1005, 77, 9)), true},
		{"another zxid", reply(1011, stat(1005, 77, 9)), false},
		{"another zxid in the Stat", reply(1010, stat(1006, 77, 9)), false},
		{"another owner", reply(1010, stat(1005, 78, 9)), false},
		{"no owner", reply(1010, stat(1005, 0, 9)), false},
		{"before the sequence", reply(1010, stat(3, 77, 9)), false},
		{"something behind it", append(reply(1010, stat(1005, 77, 9)), 0), false},
		{"a byte missing", reply(1010, stat(1005, 77, 9))[:80], false},
	} {
		if got := read(c.frame, exists, 1000).equal(one); got != c.want {
			t.Errorf("%s: equal %v, want %v", c.name, got, c.want)
		}
	}
	// What all sequences share says nothing.
	if all := (&zk.ExistsRequest{Path: "/"}); !read(reply(110, stat(5, 0, 5)), all, 100).equal(read(reply(1010, stat(1005, 0, 9)), all, 1000)) {
		t.Error("the root of the tree is compared")
	}
}

func TestWrapped(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"short", "short"},
		{"two\nlines", "two|lines"},
		{strings.Repeat("a", 60), strings.Repeat("a", 56) + "|    aaaa"},
		{strings.Repeat("word ", 20), "word word word word word word word word word word word|    word word word word word word word word word "},
		{strings.Repeat("世", 57), strings.Repeat("世", 56) + "|    世"},
	} {
		if got := strings.Join(wrapped(c.text), "|"); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if got, want := visible("a\x00世\xff\nb"), "a\\u0000世�\nb"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
