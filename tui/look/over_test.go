package look

import (
	"slices"
	"testing"
)

func TestOver(t *testing.T) {
	for _, c := range []struct {
		lines, box, want []string
	}{
		{[]string{"abcdef", "ghijkl", "mnopqr"}, []string{"XY"}, []string{"abcdef", "ghXYkl", "mnopqr"}},
		{[]string{"锁锁锁"}, []string{"XX"}, []string{"锁XX锁"}},
		{[]string{"a锁锁b"}, []string{"XX"}, []string{"a XX b"}}, // both are cut through
		{[]string{"abcdef"}, nil, []string{"abcdef"}},
		{[]string{"abcdef"}, []string{"XY", "XY"}, []string{"abcdef"}}, // too high
	} {
		before := slices.Clone(c.lines)
		if got := Over(c.lines, c.box, 6); !slices.Equal(got, c.want) {
			t.Errorf("%q over %q: %q, want %q", c.box, before, got, c.want)
		}
		if !slices.Equal(c.lines, before) {
			t.Errorf("the lines given are now %q", c.lines)
		}
	}
}
