package player

import (
	"regexp"
	"strings"
	"testing"

	"lockstep/scenarios"
	"lockstep/tui/look"
)

// shortened is what may be: the zeros of a number, a session's id, and who is left out of a list.
var shortened = regexp.MustCompile(`lock-…\d|0…\d|0x1…[0-9a-f]+|… \d+ others|… and \d+|… \d+ more`)

// Nothing on a lesson's screens is cut, from 80 columns on.
func TestNothingIsCut(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 50}} {
		for _, l := range scenarios.Names() {
			r := read(t, l, Options{NoQuiz: true, Look: &look.Look{Signs: look.Unicode}})
			r.m.SetSize(size[0], size[1])
			for !r.m.at().atEnd() {
				for _, line := range strings.Split(r.screen(), "\n") {
					if strings.Contains(shortened.ReplaceAllString(line, ""), "…") {
						t.Errorf("%s at %v, %s: %s", l, size, r.m.at().rec.Plan.Scenario.Title, line)
					}
				}
				r.press("right")
			}
		}
	}
}
