package scenarios

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"lockstep/trace"
)

// script makes a plan with these steps for three contenders of a queue.
func script(t *testing.T, steps string, world string) *Plan {
	t.Helper()
	src := "title: T\nchapter: T\nsummary: T\nprocesses: 3\nlock: queue\n" + world + "script:\n"
	for _, step := range strings.Split(steps, "; ") {
		src += "  - " + step + "\n"
	}
	s, err := Parse("t.yaml", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ends runs a plan with and without its events, and fails rather than hang.
func ends(t *testing.T, p *Plan) (*Result, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var results [2]string
	var last *Result
	for i, keep := range []bool{true, false} {
		w, err := Simulate(p.Setup(1, keep), false)
		if err != nil {
			return nil, err
		}
		defer w.Close()
		r, err := Run(ctx, p, w, 1)
		if ctx.Err() != nil {
			t.Fatalf("keep %v: the run does not end", keep)
		}
		if err != nil {
			return nil, err
		}
		results[i], last = jsonOf(t, r), r
	}
	if results[0] != results[1] {
		t.Errorf("with events\n%s\nwithout\n%s", results[0], results[1])
	}
	return last, nil
}

// A run comes to its end whatever its network is like: who looks for a server in vain does not
// keep it going.
func TestRunsEnd(t *testing.T) {
	for name, p := range map[string]*Plan{
		"cut off for good":  script(t, "start: all; until: settled; cut: c2; until: c2 disconnected", ""),
		"a slow network":    script(t, "start: all; until: ended", "world: {latency: 600ms}\n"),
		"a slow link":       script(t, "start: c1; until: settled; start: c2; until: settled; delay: {node: c1, by: 2s}; until: ended", ""),
		"paused for good":   script(t, "start: all; until: settled; pause: c1; until: ended", ""),
		"the server is off": script(t, "start: all; until: settled; crash: zk; until: ended", ""),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ends(t, p); err != nil {
				t.Error(err)
			}
		})
	}
}

// Who does not run takes no orders and closes no session.
func TestNobodyActsWhoDoesNotRun(t *testing.T) {
	begin := "start: c1; until: settled; start: c2; until: settled; "
	for steps, want := range map[string]string{
		"crash: c1; release: c1": "c1 has crashed",
		"release: c3":            "c3 has not been started",
		"crash: c1; close: c1":   "close c1: it does not run",
		"pause: c1; close: c1":   "close c1: it does not run",
		"crash: zk; expire: c1":  "expire c1: nobody who runs knows this fault",
	} {
		_, err := ends(t, script(t, begin+steps, ""))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", steps, err, want)
		}
	}
	// An order to a paused process waits for it.
	r, err := ends(t, script(t, begin+"pause: c1; release: c1; wait: 1s; expect: c1.holds; resume: c1; until: c2 holds", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
}

// Nothing of a former life is left after a restart: not what the process believed, and not what
// is still under way to it.
func TestRestart(t *testing.T) {
	r, err := ends(t, script(t, "start: c1; until: settled; start: c2; until: settled; crash: c1; until: c2 holds; restart: c1; until: settled; "+
		"expect: c1.waits; release: c2; until: c1 holds; expect: max_holders == 1", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
	// Inside T the old znode is still there, and the new life waits for it.
	r, err = ends(t, script(t, "start: c1; until: settled; crash: c1; wait: 1s; restart: c1; until: c1 holds; "+
		"expect: c1.expired_ms - c1.last_heard_ms > T; expect: c1.expired_ms - c1.last_heard_ms <= T + tick", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
	// At once, with a connection half made.
	r, err = ends(t, script(t, "start: c1; crash: c1; restart: c1; until: c1 holds; wait: 30s; expect: c1.view == \"connected\"; expect: max_holders == 1", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
	r, err = ends(t, script(t, "start: c1; until: settled; start: c2; until: settled; crash: c2; until: nobody waits", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
}

// Settled waits for who has lost its connection and can find another.
func TestSettledWaitsForReconnect(t *testing.T) {
	r, err := ends(t, script(t, "start: c1; until: settled; start: c2; until: settled; cut: c2; until: c2 disconnected; release: c1; "+
		"heal: c2; until: settled; expect: c2.holds", ""))
	if err != nil || !r.OK() {
		t.Errorf("%+v %v", r, err)
	}
}

// The same events in the same order, also where a server takes up many sessions again.
func TestServerRestartIsDeterministic(t *testing.T) {
	p := script(t, "start: all; until: settled; crash: zk; wait: 1s; restart: zk; until: settled", "")
	text := func() string {
		w, _ := simulated(t, p, 1)
		var b bytes.Buffer
		trace.WriteJSON(&b, w.Trace())
		return b.String()
	}
	first := text()
	for range 10 {
		if text() != first {
			t.Fatal("two runs differ")
		}
	}
}

func TestOneServerSoFar(t *testing.T) {
	_, err := ends(t, script(t, "start: all", "world: {servers: 3}\n"))
	if err == nil || !strings.Contains(err.Error(), "3 servers: the simulated ensemble has one server so far") {
		t.Error(err)
	}
}

// A limit that was not needed leaves no timer: neither the run nor its memory lasts until it is due.
func TestUnneededLimit(t *testing.T) {
	r, err := ends(t, script(t, "start: all; until: ended",
		"job: {rounds: 100, hold: 10ms, give_up: 1h}\n"))
	if err != nil || !r.OK() || len(r.Acquired) != 300 {
		t.Fatalf("%+v %v", r, err)
	}
	if r.DurationMS > 60_000 {
		t.Errorf("the run takes %d ms", r.DurationMS)
	}
}
