package browser

import (
	"strings"
	"testing"
)

// While a dialog has the keys, the last line of the screen is about them.
func TestFooterOfDialogs(t *testing.T) {
	for key, want := range map[string]string{
		"R": "y forget   n keep", "e": "enter start", "o": "enter open   esc back", "?": "any key back",
	} {
		r := read(t, 80, 24)
		r.press(key)
		lines := strings.Split(r.screen(), "\n")
		if last := lines[len(lines)-1]; !strings.HasPrefix(last, " "+want) {
			t.Errorf("%s: the last line is %q, want %q", key, last, want)
		}
	}
}

// Where a filter finds a lesson by a tag, the tag is to be seen in the list, in a small window too.
func TestFilterShowsTheTag(t *testing.T) {
	for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}} {
		r := read(t, size[0], size[1])
		list := func() string {
			return strings.Join(r.listView(r.areas().list), "\n")
		}
		if size[0] == 60 && strings.Contains(list(), "sequential znodes") {
			t.Fatalf("%v: the list shows tags anyhow:\n%s", size, list())
		}
		r.press("/")
		for _, c := range "sequential" {
			r.press(string(c))
		}
		if got := strings.Count(list(), "sequential znodes"); got < 2 {
			t.Errorf("%v: the tag is not in the list:\n%s", size, list())
		}
		for range "sequential" {
			r.press("backspace")
		}
		for _, c := range "queue" { // found by its title
			r.press(string(c))
		}
		if size[0] == 60 && strings.Contains(list(), "sequential znodes") {
			t.Errorf("%v: a tag that was not looked for:\n%s", size, list())
		}
	}
}
