package look

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Over lays a box over the middle of lines of w cells. It does not touch the lines given.
func Over(lines, box []string, w int) []string {
	out := append([]string(nil), lines...)
	if len(box) == 0 || len(box) > len(lines) {
		return out
	}
	wide := Width(box[0])
	x, y := max(0, (w-wide)/2), (len(lines)-len(box))/2
	for i, line := range box {
		left := ansi.Truncate(lines[y+i], x, "")
		right := ansi.TruncateLeft(lines[y+i], x+wide, "")
		if Width(right) > w-x-wide {
			right = ansi.TruncateLeft(lines[y+i], x+wide+1, "")
		}
		// A wide character that the box cuts through leaves a gap.
		out[y+i] = left + strings.Repeat(" ", max(0, x-Width(left))) + line +
			strings.Repeat(" ", max(0, w-x-wide-Width(right))) + right
	}
	return out
}
