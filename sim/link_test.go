package sim

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lockstep/fault"
	"lockstep/trace"
)

// listener is a node that remembers what it hears.
type listener struct{ heard []int }

type note int

func (n note) Tag() trace.Tag { m := n.Describe(); return m.Tag() }
func (n note) Describe() trace.Msg {
	return trace.Msg{Class: trace.Request, Op: trace.Other, Text: fmt.Sprint(int(n))}
}
func (n note) Fingerprint(h *Hash) { h.Int(int64(n)) }

func (l *listener) Start(Place) {}
func (l *listener) Recv(p Place, from trace.Node, m Message) {
	if n, ok := m.(note); ok {
		l.heard = append(l.heard, int(n))
	}
}
func (l *listener) Fire(Place, Timer)   {}
func (l *listener) Clone() Node         { return &listener{slices.Clone(l.heard)} }
func (l *listener) Fingerprint(h *Hash) { h.Int(int64(len(l.heard))) }

// Whatever the network goes through, what arrives on a link arrives in the order in which it was
// sent, and once the network is well again, all of it has arrived.
func TestLinkKeepsOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w := New(trace.New(true), Options{Seed: rapid.Uint64().Draw(r, "seed"), Latency: 5, Jitter: time.Duration(rapid.IntRange(0, 20).Draw(r, "jitter"))})
		to := &listener{}
		a := w.Add("a", trace.Process, &listener{})
		b := w.Add("b", trace.Server, to)
		sent := 0
		for range rapid.IntRange(1, 80).Draw(r, "operations") {
			switch rapid.IntRange(0, 8).Draw(r, "operation") {
			case 0, 1, 2:
				sent++
				w.Place(a).Send(b, note(sent))
			case 3, 4, 5:
				w.Step()
			case 6:
				w.Inject(fault.Fault{Kind: fault.Cut, Node: "a"})
			case 7:
				w.Inject(fault.Fault{Kind: fault.Heal, Node: "a"})
			case 8:
				kind := rapid.SampledFrom([]fault.Kind{fault.Pause, fault.Resume, fault.Delay}).Draw(r, "fault")
				w.Inject(fault.Fault{Kind: kind, Node: "b", Peer: "", By: time.Duration(rapid.IntRange(0, 30).Draw(r, "by"))})
				w.Inject(fault.Fault{Kind: fault.Delay, Node: "a", By: time.Duration(rapid.IntRange(0, 30).Draw(r, "delay"))})
			}
		}
		w.Inject(fault.Fault{Kind: fault.Heal, Node: "a"})
		w.Inject(fault.Fault{Kind: fault.Resume, Node: "b"})
		for w.Step() {
		}
		if len(to.heard) != sent || !slices.IsSorted(to.heard) {
			r.Fatalf("sent 1 to %d, heard %v", sent, to.heard)
		}
		if !w.Quiet() || w.Trace().Head().InFlight != nil && len(w.Trace().Head().InFlight) > 0 {
			r.Fatalf("something is still under way: %v", w.Trace().Head().InFlight)
		}
	})
}

// A crash loses what comes to the node, not what it had sent.
func TestCrashAndMessages(t *testing.T) {
	w := New(trace.New(true), Options{Latency: 5})
	la, lb := &listener{}, &listener{}
	a, b := w.Add("a", trace.Process, la), w.Add("b", trace.Server, lb)
	if err := w.Inject(fault.Fault{Kind: fault.Crash, Node: "a"}); err == nil {
		t.Error("crashed before it was started")
	}
	w.Start(a)
	w.Place(a).Send(b, note(1))
	w.Place(b).Send(a, note(2))
	if err := w.Inject(fault.Fault{Kind: fault.Crash, Node: "a"}); err != nil {
		t.Fatal(err)
	}
	for w.Step() {
	}
	if len(la.heard) != 0 || fmt.Sprint(lb.heard) != "[1]" {
		t.Errorf("a heard %v, b heard %v", la.heard, lb.heard)
	}
	if err := w.Inject(fault.Fault{Kind: fault.Restart, Node: "a"}); err != nil {
		t.Fatal(err)
	}
	w.Place(b).Send(a, note(3))
	for w.Step() {
	}
	if fmt.Sprint(la.heard) != "[3]" {
		t.Errorf("after the restart a heard %v", la.heard)
	}
}

// Take lets a person choose: the time does not go back, and what was due earlier comes late.
func TestChoices(t *testing.T) {
	w := New(trace.New(true), Options{Latency: 5})
	l := &listener{}
	a, b, c := w.Add("a", trace.Process, &listener{}), w.Add("b", trace.Process, &listener{}), w.Add("c", trace.Server, l)
	w.Place(a).Send(c, note(1))
	w.Place(a).Send(c, note(2))
	w.Advance(2)
	w.Place(b).Send(c, note(3))
	choices := w.Choices()
	if len(choices) != 2 || choices[0].From != a || choices[1].From != b {
		t.Fatalf("choices %+v", choices)
	}
	w.Take(choices[1])
	if w.Now() != 7 {
		t.Errorf("now is %d, want 7", w.Now())
	}
	for w.Step() {
	}
	if fmt.Sprint(l.heard) != "[3 1 2]" || w.Now() != 7 {
		t.Errorf("heard %v at %d", l.heard, w.Now())
	}
}

// Who has closed a connection hears nothing of it any more, whatever its peer sends before it
// notices. What the peer sends afterwards is of another connection.
func TestHangup(t *testing.T) {
	w := New(trace.New(true), Options{Latency: 5})
	la, lb := &listener{}, &listener{}
	a, b := w.Add("a", trace.Process, la), w.Add("b", trace.Server, lb)
	w.Place(b).Send(a, note(1)) // under way when a hangs up
	w.Place(a).Send(b, note(2)) // before it, so it arrives
	w.Place(a).Hangup(b, 1)
	w.Place(b).Send(a, note(3)) // b has not noticed yet
	for w.Step() {
	}
	w.Place(b).Send(a, note(4))
	for w.Step() {
	}
	if fmt.Sprint(la.heard) != "[4]" || fmt.Sprint(lb.heard) != "[2]" {
		t.Errorf("a heard %v, b heard %v", la.heard, lb.heard)
	}
	if len(w.Trace().Head().InFlight) > 0 || !w.Quiet() {
		t.Error("something is still under way")
	}
}
