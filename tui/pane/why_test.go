package pane_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lockstep/scenarios"
	"lockstep/tui/pane"
	"lockstep/tui/uitest"
)

var updateWhy = flag.Bool("update-why", false, "write the transcripts of the why pane anew")

// Every lesson reads well from its first beat to its last.
func TestWhyTranscripts(t *testing.T) {
	cases := [][]string{{"predecessor-died", "fixed", "true"}}
	for _, lesson := range scenarios.Names() {
		cases = append(cases, []string{lesson})
	}
	for _, c := range cases {
		name := strings.Join(c, "-")
		t.Run(name, func(t *testing.T) {
			r := uitest.Record(t, c[0], c[1:]...)
			var got bytes.Buffer
			for beat := 0; beat <= len(r.Beats); beat++ {
				m := uitest.At(r, beat)
				fmt.Fprintf(&got, "%2d  %7s  %s\n", beat, m.Now(), m.Teller.Why(m.Cursor, m.From, r.Plan.Lock))
			}
			if strings.ContainsAny(got.String(), "{}") || strings.Contains(got.String(), "why.") {
				t.Errorf("a sentence is not filled in:\n%s", got.String())
			}
			file := filepath.Join("testdata", "why", name+".txt")
			if *updateWhy {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("differs from %s (go test -update-why):\n%s", file, got.String())
			}
		})
	}
}

// Message by message there is always something to say, and every sentence is filled in.
func TestWhySingleMessages(t *testing.T) {
	for _, lesson := range scenarios.Names() {
		r := uitest.Record(t, lesson)
		m := uitest.At(r, 0)
		for {
			m.From = m.Cursor.N()
			if _, ok := m.Cursor.Next(); !ok {
				break
			}
			text := m.Teller.Why(m.Cursor, m.From, r.Plan.Lock)
			if text == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "why.") {
				t.Errorf("%s, event %d: %q", lesson, m.From, text)
			}
		}
	}
}

// What has no room is left out by whole sentences, and the ellipsis says so.
func TestWhyIsCutAtASentence(t *testing.T) {
	r := uitest.Record(t, "queue")
	m := uitest.At(r, 5) // c2 draws its number
	got := uitest.Text(pane.NewWhy().View(m, 60, 1))
	if want := "c2's znode gets the next number, 1. …"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Whatever a person can break in the middle of a run is explained, message by message, and every
// pane can show what becomes of it.
func TestPanesAfterEveryFault(t *testing.T) {
	for _, lesson := range []string{"queue", "herd", "crash-persistent"} {
		r := uitest.Record(t, lesson)
		options, err := r.Possible(context.Background(), r.Trace.Len()/2)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]bool{}
		for _, o := range options.Faults() {
			branch, err := r.Branch(context.Background(), o.Move, nil)
			if err != nil {
				t.Fatalf("%s: %s: %v", lesson, o.Text, err)
			}
			kinds[strings.Fields(o.Text)[0]] = true
			m := uitest.At(branch, 0)
			m.Cursor.Seek(options.At)
			for {
				m.From = m.Cursor.N()
				if _, ok := m.Cursor.Next(); !ok {
					break
				}
				text := m.Teller.Why(m.Cursor, m.From, branch.Plan.Lock)
				if text == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "why.") {
					t.Errorf("%s: %s, event %d: %q", lesson, o.Text, m.From, text)
				}
				for _, p := range fresh() {
					uitest.Rectangle(t, strings.Join(p.View(m, 50, 7), "\n"), 50, 7)
				}
			}
		}
		if len(kinds) < 3 {
			t.Errorf("%s: only %v could be broken", lesson, kinds)
		}
	}
}
