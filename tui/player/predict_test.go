package player

import (
	"testing"

	"lockstep/scenarios"
	"lockstep/tui/uitest"
)

func TestPredictRight(t *testing.T) {
	r := read(t, "queue", Options{}, "n", "3")
	r.press("n", "n").sees("what do you think?", "When c1 lets go, who holds next?", "1  c2", "any of them")
	at := r.m.at().n()
	r.press("1").sees("✓ Right: c2.", "Only the one who watches c1's znode is told")
	if r.m.at().n() != at {
		t.Error("an answer is no step")
	}
	r.press("enter").misses("what do you think?")
	if r.m.at().n() <= at {
		t.Error("Enter does not go on")
	}
	r.sees("predicted 1 of 1")
	r.press("end").sees("You predicted 1 of 1.")
	r.press("g", "n", "n").misses("what do you think?")
	r.press("p").sees("No question is open here.")
}

func TestPredictWrong(t *testing.T) {
	r := read(t, "queue", Options{}, "n", "3")
	for range 30 {
		if r.m.overlay != nil {
			break
		}
		r.press("right")
	}
	r.sees("? When c1 lets go", "what do you think?")
	r.press("down", "down", "enter").sees("✗ Not “any of them”. It is: c2.", "Only the one who watches", "you see it happen")
	r.press("esc").misses("what do you think?").press("G").sees("You predicted 0 of 1.")
}

func TestPredictLater(t *testing.T) {
	r := read(t, "queue", Options{}, "n", "3")
	r.press("p").sees("No question is open here.")
	r.press("n", "n", "esc").sees("p asks it again.").press("right", "right").misses("what do you think?")
	r.press("p").sees("what do you think?", "1  c2").press("enter").sees("✓ Right")
}

func TestNoQuiz(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true}, "n", "3")
	for !r.m.at().atEnd() {
		r.press("right").misses("what do you think?")
	}
	r.misses("predicted")
}

func TestPredictInOwnWords(t *testing.T) {
	rec := *uitest.Record(t, "queue", "n", "3")
	rec.Questions = append([]scenarios.Asked(nil), rec.Questions...)
	q := *rec.Questions[0].Question
	q.Choices = nil
	rec.Questions[0].Question = &q
	r := readRun(t, &rec, Options{})
	r.press("n", "n", "enter").sees("what do you think?").press("C", "2", "enter").sees("✓ Right: c2.")
}

// Where the choices are numbers, a digit is the answer and not its place in the list.
func TestNumbersAsChoices(t *testing.T) {
	r := read(t, "session-expiry", Options{})
	r.press("n", "n", "n").sees("how many will believe")
	r.press("2").sees("✓ Right: 2.")
}

func TestAnswersInWords(t *testing.T) {
	m := New(uitest.Record(t, "queue", "n", "2"), Options{})
	for _, c := range []struct {
		answer any
		want   string
	}{
		{"c2", "c2"}, {"", "nobody"}, {nil, "the run does not say"}, {3, "3"}, {true, "true"},
		{[]string{"c1", "c2"}, "c1, c2"}, {[]any{"c1", 2}, "c1, 2"}, {[]string{}, "nobody"},
	} {
		if got := m.answerOf(scenarios.Asked{Answer: c.answer}); got != c.want {
			t.Errorf("%v in words is %q, want %q", c.answer, got, c.want)
		}
	}
}
