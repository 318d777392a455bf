package scenarios

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"title", "text", "timeout", "n", "c1", "c2", "zk", "max_holders"}
	for word, want := range map[string]string{
		"titel": "title", "Title": "title", "txt": "text", "timout": "timeout", "tmeotu": "timeout",
		"max_holder": "max_holders", "zk1": "zk", "c3": "", "m": "", "": "", "somebody": "",
	} {
		if got := nearest(word, words); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"abc", "acb", 1}, {"abc", "abd", 1},
		{"abc", "bc", 1}, {"ca", "abc", 3}, {"日本", "本日", 1},
	} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("%q to %q: got %d, back %d, want %d", c.a, c.b, got, distance(c.b, c.a), c.want)
		}
	}
}
