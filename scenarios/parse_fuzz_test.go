package scenarios

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func addFiles(f *testing.F, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
}

// FuzzParse holds that a file, whatever is in it, is read in bounded time and in only one
// way, and that what is read can be bound.
func FuzzParse(f *testing.F) {
	addFiles(f, "lessons/*.yaml")
	addFiles(f, "testdata/broken/*.yaml")
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := Parse("fuzz.yaml", src)
		again, errAgain := Parse("fuzz.yaml", src)
		if err != nil {
			if errAgain == nil || err.Error() != errAgain.Error() {
				t.Fatalf("first %v\nthen %v", err, errAgain)
			}
			for _, e := range err.(Errors) {
				if e.Line < 1 || e.Column < 1 || e.Found == "" || e.Expected == "" {
					t.Fatalf("incomplete: %+v", e)
				}
			}
			return
		}
		p, err := s.Bind(nil)
		if err != nil {
			t.Fatalf("parsed, but does not bind: %v", err)
		}
		q, err := again.Bind(nil)
		if err != nil || !reflect.DeepEqual(stripped(p), stripped(q)) {
			t.Fatalf("first %+v\nthen %+v, %v", p, q, err)
		}
	})
}

// stripped is a plan without what is compiled and without its scenario.
func stripped(p *Plan) Plan {
	c := *p
	c.Scenario = nil
	c.Script = strippedSteps(p.Script)
	c.Expect = nil
	for _, e := range p.Expect {
		c.Expect = append(c.Expect, Expectation{Pos: e.Pos, Text: e.Text})
	}
	return c
}

func strippedSteps(steps []Step) []Step {
	var list []Step
	for _, s := range steps {
		s.Do = strippedSteps(s.Do)
		if s.Check != nil {
			s.Check = &Expectation{Pos: s.Check.Pos, Text: s.Check.Text}
		}
		if s.Predict != nil {
			q := *s.Predict
			q.Answer = &Answer{Pos: q.Answer.Pos, Text: q.Answer.Text}
			s.Predict = &q
		}
		list = append(list, s)
	}
	return list
}

// FuzzExpression holds that an expression that is accepted can be evaluated: to a value or
// to an error, always the same, and in bounded time.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{
		"max_holders == 1", "requests.total == n*n + n", `all(acquired, # != "c1")`, "n > 1 ? t : t * 2",
		"c1.acquired_ms - c2.crashed_ms < ms(t) / 2", `acquired[0] in ["c1", "c2"]`, "1 < n < 3", "t / 3 * n % 2",
		`count(acquired, # startsWith "c")`, "-n ** 2.5 // x", "let a = n; a", "map(acquired, {# + #})", "#", "n..9",
		"sum(map(acquired, len(#)))", "first(acquired)?.x", `duration("2s") > t`, "int(\"x\")", "acquired[1:2]",
	} {
		f.Add(text)
	}
	values := map[string]any{"n": 2, "t": 6 * time.Second, "fixed": true, "who": "c1"}
	plan := &Plan{Processes: []string{"c1", "c2"}}
	results := resultEnv(plan, sampleResult(plan), nil)
	results["acquired"] = []string{"c1", "c2", "c1"}
	f.Fuzz(func(t *testing.T, text string) {
		formula, flaw := formulaOf(text, scope{values: results, also: values})
		if flaw != nil {
			if flaw.found == "" || flaw.expected == "" || flaw.at < 0 {
				t.Fatalf("incomplete: %+v", flaw)
			}
			return
		}
		got, err := formula.run(formula.program, results, values)
		again, errAgain := formula.run(formula.program, results, values)
		if (err == nil) != (errAgain == nil) || show(got) != show(again) {
			t.Fatalf("first %v, %v; then %v, %v", got, err, again, errAgain)
		}
		if formula.left != nil {
			formula.run(formula.left, results, values)
		}
	})
}
