package scenarios

import (
	"strings"
	"testing"
)

// TestErrorWindow holds that an error stays readable whatever the line is.
func TestErrorWindow(t *testing.T) {
	long := strings.Repeat("a", 70) + "!" + strings.Repeat("b", 500) + "?"
	for _, c := range []struct {
		line   string
		column int
		want   string
		at     int
	}{
		{"title: x", 8, "title: x", 8},
		{"title:\tx\x1b[31m", 7, "title:→x�[31m", 7},
		{long, 1, long[:100] + "…", 1},
		{long, 71, "…" + long[21:121] + "…", 51},
		{long, 572, "…" + long[472:], 101},
	} {
		if got, at := window(c.line, c.column); got != c.want || at != c.at {
			t.Errorf("column %d: got %q at %d, want %q at %d", c.column, got, at, c.want, c.at)
		}
	}
}
