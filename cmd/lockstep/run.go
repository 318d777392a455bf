package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/trace/story"
)

func newRun() *cobra.Command {
	var c common
	var detail, quiet, step bool
	var cast castFlags
	cmd := &cobra.Command{
		Use:   "run SCENARIO",
		Short: "Run a scenario and tell what happens, step by step",
		Long: `Run a lesson, or a scenario file of your own, and tell what happens: each request, each
answer, who holds, who waits for whom, and why. SCENARIO is the name of a lesson, the path
of a file, or - for standard input.

The formats: text tells the story, json prints one object with the counts and the
expectations, events prints the whole trace, one JSON object a line. Session ids in it are
texts, as ZooKeeper logs them (0x19b76daa8000001): they exceed what JSON's readers hold as
numbers.

With --step it tells one beat at a time and waits for Enter: the lesson for a screen reader,
or for a pipe. With --cast it writes the screens of the player to a file that asciinema plays.`,
		Example: `  lockstep run herd
  lockstep run queue --set n=10 --format json
  lockstep run session-expiry --set timeout=10s
  lockstep run predecessor-died --set fixed=true
  lockstep run my-scenario.yaml --detail
  lockstep run queue --step
  lockstep run queue --cast queue.cast
  lockstep run - < my-scenario.yaml
  lockstep run herd --on zk://127.0.0.1:2181`,
		Args:              oneScenario,
		ValidArgsFunction: completeScenarios,
		RunE: func(cmd *cobra.Command, args []string) error {
			if step && args[0] == "-" {
				return fmt.Errorf("run - --step: standard input is where the keys come from; expected the name of a lesson or the path of a file")
			}
			s, err := find(cmd, args[0])
			if err != nil {
				return err
			}
			plan, err := c.bind(s)
			if err != nil {
				return err
			}
			switch {
			case step:
				return walkThrough(cmd, plan, c.seed, detail)
			case cast.file != "":
				return cast.record(cmd, plan, c.seed)
			case cast.force:
				return fmt.Errorf("--force: there is nothing to write over; expected --cast FILE with it")
			}
			result, b, err := c.perform(cmd.Context(), plan, c.format == "events" || c.format == "text" && !quiet)
			if err != nil {
				return err
			}
			defer closing(b, cmd)
			out := cmd.OutOrStdout()
			switch c.format {
			case "json":
				err = printJSON(out, result)
			case "events":
				err = trace.WriteJSON(out, b.Trace())
			default:
				if !quiet {
					err = tell(out, plan, b.Trace(), detail)
				}
				printResult(out, plan, result)
			}
			if err == nil && !result.OK() {
				return &exitError{expectationFailed, nil}
			}
			return err
		},
	}
	c.register(cmd, "text", "json", "events")
	cmd.Flags().BoolVar(&detail, "detail", false, "tell what happens inside the servers too, and heartbeats")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "tell only how it ended")
	cmd.Flags().BoolVar(&step, "step", false, "tell beat by beat: Enter for the next, b for back, ? for all keys")
	cast.register(cmd)
	keepApart(cmd, "step", "cast", "quiet", "format", "on")
	keepApart(cmd, "cast", "quiet", "format", "on", "detail")
	return cmd
}

// closing ends a world, and says what it could not clean up.
func closing(b scenarios.Backend, cmd *cobra.Command) {
	if err := b.Close(); err != nil {
		cmd.PrintErrln("lockstep:", err)
	}
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// tell prints the lesson's text and the story, with colours where the output is a terminal.
func tell(w io.Writer, p *scenarios.Plan, t *trace.Trace, detail bool) error {
	printLesson(w, p)
	return story.Write(w, t, story.Teller{Catalogue: story.English, Detailed: detail}, newPainter().line)
}

// printLesson prints the lesson's text.
func printLesson(w io.Writer, p *scenarios.Plan) {
	fmt.Fprintf(w, "%s\n\n", p.Scenario.Title)
	for _, line := range strings.Split(strings.TrimSpace(p.Text), "\n") {
		fmt.Fprintln(w, strings.TrimRight("  "+line, " "))
	}
	fmt.Fprintln(w)
}

// count is a number of things: "1 message", "2 messages".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// printResult says in a few lines what the run came to.
func printResult(w io.Writer, p *scenarios.Plan, r *scenarios.Result) {
	paint := newPainter()
	fmt.Fprintln(w)
	fmt.Fprintf(w, "  %s\n", story.Requests(r.Requests, r.Failed))
	inVain := "none of them in vain"
	switch {
	case r.WatchEvents == 1 && r.InVain == 1:
		inVain = "in vain: whoever was told did not get the lock"
	case r.WatchEvents == 1:
		inVain = "not in vain"
	case r.InVain > 0:
		inVain = fmt.Sprintf("%d of them in vain: whoever was told did not get the lock", r.InVain)
	}
	if r.WatchEvents > 0 {
		fmt.Fprintf(w, "  %s, %s\n", count(r.WatchEvents, "watch event"), inVain)
	}
	fmt.Fprintf(w, "  %s in all\n", count(r.Messages, "message"))
	if len(r.Waiting) > 0 {
		fmt.Fprintf(w, "  still waiting when the run ended: %s\n", story.List(r.Waiting))
	}
	if r.OverlapMS > 0 {
		fmt.Fprintf(w, "  %s\n", paint.bad(fmt.Sprintf("for %d ms, up to %d believed at once that they hold the lock", r.OverlapMS, r.MaxHolders)))
	}
	for _, q := range r.Predictions {
		fmt.Fprintf(w, "  ? %s %v. %s\n", q.Ask, q.Answer, q.Because)
	}
	for _, e := range r.Expectations {
		if e.OK {
			fmt.Fprintf(w, "  %s %s\n", paint.good("✓"), e.Text)
		} else {
			fmt.Fprintf(w, "  %s %s   got %v  (%s:%d)\n", paint.bad("✗"), e.Text, e.Got, p.Scenario.Place(), e.Line)
		}
	}
}
