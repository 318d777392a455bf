package zkcore

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
	"lockstep/zk/zkgen"
)

// machine takes random steps with a core, of all that can be asked of one.
type machine struct {
	core     *Core
	now      int64
	sessions []zk.ConnectReply
}

func newMachine(o Options) *machine {
	m := &machine{core: New(o)}
	for range 3 {
		m.open()
	}
	return m
}

func (m *machine) open() {
	reply, _ := m.core.Connect(m.now, &zk.ConnectRequest{Timeout: 10_000})
	m.sessions = append(m.sessions, reply)
}

// step gives what the step was and what came of it.
func (m *machine) step(r zkgen.Source) string {
	var seen recorder
	i := r.IntN(len(m.sessions))
	s := m.sessions[i]
	switch r.IntN(40) {
	case 0:
		m.now += int64(r.IntN(9000))
		expired := m.core.Expire(m.now, &seen)
		return fmt.Sprintf("expire at %d: %x %v", m.now, expired, seen)
	case 1:
		m.now += SweepInterval
		m.core.Sweep(m.now, &seen)
		return fmt.Sprint("sweep: ", seen)
	case 2:
		m.core.Disconnect(s.Session)
		return fmt.Sprintf("disconnect %x", s.Session)
	case 3:
		password := s.Password
		password[0] ^= byte(r.IntN(2))
		reply, v := m.core.Connect(m.now, &zk.ConnectRequest{Session: s.Session, Password: password, Timeout: 10_000, LastZxid: m.core.Zxid() + int64(r.IntN(5)) - 3})
		return fmt.Sprint("connect: ", reply, v)
	case 4:
		m.sessions = append(m.sessions[:i:i], m.sessions[i+1:]...)
		m.open()
		hdr, _, next := m.core.Request(m.now, s.Session, 1, &zk.CloseRequest{}, &seen)
		return fmt.Sprint("close: ", hdr, next, seen)
	}
	req := zkgen.Gen{Source: r}.Request(m.core.Zxid())
	hdr, reply, next := m.core.Request(m.now, s.Session, 1, req, &seen)
	if m, ok := reply.(*zk.MultiReply); ok {
		text := ""
		for _, result := range m.Results {
			text += fmt.Sprintf("{%v %v %+v}", result.Op, result.Err, result.Reply)
		}
		return fmt.Sprintf("%s %s: %v %s %d %v", req.Op(), describe(req), hdr, text, next, seen)
	}
	return fmt.Sprintf("%s %s: %v %+v %d %v", req.Op(), describe(req), hdr, reply, next, seen)
}

func randomOptions(t *rapid.T) Options {
	return Options{
		ServerID: 1, Epoch: epoch,
		Sorted:   rapid.Bool().Draw(t, "sorted"),
		Overflow: Overflow(rapid.IntRange(0, 1).Draw(t, "overflow")),
	}
}

// The same steps have the same outcome.
func TestDeterminism(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, seed := randomOptions(t), rapid.Uint64().Draw(t, "seed")
		a, b := newMachine(o), newMachine(o)
		ra, rb := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 0))
		for range 60 {
			if x, y := a.step(ra), b.step(rb); x != y {
				t.Fatalf("\n%s\n%s", x, y)
			}
		}
		if x, y := print(a.core), print(b.core); x != y {
			t.Fatalf("\n%s\n%s", x, y)
		}
	})
}

// FuzzCore lets a fuzzer choose the steps.
func FuzzCore(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x10\x20\x30\x40\x50\x60"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		m := newMachine(Options{ServerID: 1})
		r := &bytesChooser{choices}
		for len(r.left) > 0 {
			m.step(r)
		}
		checkInvariants(t, m.core)
		if x, y := print(m.core), print(m.core.Clone()); x != y {
			t.Fatalf("\n%s\nand the clone\n%s", x, y)
		}
	})
}

type bytesChooser struct{ left []byte }

func (b *bytesChooser) IntN(n int) int {
	if len(b.left) == 0 {
		return 0
	}
	v := int(b.left[0])
	b.left = b.left[1:]
	return v % n
}

func describe(r zk.Request) string {
	var ops []zk.Request
	switch r := r.(type) {
	case *zk.MultiRequest:
		ops = r.Ops
	case *zk.MultiReadRequest:
		ops = r.Ops
	default:
		return fmt.Sprintf("%+v", r)
	}
	s := ""
	for _, op := range ops {
		s += fmt.Sprintf("\n    %s %+v", op.Op(), op)
	}
	return s
}
