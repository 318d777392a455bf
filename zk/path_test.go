package zk

import (
	"strings"
	"testing"
)

func TestValidPath(t *testing.T) {
	for _, c := range []struct {
		path string
		want bool
	}{
		{"/", true}, {"/a", true}, {"/a/b", true}, {"/ ", true}, {"/~", true}, {"/a.b", true}, {"/...", true}, {"/.a", true}, {"/a..", true},
		{"/é", true}, {"/世界", true}, {"/\u00a0", true}, {"/\ud7ff", true}, {"/\uf900", true}, {"/\uffef", true},
		{"/" + strings.Repeat("a", 5000), true},

		{"", false}, {"a", false}, {"a/b", false}, {"/a/", false}, {"//", false}, {"//a", false}, {"/a//b", false},
		{"/.", false}, {"/..", false}, {"/./a", false}, {"/a/..", false}, {"/a/../b", false},
		{"/\x00", false}, {"/a\x01", false}, {"/\x1f", false}, {"/\x7f", false}, {"/\u0080", false}, {"/\u009f", false},
		{"/\ue000", false}, {"/\uf8ff", false}, {"/\ufff0", false}, {"/\ufffd", false}, {"/\uffff", false},
		{"/\U00010000", false}, {"/a/😀", false}, {"/\U0010ffff", false},
		{"/\xff", false}, {"/\xe4\xb8", false}, {"/\xed\xa0\x80", false}, // broken, cut short, a lone surrogate
	} {
		if got := ValidPath(c.path); got != c.want {
			t.Errorf("%.20q: %v, want %v", c.path, got, c.want)
		}
	}
}
