package scenarios

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Save writes a scenario that is this run: performed anywhere, it gives the same events. Its script
// says what was done, to whom, and after which event; what it expects is what the run came to. Nothing
// is written if the run cannot be saved: it did not come to its end, or is too long for a file.
func (r *Recording) Save(w io.Writer) error {
	if r.Stopped != nil {
		return fmt.Errorf("a run that stopped cannot be saved: %w", r.Stopped)
	}
	// Strings are quoted where YAML needs it; a text of several lines is a block.
	src, err := yaml.MarshalWithOptions(r.file(), yaml.UseLiteralStyleIfMultiline(true), yaml.IndentSequence(true))
	if err != nil {
		return err
	}
	s, err := Parse("branch.yaml", src)
	if err == nil {
		_, err = s.Bind(nil)
	}
	if err != nil {
		return fmt.Errorf("this run does not fit into a scenario file: %w", err)
	}
	_, err = w.Write(src)
	return err
}

// savedFile is a scenario file. Its keys come in the order in which people write them.
type savedFile struct {
	Title     any                   `yaml:"title"`
	Chapter   any                   `yaml:"chapter"`
	Summary   any                   `yaml:"summary"`
	Tags      []any                 `yaml:"tags,omitempty,flow"`
	Source    any                   `yaml:"source,omitempty"`
	Text      any                   `yaml:"text,omitempty"`
	Params    map[string]savedParam `yaml:"params,omitempty"`
	Seed      uint64                `yaml:"seed,omitempty"`
	World     savedWorld            `yaml:"world"`
	Lock      string                `yaml:"lock"`
	Processes any                   `yaml:"processes,flow"`
	Job       savedJob              `yaml:"job,omitempty"`
	Script    []yaml.MapSlice       `yaml:"script"`
	Expect    []any                 `yaml:"expect"`
}

type savedWorld struct {
	Servers int    `yaml:"servers"`
	Tick    string `yaml:"tick"`
	Timeout string `yaml:"timeout"`
	Latency string `yaml:"latency"`
	Jitter  string `yaml:"jitter"`
}

type savedJob struct {
	Rounds int    `yaml:"rounds,omitempty"`
	Hold   string `yaml:"hold,omitempty"`
	GiveUp string `yaml:"give_up,omitempty"`
}

// savedParam is a parameter that has only one value left.
type savedParam struct {
	Default savedValue   `yaml:"default"`
	OneOf   []savedValue `yaml:"oneof,flow"`
}

// savedValue is a value whose text has quotes, whatever it is: or it might be taken for something else.
type savedValue struct{ any }

func (v savedValue) MarshalYAML() ([]byte, error) {
	if text, ok := v.any.(string); ok {
		return json.Marshal(text)
	}
	return []byte(show(v.any)), nil
}

const branched = " (branch)"

func (r *Recording) file() savedFile {
	p, s := r.Plan, r.Plan.Scenario
	f := savedFile{
		Title: asYAML(strings.TrimSuffix(s.Title, branched) + branched), Chapter: asYAML(s.Chapter),
		Summary: asYAML(s.Summary), Tags: allAsYAML(s.Tags), Lock: p.Lock, Processes: p.Processes,
		World: savedWorld{p.World.Servers, show(p.World.Tick), show(p.World.Timeout),
			show(p.World.Latency), show(p.World.Jitter)},
		Expect: allAsYAML(r.facts()),
	}
	if r.Seed != 1 || p.World.Jitter > 0 {
		f.Seed = r.Seed
	}
	if p.Job.Rounds != 1 {
		f.Job.Rounds = p.Job.Rounds
	}
	for d, to := range map[*string]time.Duration{&f.Job.Hold: p.Job.Hold, &f.Job.GiveUp: p.Job.GiveUp} {
		if to > 0 {
			*d = show(to)
		}
	}
	if s.Source != "" {
		f.Source = s.Source
	}
	if len(r.Moves) > 0 { // what the lesson says, and is about, need not be so here
		f.Text, f.Tags = literally(r.history()), nil
	} else if p.Text != "" {
		f.Text = literally(p.Text)
	}
	if names := processNames(len(p.Processes)); slices.Equal(names, p.Processes) {
		f.Processes = len(names)
	}
	script := saver{file: &f, params: p.Params, events: r.Boundary(0)}
	for _, a := range r.acts {
		script.add(a)
	}
	if len(f.Script) == 0 {
		script.step("until", Ended.String())
	}
	return f
}

// history says what this run is: of which scenario it is a branch, and what was done when.
func (r *Recording) history() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A branch of %s:\n", r.Plan.Scenario.known())
	for _, m := range r.Moves {
		at := r.Trace.End()
		if m.At < r.Trace.Len() {
			at = r.Trace.Cursor().At(m.At).At
		}
		fmt.Fprintf(&b, "\n- %v s: %v", at, m)
	}
	return b.String()
}

// facts are what the run came to.
func (r *Recording) facts() []string {
	facts := []string{
		fmt.Sprintf("max_holders == %d", r.Result.MaxHolders),
		fmt.Sprintf("session.expired == %d", r.Result.Session.Expired),
	}
	acquired, _ := json.Marshal(r.Result.Acquired)
	if all := "acquired == " + string(acquired); len(all) <= longestExpression {
		return append(facts, all)
	}
	return append(facts, fmt.Sprintf("len(acquired) == %d", len(r.Result.Acquired)))
}
