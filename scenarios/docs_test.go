package scenarios

import (
	"context"
	"os"
	"strings"
	"testing"

	"lockstep/fault"
)

func readDocs(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func docsExample(t *testing.T) string {
	t.Helper()
	_, after, _ := strings.Cut(readDocs(t), "```yaml\n")
	example, _, _ := strings.Cut(after, "```")
	return example
}

// TestDocsExample holds that the example of the manual is a scenario, and a right one.
func TestDocsExample(t *testing.T) {
	example := docsExample(t)
	for _, values := range []map[string]string{nil, {"n": "1"}, {"n": "50"}} {
		p := mustBind(t, mustParse(t, example), values)
		world, err := Simulate(p.Setup(1, false), false)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), p, world, 1)
		world.Close()
		if err != nil {
			t.Fatal(err)
		}
		if !r.OK() {
			t.Errorf("%v: %+v", values, r.Expectations)
		}
	}
}

// TestDocsError holds that the error shown is the one that a reader gets.
func TestDocsError(t *testing.T) {
	_, err := Parse("turns.yaml", []byte(strings.Replace(docsExample(t), "start: next", "start: nxt", 1)))
	if err == nil {
		t.Fatal("no error")
	}
	shown := "    " + strings.ReplaceAll(err.Error(), "\n", "\n    ")
	if !strings.Contains(readDocs(t), shown) {
		t.Errorf("the manual does not show\n%s", shown)
	}
}

// TestDocsComplete holds that the manual has every word that a scenario can use.
func TestDocsComplete(t *testing.T) {
	docs := readDocs(t)
	say := func(where string, words ...string) {
		for _, word := range words {
			if !strings.Contains(docs, where+word) {
				t.Errorf("%q is missing", where+word)
			}
		}
	}
	say("| `", sectionNames...)
	say("| `", "servers", "tick", "timeout", "latency", "jitter", "rounds", "hold", "give_up")
	say("| `", fault.Words()...)
	say("`", stepWords[:10]...)
	say("| `", stateWords[:Idle]...)
	say("| `c2 ", stateWords[Idle:]...)
	say("`", Somebody, Everybody, Nobody, AllProcesses, NextProcess, TheHolder)
	say("`", functions...)
	say("`", resultNames...)
	say("c1.", membersOf(procEnv{})...)
}
