package scenarios

import (
	"slices"
	"testing"

	"lockstep/trace"
)

func TestStops(t *testing.T) {
	for _, name := range Names() {
		r := recordLesson(t, name, nil)
		stops := r.Stops()
		if e := r.Trace.Cursor().At(stops[0] - 1); e.Kind != trace.Say {
			t.Errorf("%s: the first stop comes after %v, want what the narrator says", name, e.Kind)
		}
		if last := stops[len(stops)-1]; last != r.Trace.Len() {
			t.Errorf("%s: the last stop is %d of %d", name, last, r.Trace.Len())
		}
		for i := 1; i < len(stops); i++ {
			if stops[i] <= stops[i-1] {
				t.Fatalf("%s: stops do not rise: %v", name, stops)
			}
		}
		for _, begin := range r.Beats[1:] {
			if _, ok := slices.BinarySearch(stops, begin); !ok && begin > stops[0] {
				t.Errorf("%s: no stop before the beat that begins with event %d", name, begin)
			}
		}
	}
}

// recordLesson records a lesson with the values of parameters.
func recordLesson(t *testing.T, name string, values map[string]string) *Recording {
	t.Helper()
	s, err := Lesson(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(values)
	if err != nil {
		t.Fatal(err)
	}
	return record(t, p)
}

func TestJudgingAnswers(t *testing.T) {
	for _, c := range []struct {
		answer any
		given  string
		words  string
		right  bool
	}{
		{"c2", "C2", "c2", true},
		{"c2", " c2 ", "c2", true},
		{"c2", "c3", "c2", false},
		{2, "2", "2", true},
		{true, "True", "true", true},
		{[]string{"c1", "c2"}, "c1 c2", "c1, c2", true},
		{[]string{"c1", "c2"}, "[c1; c2]", "c1, c2", true},
		{[]string{"c1", "c2"}, "c2, c1", "c1, c2", false},
		{"", "", "", true},
		{nil, "c1", "", false},
	} {
		a := Asked{Answer: c.answer}
		if a.Words() != c.words || a.Right(c.given) != c.right {
			t.Errorf("%v: %q is %v, want %v; in words %q, want %q", c.answer, c.given, a.Right(c.given), c.right, a.Words(), c.words)
		}
	}
}
