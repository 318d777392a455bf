package player

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every sentence that the player asks for is in the catalogue, and the other way round.
func TestCatalogue(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") && f.Name() != "english.go" {
			src, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			all.Write(src)
		}
	}
	src := all.String()
	for _, m := range regexp.MustCompile(`say\("([a-z.]+)"`).FindAllStringSubmatch(src, -1) {
		if English[m[1]] == "" {
			t.Errorf("the catalogue has no %q", m[1])
		}
	}
	for _, b := range bindings() {
		if English[b.text] == "" || b.bar != helpOnly && English[b.text+".short"] == "" {
			t.Errorf("the catalogue does not say what %s does", b.shown)
		}
	}
	for key := range English {
		if !strings.Contains(src, `"`+strings.TrimSuffix(key, ".short")+`"`) {
			t.Errorf("nobody says %q", key)
		}
	}
}
