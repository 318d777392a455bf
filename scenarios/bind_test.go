package scenarios

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lockstep/fault"
)

// scenario is one with everything in it.
const scenario = `
title: Everything
chapter: Tests
summary: One of each.
tags: [all, test]
source: https://example.org/report
text: |
  {{n}} processes with {{ timeout }}, {{fixed ? "fixed" : "broken"}}.
params:
  n: {default: 3, min: 3, max: 50}
  timeout: {default: 6s, max: 1m, about: how long a session lives}
  fixed: false
  recipe: {default: queue, oneof: [queue, herd]}
world:
  servers: 3
  tick: = timeout / 3
  timeout: = timeout
  latency: 2ms
  jitter: 500us
lock: = recipe
processes: = n
job:
  rounds: = n - 1
  hold: order
  give_up: = timeout * 1.5
script:
  - say: "{{n}} of them: go"
  - start: next
  - start: [c2, c3]
  - start: all
  - until: settled
  - until: c2 waits
  - until: nobody expired
  - release: holder
  - repeat: = n * 2
    do:
      - release: [c2, c1]
      - until: ended
  - if: = fixed
    do:
      - wait: 3s
      - say: fixed
    else:
      - wait: = timeout
  - crash: c1
  - pause: holder
  - restart: zk2
  - cut: {node: c1, from: zk3}
  - delay: {node: holder, by: 50ms}
  - drop reply: c1
  - jump clock: {node: c1, by: -5s}
  - predict: {ask: "Who of {{n}}?", choices: [c2, c3], answer: = next_holder, because: It is first.}
  - expect: max_holders == 1
expect:
  - max_holders == 1
  - requests.total == n*n + n
`

func mustParse(t *testing.T, src string) *Scenario {
	t.Helper()
	s, err := Parse("test.yaml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustBind(t *testing.T, s *Scenario, values map[string]string) *Plan {
	t.Helper()
	p, err := s.Bind(values)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestHeader(t *testing.T) {
	s := mustParse(t, scenario)
	if s.Title != "Everything" || s.Chapter != "Tests" || s.Summary != "One of each." ||
		!slices.Equal(s.Tags, []string{"all", "test"}) || s.Source != "https://example.org/report" {
		t.Errorf("got %+v", s)
	}
	var got []string
	for _, p := range s.Params {
		got = append(got, fmt.Sprintf("%s = %v: %s", p.Name, p.Default, p.Allowed()))
	}
	want := []string{
		"n = 3: a whole number from 3 to 50",
		"timeout = 6s: a duration, at most 1m, such as 6s",
		"fixed = false: true or false",
		"recipe = queue: one of queue, herd",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestBind(t *testing.T) {
	p := mustBind(t, mustParse(t, scenario), nil)
	if want := "3 processes with 6s, broken."; p.Text != want {
		t.Errorf("text %q, want %q", p.Text, want)
	}
	if want := (World{3, 2 * time.Second, 6 * time.Second, 2 * time.Millisecond, 500 * time.Microsecond}); p.World != want {
		t.Errorf("world %+v, want %+v", p.World, want)
	}
	if want := (Job{2, 0, 9 * time.Second}); p.Job != want {
		t.Errorf("job %+v, want %+v", p.Job, want)
	}
	if p.Lock != "queue" || !slices.Equal(p.Processes, []string{"c1", "c2", "c3"}) ||
		!slices.Equal(p.Servers, []string{"zk1", "zk2", "zk3"}) {
		t.Errorf("lock %s, processes %v, servers %v", p.Lock, p.Processes, p.Servers)
	}
	checkScript(t, p.Script,
		"say 3 of them: go",
		"start [next]",
		"start [c2 c3]",
		"start [all]",
		"until settled",
		"until c2 waits",
		"until nobody expired",
		"release [holder]",
		"repeat 6",
		"  release [c2 c1]",
		"  until ended",
		"wait 6s",
		"inject crash c1",
		"inject pause holder",
		"inject restart zk2",
		"inject cut c1 from zk3",
		"inject delay holder by 50ms",
		"inject drop reply c1",
		"inject jump clock c1 by -5s",
		"predict Who of 3? [c2 c3] = next_holder. It is first.",
		"expect max_holders == 1",
	)
	if len(p.Expect) != 2 || p.Expect[1].Text != "requests.total == n*n + n" || p.Expect[1].Pos != (Pos{56, 5}) {
		t.Errorf("expectations %+v", p.Expect)
	}
}

// checkScript compares a script with one in plain words.
func checkScript(t *testing.T, steps []Step, want ...string) {
	t.Helper()
	if got := written(steps, ""); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func written(steps []Step, indent string) []string {
	var lines []string
	for _, s := range steps {
		line := indent + s.Kind.String() + " "
		switch s.Kind {
		case Say:
			line += s.Text
		case Start, Release:
			line += fmt.Sprint(s.Targets)
		case Until:
			line += s.Until.String()
		case Repeat:
			line += fmt.Sprint(s.Count)
		case Wait:
			line += s.For.String()
		case Inject:
			line += s.Fault.String()
		case Predict:
			line += fmt.Sprintf("%s %v = %s. %s", s.Predict.Ask, s.Predict.Choices, s.Predict.Answer.Text, s.Predict.Because)
		case Check:
			line += s.Check.Text
		}
		lines = append(append(lines, line), written(s.Do, indent+"  ")...)
	}
	return lines
}

func TestBindValues(t *testing.T) {
	s := mustParse(t, scenario)
	p := mustBind(t, s, map[string]string{"n": "5", "timeout": "30s", "fixed": "true", "recipe": "herd"})
	if want := map[string]any{"n": 5, "timeout": 30 * time.Second, "fixed": true, "recipe": "herd"}; !reflect.DeepEqual(p.Params, want) {
		t.Errorf("got %v, want %v", p.Params, want)
	}
	if p.Lock != "herd" || len(p.Processes) != 5 || p.World.Tick != 10*time.Second {
		t.Errorf("lock %s, %d processes, tick %v", p.Lock, len(p.Processes), p.World.Tick)
	}
	if s := p.Script[9]; s.Kind != Wait || s.For != 3*time.Second {
		t.Errorf("step 9 is %v %v", s.Kind, s.For)
	}
	if again := mustBind(t, s, nil); len(again.Processes) != 3 {
		t.Error("binding changed the scenario")
	}
}

func TestBindErrors(t *testing.T) {
	s := mustParse(t, scenario)
	for _, c := range []struct {
		values map[string]string
		want   string
	}{
		{map[string]string{"n": "many"}, `test.yaml: parameter n: "many"; expected a whole number from 3 to 50`},
		{map[string]string{"n": ""}, `test.yaml: parameter n: ""; expected a whole number from 3 to 50`},
		{map[string]string{"n": "2"}, `test.yaml: parameter n: "2"; expected a whole number from 3 to 50`},
		{map[string]string{"n": "99999999999999999999"}, `test.yaml: parameter n: "99999999999999999999"; expected a whole number from 3 to 50`},
		{map[string]string{"timeout": "6"}, `test.yaml: parameter timeout: "6"; expected a duration, at most 1m, such as 6s`},
		{map[string]string{"fixed": "yes"}, `test.yaml: parameter fixed: "yes"; expected true or false`},
		{map[string]string{"recipe": "children"}, `test.yaml: parameter recipe: "children"; expected one of queue, herd`},
		{map[string]string{"timout": "6s"}, `test.yaml: parameter timout: no such parameter; expected n, timeout, fixed or recipe; did you mean timeout?`},
		{map[string]string{"x": "1", "fixed": "1"}, "test.yaml: parameter fixed: \"1\"; expected true or false\n" +
			"test.yaml: parameter x: no such parameter; expected n, timeout, fixed or recipe"},
		{map[string]string{"timeout": "10s"}, `test.yaml:16:9: 3.333333333s; expected whole milliseconds
    tick: = timeout / 3
          ^`},
		{map[string]string{"timeout": "0s"}, `test.yaml:16:9: = timeout / 3, which is 0s; expected a duration from 1ms to 1000h
    tick: = timeout / 3
          ^
test.yaml:17:12: = timeout, which is 0s; expected a duration from 1ms to 1000h
    timeout: = timeout
             ^
test.yaml:25:12: = timeout * 1.5, which is 0s; expected a duration from 1ns to 1000h
    give_up: = timeout * 1.5
             ^
test.yaml:44:15: = timeout, which is 0s; expected a duration from 1ns to 1000h
        - wait: = timeout
                ^`},
	} {
		_, err := s.Bind(c.values)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: got\n%v\nwant\n%s", c.values, err, c.want)
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%v: %T is no *Error", c.values, err)
		}
	}
	plain := mustParse(t, plain("", ""))
	_, err := plain.Bind(map[string]string{"n": "1"})
	if want := "test.yaml: parameter n: no such parameter; expected none, because the scenario has no parameters"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// plain is a scenario with a few lines of one's own.
func plain(top, steps string) string {
	return "title: T\nchapter: C\nsummary: S\ntext: T\nlock: queue\nprocesses: [A, B]\n" + top + "script:\n  - start: all\n" + steps
}

func TestDefaults(t *testing.T) {
	p := mustBind(t, mustParse(t, plain("", "")), nil)
	if want := (World{1, 2 * time.Second, 6 * time.Second, time.Millisecond, 0}); p.World != want {
		t.Errorf("world %+v, want %+v", p.World, want)
	}
	if want := (Job{1, 0, 0}); p.Job != want {
		t.Errorf("job %+v, want %+v", p.Job, want)
	}
	if !slices.Equal(p.Processes, []string{"A", "B"}) || !slices.Equal(p.Servers, []string{"zk"}) {
		t.Errorf("processes %v, servers %v", p.Processes, p.Servers)
	}
}

// TestSteps holds what single steps mean, where it is not obvious.
func TestSteps(t *testing.T) {
	const params = "params: {k: 2, who: B, yes: true}\n"
	for _, c := range []struct{ steps, want string }{
		{"  - start: = who\n", "start [B]"},
		{"  - release: '= [who, \"A\"]'\n", "release [B A]"},
		{"  - until: = who + \" waits\"\n", "until B waits"},
		{"  - until:   B    waits\n", "until B waits"},
		{"  - repeat: = k / 2\n    do: [{wait: 1s}]\n", "repeat 1|  wait 1s"},
		{"  - repeat: 0\n    do: [{wait: 1s}]\n", "repeat 0|  wait 1s"},
		{"  - wait: = duration(\"2s\") / k\n", "wait 1s"},
		{"  - crash: = who\n", "inject crash B"},
		{"  - cut: A\n", "inject cut A"},
		{"  - cut: zk\n", "inject cut zk"},
		{"  - cut: {node: zk, from: A}\n", "inject cut zk from A"},
		{"  - delay: {node: A, by: 0s}\n", "inject delay A by 0s"},
		{"  - if: false\n    do: [{say: no}]\n", ""},
		{"  - if: = yes\n    do:\n      - if: = not yes\n        do: [{say: a}]\n        else: [{say: b}, {say: c}]\n", "say b|say c"},
		{"  - if: = k > 5\n    do: [{start: c9}, {until: c9 waits}, {crash: c9}, {expect: c9.holds}, {repeat: = k - 9, do: [{wait: = -ms(duration(\"1s\"))}]}]\n", ""},
		{"  - say: |\n      one\n      {{k}} two\n", "say one\n2 two"},
		{"  - say: '{{ [k, who] }} {{k / 4}} {{duration(\"90s\")}}'\n", "say [2 B] 0.5 1m30s"},
	} {
		p := mustBind(t, mustParse(t, plain(params, c.steps)), nil)
		if got := strings.Join(written(p.Script[1:], ""), "|"); got != c.want {
			t.Errorf("%sgot %s, want %s", c.steps, got, c.want)
		}
	}
}

// TestFaultsOfScripts holds that every fault there is can be written.
func TestFaultsOfScripts(t *testing.T) {
	for _, word := range fault.Words() {
		kind, _ := fault.Parse(word)
		value := "A"
		if kind.Timed() {
			value = "{node: A, by: 50ms}"
		}
		p := mustBind(t, mustParse(t, plain("", "  - "+word+": "+value+"\n")), nil)
		if got := p.Script[1].Fault; got.Kind != kind || got.Node != "A" {
			t.Errorf("%s became %v", word, got)
		}
	}
}

// TestLimits holds that a small file cannot ask for much.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"size":        {plain("", strings.Repeat("#", mostBytes)), "a file of more than 1048576 bytes"},
		"steps":       {plain("", strings.Repeat("  - wait: 1s\n", mostSteps)), "one step too many"},
		"expressions": {plain("expect:\n"+strings.Repeat("  - true\n", mostExpressions+1), ""), "one expression too many"},
		"texts": {plain("params: {x: "+strings.Repeat("x", longestSetting)+"}\n", "  - say: '"+
			strings.Repeat("{{"+strings.Repeat("x+", 50)+"x}}", 120)+"'\n"), "bytes of text"},
		"parameters":  {plain("params:\n"+strings.Repeat("  x1: 1\n", 1)+many(mostParams+1), ""), "parameters; expected at most"},
		"depth":       {plain("tags: "+strings.Repeat("[", 1000)+"\n", ""), "nested more than"},
		"block depth": {plain("tags:\n"+deep(100), ""), "nested more than"},
	} {
		_, err := Parse("test.yaml", []byte(c.src))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %.300v, want ... %s ...", name, err, c.want)
		}
	}
	if p := mustBind(t, mustParse(t, strings.Replace(plain("", ""), "[A, B]", "20000", 1)), nil); p.Processes[19_999] != "c20000" {
		t.Errorf("the last of 20000 is %s", p.Processes[19_999])
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  p%d: 1\n", i)
	}
	return b.String()
}

func deep(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i+1))
	}
	return b.String()
}
