package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/trace/story"
)

// stepKeys are the answers that --step understands, besides Enter.
const stepKeys = `Enter  goes on to the next beat
b      goes back by one
l      tells who holds and who waits
?      tells these keys
q      quits`

// walk is a lesson read line by line: what a screen shows the player's readers, it tells those
// who use a screen reader, or a pipe. It only ever appends lines.
type walk struct {
	out    io.Writer
	rec    *scenarios.Recording
	teller story.Teller
	paint  painter
	width  int

	stops  []int // the ends of the beats
	cursor *trace.Cursor
	from   []int  // where each step begins that has been told; the last ends at the cursor
	given  []bool // the questions that have been put

	question *scenarios.Asked // that waits for an answer; nil
	finished bool             // what the run came to has been told

	right, judged int // answers
}

// walkThrough tells a scenario as the lines of input say.
func walkThrough(cmd *cobra.Command, plan *scenarios.Plan, seed uint64, detail bool) error {
	rec, err := record(cmd.Context(), plan, seed)
	if err != nil {
		return err
	}
	w := &walk{
		out: cmd.OutOrStdout(), rec: rec, teller: story.Teller{Catalogue: story.English, Detailed: detail},
		paint: newPainter(), width: story.Width(rec.Trace), stops: rec.Stops(), cursor: rec.Trace.Cursor(),
		given: make([]bool, len(rec.Questions)),
	}
	printLesson(w.out, plan)
	fmt.Fprintln(w.out, "Enter goes on, ? tells the keys.")
	err = w.listen(cmd.Context(), lines(cmd.InOrStdin()))
	switch {
	case errors.Is(err, errQuit):
		return nil
	case err != nil:
		return err
	case rec.Stopped != nil:
		return rec.Stopped
	case !rec.Result.OK():
		return &exitError{expectationFailed, nil}
	}
	return nil
}

// lines gives what is typed, line by line, to whoever may have to leave before there is any. The
// channel is closed at the end of the input.
func lines(r io.Reader) <-chan string {
	typed := make(chan string)
	go func() {
		defer close(typed)
		in := bufio.NewReader(r)
		for {
			line, err := in.ReadString('\n')
			if err == nil || line != "" {
				typed <- strings.TrimSpace(line)
			}
			if err != nil {
				return
			}
		}
	}()
	return typed
}

// errQuit says that the reader does not want to know how it ends.
var errQuit = errors.New("quit")

// listen does what is typed until the lesson or the input ends.
func (w *walk) listen(ctx context.Context, typed <-chan string) error {
	w.forward()
	for {
		var text string
		var ok bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case text, ok = <-typed:
		}
		switch {
		case !ok && !w.finished: // how it ends is told all the same, since the exit status says it too
			if !w.over() {
				fmt.Fprintln(w.out, "The input has ended; the rest was not told.")
			}
			w.finish()
			return nil
		case !ok, text == "" && w.finished:
			return nil
		case text == "":
			w.forward()
		case text == "?":
			fmt.Fprintln(w.out, stepKeys)
		case text == "q":
			return errQuit
		case text == "l":
			fmt.Fprintln(w.out, w.teller.Standing(w.cursor))
		case text == "b":
			w.back()
		case w.question != nil:
			w.judge(text)
		default:
			fmt.Fprintf(w.out, "%q means nothing here. ? tells the keys.\n", text)
		}
	}
}

// forward tells the next beat, and puts the question that it ends with.
func (w *walk) forward() {
	w.question = nil
	if !w.over() {
		w.next()
		w.ask()
	}
	w.conclude()
}

// conclude says what the run came to, once it is over and no question is open.
func (w *walk) conclude() {
	if w.over() && w.question == nil {
		w.finish()
	}
}

func (w *walk) over() bool { return w.cursor.N() >= w.rec.Trace.Len() }

// next tells the next beat that has something to tell. A question ends a beat.
func (w *walk) next() {
	from := w.cursor.N()
	w.from = append(w.from, from)
	for told := false; !told && !w.over(); {
		told = w.tell(w.halt(w.cursor.N()))
	}
}

// halt is where the beat ends that begins after n events.
func (w *walk) halt(n int) int {
	end := w.rec.Trace.Len()
	if i := sort.SearchInts(w.stops, n+1); i < len(w.stops) {
		end = w.stops[i]
	}
	for _, q := range w.rec.Questions {
		if q.Event >= n && q.Event < end {
			return q.Event + 1
		}
	}
	return end
}

// tell prints the lines of the events up to n, and reports whether there are any.
func (w *walk) tell(n int) bool {
	told := false
	for w.cursor.N() < n {
		e, ok := w.cursor.Next()
		if !ok {
			break
		}
		if line, ok := w.teller.Tell(w.cursor, e); ok {
			told = true
			fmt.Fprintln(w.out, w.paint.line(line.Sort, line.Format(w.width)))
		}
	}
	return told
}

// back tells the step before again.
func (w *walk) back() {
	if len(w.from) < 2 {
		fmt.Fprintln(w.out, "This is the beginning.")
		return
	}
	w.question, w.finished = nil, false
	before := w.from[len(w.from)-2]
	w.from = w.from[:len(w.from)-2]
	w.cursor.Seek(before)
	w.next()
}

// ask puts the question that the last step has ended with, unless it has been put before.
func (w *walk) ask() {
	for i := range w.rec.Questions {
		q := &w.rec.Questions[i]
		if q.Event+1 != w.cursor.N() || w.given[i] {
			continue
		}
		w.given[i], w.question = true, q
		for k, choice := range q.Choices {
			if numbered(q.Choices) {
				choice = fmt.Sprintf("%d  %s", k+1, choice)
			}
			fmt.Fprintln(w.out, " ", choice)
		}
		fmt.Fprintln(w.out, "What do you think? Enter alone goes on without an answer.")
		return
	}
}

// judge says whether an answer is what the run comes to, and why.
func (w *walk) judge(text string) {
	q := w.question
	w.question = nil
	if k, err := strconv.Atoi(text); err == nil && k >= 1 && k <= len(q.Choices) && numbered(q.Choices) {
		text = q.Choices[k-1]
	}
	answer := q.Words()
	if answer == "" {
		answer = "nobody"
	}
	verdict := w.paint.bad(fmt.Sprintf("Not %s: %s.", text, answer))
	if q.Right(text) || strings.EqualFold(text, answer) {
		w.right++
		verdict = w.paint.good("Right: " + answer + ".")
	}
	w.judged++
	fmt.Fprintln(w.out, strings.TrimSpace(verdict+" "+q.Because))
	w.conclude()
}

// numbered reports whether choices have numbers to type. Numbers as choices have none: 1 would be
// one of two things.
func numbered(choices []string) bool {
	return !slices.ContainsFunc(choices, func(c string) bool {
		_, err := strconv.Atoi(c)
		return err == nil
	})
}

// finish says what the run came to.
func (w *walk) finish() {
	w.finished = true
	printResult(w.out, w.rec.Plan, w.rec.Result)
	if w.judged > 0 {
		fmt.Fprintf(w.out, "  you predicted %d of %d\n", w.right, w.judged)
	}
}
