// Package progress remembers how far a reader has come in each lesson, in a small file in the
// user's configuration folder. Progress is a convenience: a file that is missing or damaged means
// a new start and is no error. Only a file of a newer version is left alone, as what it says would
// be lost.
package progress

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// State is how far a reader has come in a lesson.
type State uint8

const (
	New    State = iota // never opened
	Opened              // but not seen to its end
	Done                // the end was reached
)

// words are how the file names the states. A new lesson is not in it.
var words = map[State]string{Opened: "opened", Done: "done"}

// version is that of the file's format.
const version = 1

type file struct {
	Version int               `json:"version"`
	Lessons map[string]string `json:"lessons"`
}

// Store is the progress of one reader. Without a path it is kept in memory alone.
type Store struct {
	path    string
	lessons map[string]State
	newer   bool // the file is of a newer version, and must not be written
}

// Path is where progress is kept, "" if the user has no configuration folder.
func Path() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lockstep", "progress.json")
}

// Open reads progress from a file, which need not exist.
func Open(path string) *Store {
	s := &Store{path: path, lessons: map[string]State{}}
	s.merge()
	return s
}

// Newer reports whether the file is of a newer version of the program. Then nothing is saved.
func (s *Store) Newer() bool { return s.newer }

// Of is how far the reader has come in a lesson.
func (s *Store) Of(lesson string) State { return s.lessons[lesson] }

// Reach records that the reader has come so far in a lesson, if it is farther than before. The
// error says why the file could not be written; the store knows it all the same.
func (s *Store) Reach(lesson string, state State) error {
	if s.lessons[lesson] >= state {
		return nil
	}
	s.lessons[lesson] = state
	s.merge() // another window may have gone on meanwhile
	return s.save()
}

// Reset forgets everything, or if the file cannot be written, nothing.
func (s *Store) Reset() error {
	before := s.lessons
	s.lessons = map[string]State{}
	err := s.save()
	if err != nil {
		s.lessons = before
	}
	return err
}

// merge takes from the file what is farther than what is known.
func (s *Store) merge() {
	text, err := os.ReadFile(s.path)
	if err != nil {
		return
	}
	// The version alone decides whether the rest means what it means here.
	var head struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(text, &head) != nil {
		return
	}
	if s.newer = head.Version > version; s.newer {
		return
	}
	var f file
	if json.Unmarshal(text, &f) != nil {
		return
	}
	for lesson, word := range f.Lessons {
		for state, w := range words {
			if w == word {
				s.lessons[lesson] = max(s.lessons[lesson], state)
			}
		}
	}
}

// save writes a new file beside the old one and then takes its place, so that a reader sees the
// one or the other and never a part.
func (s *Store) save() error {
	if s.path == "" {
		return nil
	}
	if s.newer {
		return fmt.Errorf("%s is of a newer version of Lockstep; it is left as it is", s.path)
	}
	f := file{version, map[string]string{}}
	for lesson, state := range s.lessons {
		f.Lessons[lesson] = words[state]
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(s.path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, "progress-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(append(text, '\n'))
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), s.path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
