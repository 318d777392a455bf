package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/tui/look"
	"lockstep/tui/player"
)

// What a cast looks like: the size of its terminal, how long a beat stays, and how many there may
// be, which bounds the file.
const (
	castWidth, castHeight = 100, 30
	castBeat              = 800 * time.Millisecond
	mostCastBeats         = 5_000
)

// castFlags say where the screens of a run are written to.
type castFlags struct {
	file  string
	force bool
}

func (f *castFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "cast", "", "write the player's screens, beat by beat, to this file in asciicast form")
	cmd.Flags().BoolVar(&f.force, "force", false, "let --cast write over a file that is there")
	cmd.MarkFlagFilename("cast", "cast")
}

// record writes the cast of a run, and says what the run came to.
func (f *castFlags) record(cmd *cobra.Command, plan *scenarios.Plan, seed uint64) error {
	// That the file is there already is said before a long run, not after it.
	if _, err := os.Lstat(f.file); err == nil && !f.force {
		return f.exists()
	}
	rec, err := record(cmd.Context(), plan, seed)
	if err != nil {
		return err
	}
	if rec.Stopped != nil {
		return rec.Stopped
	}
	if n := len(rec.Stops()); n > mostCastBeats {
		return fmt.Errorf("--cast %s: the run has %d beats; expected at most %d: give it smaller parameters", f.file, n, mostCastBeats)
	}
	if err := f.write(rec); err != nil {
		return fmt.Errorf("--cast: %w", err)
	}
	printResult(cmd.OutOrStdout(), plan, rec.Result)
	if !rec.Result.OK() {
		return &exitError{expectationFailed, nil}
	}
	return nil
}

func (f *castFlags) exists() error {
	return fmt.Errorf("--cast %s: it is there already; expected a new file, or --force", f.file)
}

// write writes the file whole, or leaves none behind.
func (f *castFlags) write(rec *scenarios.Recording) error {
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if f.force {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(f.file, how, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return f.exists()
	}
	if err != nil {
		return err
	}
	err = writeCast(file, rec)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(f.file)
	}
	return err
}

// caster writes screens as an asciicast, version 2: a line of JSON about the whole, then one for
// each thing that the terminal is told. It knows no clock: the same run gives the same bytes.
type caster struct {
	out    *json.Encoder
	at     time.Duration
	screen []string // as it was drawn last
}

// writeCast writes the player going through a run, beat by beat.
func writeCast(w io.Writer, rec *scenarios.Recording) error {
	b := bufio.NewWriter(w)
	c := &caster{out: json.NewEncoder(b)}
	c.out.SetEscapeHTML(false)
	header := struct {
		Version int    `json:"version"`
		Width   int    `json:"width"`
		Height  int    `json:"height"`
		Title   string `json:"title"`
	}{2, castWidth, castHeight, rec.Plan.Scenario.Title}
	if err := c.out.Encode(header); err != nil {
		return err
	}
	// Sixteen colours on a dark background look right wherever a cast is played.
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI)
	r.SetHasDarkBackground(true)
	p := player.New(rec, player.Options{Look: look.New(r, false), NoQuiz: true})
	p.SetSize(castWidth, castHeight)
	for range rec.Stops() {
		if err := c.draw(p.View()); err != nil {
			return err
		}
		p.Update(tea.KeyMsg{Type: tea.KeyRight})
	}
	if err := c.tell(""); err != nil { // the last screen stays for a beat, too
		return err
	}
	return b.Flush()
}

// draw tells the terminal the lines that have changed, and lets a beat pass.
func (c *caster) draw(view string) error {
	lines := strings.Split(view, "\n")
	var b strings.Builder
	if c.screen == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	for i, line := range lines {
		if i >= len(c.screen) || c.screen[i] != line {
			fmt.Fprintf(&b, "\x1b[%d;1H%s", i+1, line)
		}
	}
	c.screen = lines
	err := c.tell(b.String())
	c.at += castBeat
	return err
}

func (c *caster) tell(text string) error {
	return c.out.Encode([]any{json.Number(fmt.Sprintf("%d.%d", c.at/time.Second, c.at%time.Second/(100*time.Millisecond))), "o", text})
}
