package progress

import (
	"os"
	"path/filepath"
	"testing"
)

func TestProgressStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lockstep", "progress.json")
	s := Open(path)
	if got := s.Of("herd"); got != New {
		t.Fatalf("a fresh profile has herd %v, want New", got)
	}
	for _, step := range []struct {
		lesson string
		state  State
	}{{"herd", Opened}, {"herd", Done}, {"queue", Opened}, {"herd", Opened}} {
		if err := s.Reach(step.lesson, step.state); err != nil {
			t.Fatal(err)
		}
	}
	again := Open(path)
	if again.Of("herd") != Done || again.Of("queue") != Opened || again.Of("children") != New {
		t.Errorf("read again: herd %v, queue %v, children %v; want Done, Opened, New", again.Of("herd"), again.Of("queue"), again.Of("children"))
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "progress-*")); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	if err := again.Reset(); err != nil {
		t.Fatal(err)
	}
	if got := Open(path).Of("herd"); got != New {
		t.Errorf("after the reset herd is %v, want New", got)
	}
}

// What two windows have reached is kept, whoever writes last.
func TestTwoWindows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	a, b := Open(path), Open(path)
	if err := a.Reach("herd", Done); err != nil {
		t.Fatal(err)
	}
	if err := b.Reach("queue", Opened); err != nil {
		t.Fatal(err)
	}
	if s := Open(path); s.Of("herd") != Done || s.Of("queue") != Opened {
		t.Errorf("herd %v, queue %v; want Done, Opened", s.Of("herd"), s.Of("queue"))
	}
}

func TestDamagedFileIsANewStart(t *testing.T) {
	for _, text := range []string{"", "no JSON", `{"version": "x"}`, `[]`, `{"version": 1, "lessons": 7}`, `{"version": 1, "lessons": {"herd": "half"}}`} {
		path := filepath.Join(t.TempDir(), "progress.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		s := Open(path)
		if s.Of("herd") != New || s.Newer() {
			t.Errorf("%q: herd %v, newer %v", text, s.Of("herd"), s.Newer())
		}
		if err := s.Reach("herd", Done); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if Open(path).Of("herd") != Done {
			t.Errorf("%q: not saved", text)
		}
	}
}

func TestNewerFileIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "progress.json")
	const text = `{"version": 2, "lessons": [{"herd": 0.5}]}`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s := Open(path)
	if !s.Newer() {
		t.Error("a file of version 2 is not known as newer")
	}
	if s.Reach("herd", Done) == nil || s.Reset() == nil {
		t.Error("a newer file was written without a word")
	}
	if got, _ := os.ReadFile(path); string(got) != text {
		t.Errorf("the newer file is now %q", got)
	}
}

func TestNoFolder(t *testing.T) {
	s := Open("")
	if err := s.Reach("herd", Done); err != nil || s.Of("herd") != Done {
		t.Errorf("without a folder: %v, %v", s.Of("herd"), err)
	}
}
