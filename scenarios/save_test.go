package scenarios

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/fault"
	"lockstep/trace"
)

// The branch of the first lesson that everybody tries, as a file.
func TestSaveQueue(t *testing.T) {
	r := recordLesson(t, "queue", map[string]string{"n": "2"})
	b := branch(t, r, Move{At: after(t, r, trace.AcquiredMark), Fault: crash("c1")})
	b = branch(t, b, Move{At: b.Trace.Len() - 30, Fault: &fault.Fault{Kind: fault.Cut, Node: "c2", Peer: "zk"}})
	var file bytes.Buffer
	if err := b.Save(&file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"title: The queue (branch)\n", "processes: 2\n", "  - start: c1\n", "  - crash: c1\n",
		"  - cut:\n      node: c2\n      from: zk\n", "expect:\n  - max_holders == ",
	} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &file)
		}
	}
}

// A run that does not fit into a file is not saved at all.
func TestSaveTooLong(t *testing.T) {
	s, err := Lesson("queue")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(map[string]string{"n": "2000"})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := record(t, p).Save(&file); err == nil || !strings.Contains(err.Error(), "does not fit") || file.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, file.Len())
	}
	stopped := &Recording{Stopped: errors.New("no holder")}
	if err := stopped.Save(&file); err == nil || file.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, file.Len())
	}
}

// Any text that a scenario can say is saved so that it says it again.
func TestSaveAnyText(t *testing.T) {
	text := rapid.StringOf(rapid.OneOf(
		rapid.SampledFrom([]rune("{}=#:-?!&*%@`'\"\\|>[], \nab0~.")),
		rapid.Rune(),
	))
	herd := variants(t)["herd"]
	rapid.Check(t, func(rt *rapid.T) {
		p := *herd
		said := Step{Kind: Say, Text: strings.TrimRight(strings.Map(allowed, text.Draw(rt, "said")), "\n")}
		p.Script = []Step{said}
		p.Expect = nil
		p.Text = strings.TrimRight(strings.Map(allowed, text.Draw(rt, "text")), "\n")
		r, err := Record(context.Background(), &p, 1, nil, nil)
		if err != nil {
			rt.Fatal(err)
		}
		var file bytes.Buffer
		if err := r.Save(&file); err != nil {
			rt.Fatalf("%v\n%+v", err, r.file())
		}
		s, err := Parse("saved.yaml", file.Bytes())
		if err != nil {
			rt.Fatal(err)
		}
		saved, err := s.Bind(nil)
		if err != nil {
			rt.Fatal(err)
		}
		if got := saved.Script[0].Text; got != said.Text || saved.Text != p.Text {
			rt.Fatalf("said %q and %q, saved %q and %q in\n%s", said.Text, p.Text, got, saved.Text, &file)
		}
	})
}

// allowed leaves out what no scenario may have.
func allowed(r rune) rune {
	if e := (&source{lines: []string{string(r)}}).checkCharacters(); e != nil && r != '\n' {
		return -1
	}
	return r
}
