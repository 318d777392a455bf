package scenarios

import (
	"strings"
	"testing"
	"time"
)

// TestParameterExpressions holds what expressions give, durations above all.
func TestParameterExpressions(t *testing.T) {
	in := scope{values: map[string]any{"n": 5, "t": 6 * time.Second, "fixed": true, "who": "c1"}, early: true}
	for _, c := range []struct {
		text string
		want any
	}{
		{"n*n + n", 30},
		{"n / 2", 2.5},
		{"int(n / 2)", 2},
		{"n % 2", 1},
		{"n ** 2", 25.0},
		{"-n", -5},
		{"max(n, 7) - min(n, 7)", 2},
		{"t * 2", 12 * time.Second},
		{"2 * t / 3", 4 * time.Second},
		{"t * 1.5", 9 * time.Second},
		{"0.5 * t", 3 * time.Second},
		{"t / 4.0", 1500 * time.Millisecond},
		{"t + duration(\"1s\") - t / 2", 4 * time.Second},
		{"t / duration(\"4s\")", 1.5},
		{"ms(t)", 6000},
		{"fixed and n > 3", true},
		{"1 < n < 5", false},
		{"fixed ? who : \"c2\"", "c1"},
		{"if fixed { n } else { 0 }", 5},
		{"who in [\"c1\", \"c2\"]", true},
		{"who + string(n)", "c15"},
		{"count([1, 5, n], # == 5)", 2},
		{"n | max(9)", 9},
	} {
		f, flaw := formulaOf(c.text, in)
		if flaw != nil {
			t.Errorf("%s: %+v", c.text, flaw)
			continue
		}
		if got, err := f.run(f.program, nil, in.values); err != nil || got != c.want {
			t.Errorf("%s: got %v (%T), %v; want %v (%T)", c.text, got, got, err, c.want, c.want)
		}
	}
}

// TestExpressionFlaws holds where an error points and what it says.
func TestExpressionFlaws(t *testing.T) {
	in := scope{
		values:  map[string]any{"n": 5, "t": 6 * time.Second, "requests": map[string]int{"total": 1}, "c1": procEnv{}},
		missing: map[string]bool{"broken": true},
	}
	for _, c := range []struct {
		text, found, suggestion string
		at                      int
	}{
		{"", "no expression", "", 0},
		{"n +", tooShort, "", 3},
		{"n $ 2", `unexpected "$"`, "", 2},
		{"n n", `unexpected "n"`, "", 2},
		{"1 + nn * zz", "unknown name nn", "", 4},
		{"request.total", "unknown name request", "requests", 0},
		{"requests.totl", "unknown requests.totl", "total", 9},
		{`requests["totl"]`, "unknown requests.totl", "total", 9},
		{"c1.phse", "unknown c1.phse", "phase", 3},
		{"lenn([1])", "unknown name lenn", "", 0},
		{"repeat(\"x\", 9)", "unknown function repeat", "", 0},
		{"reduce([1], #acc + #acc)", "unknown function reduce", "", 0},
		{"t.Seconds()", "a method", "", 2},
		{"n + t", "invalid operation: + (mismatched types int and duration)", "", 2},
		{"-t", "invalid operation: - (mismatched type duration)", "", 0},
		{"b\"x\" == b\"x\"", "bytes", "", 0},
		{"{a: 1}.a", "a map", "", 0},
		{"n ?? 1", "the operator ??", "", 2},
		{"1; 2", "a sequence (;)", "", 0},
	} {
		_, flaw := formulaOf(c.text, in)
		if flaw == nil {
			t.Errorf("%s: no flaw", c.text)
			continue
		}
		if flaw.found != c.found || flaw.at != c.at || flaw.suggestion != c.suggestion || flaw.expected == "" {
			t.Errorf("%s: got %+v, want %s at %d, suggestion %q", c.text, flaw, c.found, c.at, c.suggestion)
		}
	}
	if _, flaw := formulaOf("n + broken + unknown", in); flaw != errMissing {
		t.Errorf("an earlier error is reported again: %+v", flaw)
	}
}

// TestExpressionErrors holds what cannot be computed.
func TestExpressionErrors(t *testing.T) {
	values := map[string]any{"n": 0, "t": 1000 * time.Hour}
	for text, want := range map[string]string{
		"1 % n":                "integer divide by zero",
		"t * 2":                "a duration longer than 1000h0m0s",
		"t / n":                "a duration longer than 1000h0m0s",
		"t * t":                "a duration times a duration is not a duration",
		"[1, 2][n + 5]":        "index out of range: 5 (array length is 2)",
		"int(\"x\")":           "invalid operation: int(x)",
		"duration(\"6 days\")": "time: unknown unit",
	} {
		f, flaw := formulaOf(text, scope{values: values})
		if flaw != nil {
			t.Errorf("%s: %+v", text, flaw)
			continue
		}
		if got, err := f.run(f.program, nil, values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v; want %s", text, got, err, want)
		}
	}
}

// TestExpectations holds what an expectation says it got.
func TestExpectations(t *testing.T) {
	results := func(p *Plan) map[string]any {
		env := resultEnv(p, sampleResult(p), nil)
		env["requests"] = map[string]int{"total": 12}
		env["acquired"] = []string{"A", "B"}
		env["max_holders"] = 1
		return env
	}
	for _, c := range []struct {
		text string
		ok   bool
		got  any
	}{
		{"requests.total == 12", true, 12},
		{"requests.total == n * n", false, 12},
		{"requests.total + 1 < n", false, 13},
		{"1 < max_holders < 3", false, false},
		{"acquired[0] == \"A\"", true, "A"},
		{"\"A\" in acquired", true, "A"},
		{"\"A\" not in acquired", false, "A"},
		{"len(acquired) == 2 and max_holders == 1", true, true},
		{"not A.holds", true, true},
		{"A.phase == \"done\"", false, "not started"},
		{"A.acquired_ms < T + slack", true, 0},
		{"tick == 2000", true, 2000}, // the result, not the parameter
		{"all(acquired, # != \"C\")", true, true},
		{"requests.delete == 0", true, 0},
		{"acquired == [\"A\"]", false, "[A B]"},
	} {
		s := mustParse(t, plain("params: {n: 3, tick: 2s}\nexpect:\n  - '"+c.text+"'\n", ""))
		p := mustBind(t, s, nil)
		ok, got, err := p.Expect[0].Eval(results(p))
		if err != nil || ok != c.ok || show(got) != show(c.got) {
			t.Errorf("%s: got %v, %v, %v; want %v, %v", c.text, ok, got, err, c.ok, c.got)
		}
	}
	p := mustBind(t, mustParse(t, plain("expect: [max_holders == 1]\n", "")), nil)
	if _, _, err := p.Expect[0].Eval(nil); err == nil || err.Error() != "max_holders has no value" {
		t.Errorf("without results: %v", err)
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"= next_holder", "B"},
		{"= requests.total * n", "36"},
		{"'= acquired[0] == \"A\" ? \"yes\" : \"no\"'", "yes"},
	} {
		p := mustBind(t, mustParse(t, plain("params: {n: 3}\n", "  - predict: {ask: What?, answer: "+c.text+"}\n")), nil)
		got, err := p.Script[1].Predict.Answer.Eval(map[string]any{"next_holder": "B", "requests": map[string]int{"total": 12}, "acquired": []string{"A"}})
		if err != nil || show(got) != c.want {
			t.Errorf("%s: got %v, %v; want %s", c.text, got, err, c.want)
		}
	}
}
