package player

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lockstep/fault"
	"lockstep/scenarios"
	"lockstep/trace"
)

// holding steps to where the first process holds.
func holding(t *testing.T) *reader {
	t.Helper()
	r := read(t, "queue", Options{NoQuiz: true}, "n", "3")
	return r.press("n")
}

// crash enters the branch in which the holder crashes.
func (r *reader) crash() *reader {
	r.t.Helper()
	r.run(r.m.enterBranch(scenarios.Move{At: r.m.at().n(), Fault: &fault.Fault{Kind: fault.Crash, Node: "c1"}}))
	return r.sees("crash c1")
}

func TestBranching(t *testing.T) {
	r := holding(t)
	before := r.screen()
	main := r.m.at().rec
	length := main.Trace.Len()
	r.crash().sees("A branch: crash c1.", "╭ sessions")
	marks := []trace.Mark{}
	for _, l := range r.m.at().rec.Trace.Summary().Landmarks {
		if l.Event >= r.m.at().from {
			marks = append(marks, l.Mark)
		}
	}
	if !strings.HasPrefix(strings.Join(names(marks), " "), "crash fault") && !strings.HasPrefix(strings.Join(names(marks), " "), "fault crash") ||
		!strings.Contains(strings.Join(names(marks), " "), "expiry acquired") {
		t.Errorf("the branch goes on with %v", names(marks))
	}
	r.press("right", "right")
	there := r.screen()
	r.press("b").sees("main", "crash c1", "you are at beat").press("up", "enter").sees("On the branch “main”.")
	r.press("x")
	if r.screen() != before || r.m.at().rec != main || main.Trace.Len() != length {
		t.Errorf("main has changed:\n%s\nit was\n%s", r.screen(), before)
	}
	r.press("b", "down", "enter", "x")
	if r.screen() != there {
		t.Errorf("the place in the branch is lost:\n%s\nit was\n%s", r.screen(), there)
	}
}

func names(marks []trace.Mark) []string {
	var out []string
	for _, m := range marks {
		for _, l := range []struct {
			m trace.Mark
			s string
		}{{trace.CrashMark, "crash"}, {trace.FaultMark, "fault"}, {trace.ExpiryMark, "expiry"}, {trace.AcquiredMark, "acquired"}} {
			if l.m == m {
				out = append(out, l.s)
			}
		}
	}
	return out
}

func TestBranchesOfBranches(t *testing.T) {
	r := holding(t).crash()
	r.press("right")
	r.run(r.m.enterBranch(scenarios.Move{At: r.m.at().n(), Fault: &fault.Fault{Kind: fault.Pause, Node: "c2"}}))
	r.press("b").sees("main", "╰─ crash c1", "  ╰─ pause c2")
}

func TestQuestionsOfABranch(t *testing.T) {
	r := read(t, "queue", Options{}, "n", "3")
	r.press("n") // what is asked about the holder's release is asked only where it releases
	r.run(r.m.enterBranch(scenarios.Move{At: r.m.at().n(), Pick: &scenarios.Pick{Node: scenarios.NextStep}}))
	for range 60 {
		if r.m.overlay != nil || r.m.at().atEnd() {
			break
		}
		r.press("right")
	}
	r.sees("what do you think?").press("esc")
	r.press("b", "up", "enter", "n").sees("what do you think?") // each run asks for itself
}

func TestSaving(t *testing.T) {
	t.Chdir(t.TempDir())
	r := holding(t)
	r.press("W").sees("This is the lesson itself.")
	r.crash().press("W").sees("save this branch", "queue-crash-c1.yaml").press("enter").
		sees("The same again: lockstep run queue-crash-c1.yaml")
	saved, err := os.ReadFile("queue-crash-c1.yaml")
	if err != nil || len(saved) == 0 {
		t.Fatalf("saved %d bytes: %v", len(saved), err)
	}
	again, err := scenarios.Find("queue-crash-c1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := again.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := scenarios.Record(context.Background(), plan, 0, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := run.Result.Acquired, r.m.Recording().Result.Acquired; !slices.Equal(got, want) || run.Trace.End() != r.m.Recording().Trace.End() {
		t.Errorf("the saved branch acquires %v and ends at %v, not %v at %v", got, run.Trace.End(), want, r.m.Recording().Trace.End())
	}
	if err := os.WriteFile("queue-crash-c1.yaml", []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	r.press("W", "enter").sees("queue-crash-c1.yaml is there already. Write over it?").press("n").misses("sure?")
	if now, _ := os.ReadFile("queue-crash-c1.yaml"); string(now) != "mine" {
		t.Error("it wrote over a file without being told to")
	}
	r.press("W", "enter", "y").sees("Saved.")
	if now, _ := os.ReadFile("queue-crash-c1.yaml"); string(now) != string(saved) {
		t.Error("it did not write over the file")
	}
	r.press("W", "ctrl+u")
	for _, c := range filepath.Join("no", "such", "x.yaml") {
		r.press(string(c))
	}
	r.press("enter").sees("It is not written: no such file or directory", filepath.Join("no", "such", "x.yaml"))
	if n := strings.Count(r.screen(), "x.yaml"); n != 1 {
		t.Errorf("the path is there %d times:\n%s", n, r.screen())
	}
	r.press("esc").misses("save this branch")
	r.press("q")
	if len(r.got) != 1 {
		t.Error("q asks although the branch is saved")
	}
}

func TestLeavingBranchesAsks(t *testing.T) {
	r := holding(t).crash()
	r.press("q").sees("Your branches are not saved.").press("n").misses("sure?")
	if len(r.got) != 0 {
		t.Fatal("n leaves")
	}
	r.press("q", "y")
	if len(r.got) != 1 {
		t.Error("y does not leave")
	}
}

func TestAStoppedJobChangesNothing(t *testing.T) {
	r := holding(t)
	cmd := r.m.enterBranch(scenarios.Move{At: r.m.at().n(), Fault: &fault.Fault{Kind: fault.Crash, Node: "c1"}})
	if !r.m.Busy() {
		t.Error("not busy while a branch is recorded")
	}
	r.m.Update(jobNews{of: r.m.overlay.(*job)})
	r.sees("Looking …", "esc stops it")
	r.press("esc").sees("Stopped.")
	r.run(cmd)
	if r.m.Busy() || len(r.m.branches) != 1 {
		t.Error("a branch that was stopped is there")
	}
}
