package scenarios

import (
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed lessons/*.yaml
var lessons embed.FS

// order is the order in which lessons are taught.
var order = []string{"herd", "queue", "children", "crash-persistent", "crash-ephemeral", "session-expiry",
	"predecessor-died"}

// Names lists the embedded lessons in the order in which they are taught.
func Names() []string { return slices.Clone(order) }

// Name is what the scenario is called: its file's name without ".yaml".
func (s *Scenario) Name() string { return strings.TrimSuffix(filepath.Base(s.File), ".yaml") }

// Lesson reads an embedded lesson.
func Lesson(name string) (*Scenario, error) {
	file := path.Join("lessons", name+".yaml")
	src, err := lessons.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("there is no lesson %q; expected one of %s, or a file that ends in .yaml",
			name, strings.Join(order, ", "))
	}
	return Parse(file, src)
}

// Find reads an embedded lesson by its name, or a file of the user's by its path.
func Find(nameOrFile string) (*Scenario, error) {
	if !strings.HasSuffix(nameOrFile, ".yaml") && !strings.HasSuffix(nameOrFile, ".yml") {
		return Lesson(nameOrFile)
	}
	src, err := os.ReadFile(nameOrFile)
	if err != nil {
		return nil, err
	}
	return Parse(nameOrFile, src)
}
