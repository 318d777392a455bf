package player

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Whoever presses nothing but → has read within ten beats for whom c2 waits, and for whom not.
func TestNewcomer(t *testing.T) {
	r := read(t, "queue", Options{})
	for range 10 {
		if r.press("right"); strings.Contains(spaced(r.screen()), "c2 waits for c1's znode lock-0000000000, the one just before its own, and for nothing else") {
			return
		}
	}
	t.Fatalf("not told within ten beats:\n%s", r.screen())
}

// spaced is a screen as one line of words, without frames.
func spaced(screen string) string {
	return strings.Join(strings.FieldsFunc(screen, func(c rune) bool { return strings.ContainsRune(" \n│", c) }), " ")
}

var countdown = regexp.MustCompile(`c1 +\S+ +(\d+\.?\d*) s left`)

// At the step where the holder holds, f and crash: the branch shows how the session's time runs out,
// its end, what the next in line is told, and that it holds. The lesson has not changed.
func TestCrashOfTheHolder(t *testing.T) {
	r := read(t, "queue", Options{NoQuiz: true})
	r.m.SetSize(100, 36)
	for !strings.Contains(r.screen(), "○ c2") || !strings.Contains(r.screen(), "waits for c1") {
		r.press("right")
	}
	before := r.screen()
	r.press("f").sees("crash c1", "its session expires in", "c2 is next").press("enter").sees("A branch: crash c1.")

	var left []float64
	expired, told := false, false
	for range 200 {
		screen := r.screen()
		if found := countdown.FindStringSubmatch(screen); found != nil {
			seconds, _ := strconv.ParseFloat(found[1], 64)
			left = append(left, seconds)
		}
		expired = expired || strings.Contains(screen, "c1's session expires")
		told = told || expired && strings.Contains(screen, "Deleted lock-0000000000")
		if told && strings.Contains(screen, "● c2") {
			break
		}
		r.press(">")
	}
	if len(left) < 2 || left[len(left)-1] >= left[0] {
		t.Errorf("the countdown shows %v", left)
	}
	if !expired || !told {
		t.Errorf("expired %v, told %v", expired, told)
	}
	r.sees("● c2")

	r.press("b", "up", "enter", "x")
	if r.screen() != before {
		t.Errorf("the lesson has changed:\n%s\nit was\n%s", r.screen(), before)
	}
}
