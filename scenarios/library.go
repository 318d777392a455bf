package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
		suggestion := ""
		if word := meant(name); word != "" {
			suggestion = "; did you mean " + word + "?"
		}
		return nil, fmt.Errorf("there is no lesson %q; expected one of %s, or the path of a file, such as ./mine.yaml%s",
			name, strings.Join(order, ", "), suggestion)
	}
	s, err := Parse(file, src)
	if err == nil {
		s.lesson = true
	}
	return s, err
}

// meant guesses what somebody wanted who named a lesson that does not exist: a file that is there,
// or a lesson with nearly that name; "" if there is none.
func meant(name string) string {
	for _, file := range []string{"./" + name, name + ".yaml", name + ".yml"} {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return nearest(name, order)
}

// Find reads an embedded lesson by its name, or a file of the user's by its path: that is what
// contains a separator, or ends in .yaml or .yml.
func Find(nameOrFile string) (*Scenario, error) {
	switch {
	case strings.ContainsAny(nameOrFile, "/"+string(filepath.Separator)),
		strings.HasSuffix(nameOrFile, ".yaml"), strings.HasSuffix(nameOrFile, ".yml"):
		return readFile(nameOrFile)
	}
	return Lesson(nameOrFile)
}

// Read reads a scenario from wherever it comes. The name stands for its file's.
func Read(name string, r io.Reader) (*Scenario, error) {
	src, err := io.ReadAll(io.LimitReader(r, mostBytes+1)) // one more is too many, which Parse says
	if err != nil {
		return nil, err
	}
	return Parse(name, src)
}

func readFile(file string) (*Scenario, error) {
	// What it is has to be known before it is opened: opening a pipe may wait for ever.
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", file)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %s; expected a file, or - for standard input", file, irregular(info.Mode()))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(file, f)
}

// irregular says what is no regular file.
func irregular(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else than a file"
}
