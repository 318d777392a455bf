package pane

import (
	"strings"
	"testing"

	"lockstep/trace"
	"lockstep/tui/look"
)

// TestCanvas covers characters of all widths with others.
func TestCanvas(t *testing.T) {
	type at struct {
		x    int
		text string
	}
	for _, c := range []struct {
		name string
		puts []at
		want string
	}{
		{"plain", []at{{0, "ab"}, {1, "xy"}}, "axy   "},
		{"over the ends", []at{{-1, "ab"}, {5, "yz"}}, "b    y"},
		{"wide", []at{{0, "锁锁锁"}}, "锁锁锁"},
		{"over a left half", []at{{0, "锁锁锁"}, {2, "x"}}, "锁x 锁"},
		{"over a right half", []at{{0, "锁锁锁"}, {3, "x"}}, "锁 x锁"},
		{"wide over halves", []at{{0, "锁锁锁"}, {1, "锁"}}, " 锁 锁"},
		{"no room for a wide one", []at{{5, "锁"}}, "      "},
	} {
		canvas := newCanvas(6)
		for _, p := range c.puts {
			canvas.put(p.x, p.text, look.Normal)
		}
		if got := canvas.line(&look.Look{Signs: look.Unicode}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, odd := range []string{"e\u0301", "👩‍👩‍👧", "1\ufe0f\u20e3", "\x1b[31mred", "a\tb\nc", "\xff\xfe"} {
		canvas := newCanvas(6)
		canvas.put(1, plain(odd), look.Normal)
		if got := canvas.line(&look.Look{Signs: look.Unicode}); look.Width(got) != 6 {
			t.Errorf("%q becomes %q, of %d cells", odd, got, look.Width(got))
		}
	}
}

func TestNumbersOfSequentialNames(t *testing.T) {
	m := &Moment{Look: &look.Look{Signs: look.Unicode}}
	for _, c := range []struct{ name, want string }{
		{"lock-0000000000", "0…0"},
		{"_c_8d4a-lock-0000000042", "0…42"},
		{"lock-2147483647", "2147483647"},
		{"lock--2147483648", "-2147483648"},
		{"holder", "holder"},
		{"node7", "node7"},
	} {
		if got := m.brief(c.name); got != c.want {
			t.Errorf("%s in brief is %s, want %s", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		forms []string
		w     int
		want  string
	}{
		{[]string{"exists lock-0000000007, watch", "exists 0…7, watch", "exists"}, 20, "exists 0…7, watch"},
		{[]string{"lock-0000000012"}, 6, "…00012"},
		{[]string{"c17: create fails"}, 10, "c17: crea…"},
		{[]string{"create"}, 2, ""},
	} {
		if got := m.choose(c.forms, c.w); got != c.want {
			t.Errorf("of %q in %d cells remains %q, want %q", c.forms, c.w, got, c.want)
		}
	}
}

// TestEveryMessageHasWords says messages of all sorts.
func TestEveryMessageHasWords(t *testing.T) {
	m := &Moment{Look: &look.Look{Signs: look.Unicode}}
	for class := trace.Request; class <= trace.Hangup; class++ {
		for _, op := range append(trace.Ops(), trace.NoOp) {
			for _, msg := range []trace.Msg{{}, {Watch: true}, {Err: "NoNode"}, {Err: "NodeExists"}, {Path: "/lock/lock-0000000001", Text: "[a b]"}} {
				msg.Class, msg.Op = class, op
				forms := m.message(&msg)
				if len(forms) == 0 {
					t.Errorf("%v %v: no words", class, op)
				}
				for i, f := range forms {
					if strings.HasPrefix(f, "lane.") || strings.Contains(f, "{") {
						t.Errorf("%v %v: form %d is %q", class, op, i, f)
					}
				}
			}
		}
	}
}
