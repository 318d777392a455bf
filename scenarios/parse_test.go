package scenarios

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected errors")

// TestBroken holds every way of writing a scenario wrongly to the exact words that a reader
// gets. A change in them must be read before it is accepted.
func TestBroken(t *testing.T) {
	files, err := filepath.Glob("testdata/broken/*.yaml")
	if err != nil || len(files) < 20 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse(filepath.Base(file), src)
			if err == nil {
				t.Fatal("parsed without an error")
			}
			golden := strings.TrimSuffix(file, ".yaml") + ".err"
			got := err.Error() + "\n"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// TestErrorFields holds that an error can be taken apart as well as read.
func TestErrorFields(t *testing.T) {
	_, err := Parse("two.yaml", []byte("title: Two\nlok: queue\n"))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is no *Error", err)
	}
	if e.File != "two.yaml" || e.Line != 1 || e.Column != 1 {
		t.Errorf("the first error is at %s:%d:%d", e.File, e.Line, e.Column)
	}
	all, ok := err.(Errors)
	if !ok || len(all) != 2 {
		t.Fatalf("got %T with %d errors", err, len(all))
	}
	second := all[1]
	if second.Line != 2 || second.Found != `unknown key "lok"` || second.Suggestion != "lock" || second.Source != "lok: queue" {
		t.Errorf("got %+v", second)
	}
}
