package conformance

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
)

var (
	operations = flag.Int("conformance.operations", 500, "steps of each sequence")
	shrinkTime = flag.Duration("conformance.shrinktime", 2*time.Minute, "how long to look for a shorter sequence")
)

// What every run of the tests does. Others come by "make conformance".
const (
	usualSequences = "50"
	usualSeed      = "1"
)

// TestConformance takes random steps on a real server and on the fake.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	h := newHost(t, quiet)
	seed := setFlags(t)
	var sequences, requests uint64
	var found *Run // in which the servers disagree
	var err error
	t.Cleanup(func() {
		if found != nil {
			t.Logf("The servers disagree after a part of these steps:\n%s", h.shrunk(found))
			again := seed + sequences*(sequences-1)/2 // rapid adds the number of the sequence at each
			t.Logf("To see it again: make conformance SEED=%d SEQUENCES=1 OPERATIONS=%d", again, *operations)
		}
		if !t.Failed() {
			t.Logf("seed %d: %d sequences of %d steps, %d requests, and no difference", seed, sequences, *operations, requests)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		if found == nil {
			sequences++
			run := h.run()
			for i := 0; i < *operations && err == nil; i++ {
				err = run.Take(anyStep.Draw(t, "step").Step)
			}
			requests += uint64(run.Sent())
			h.release(run, err)
			if err != nil {
				found = run
			}
		}
		if err != nil { // at once, when rapid wants to see it again
			t.Fatal(err)
		}
	})
}

// shrunk gives the table of the shortest sequence that it finds in a while, or the run's own if
// it does not fail once more.
func (h *host) shrunk(run *Run) string {
	text := "(which come out well when they are taken once more)\n" + run.Table()
	fails := func(steps []Step) bool {
		run := h.run()
		var err error
		for i := 0; i < len(steps) && err == nil; i++ {
			err = run.Take(steps[i])
		}
		h.release(run, err)
		if err != nil {
			text = run.Table()
		}
		return err != nil
	}
	until := time.Now().Add(*shrinkTime)
	Shrink(run.Steps(), fails, func() bool { return time.Now().After(until) })
	return text
}

// setFlags gives rapid's flags the usual values where nobody has chosen others, and a seed where
// a random one is wanted, so that it can be told.
func setFlags(t *testing.T) uint64 {
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	set := func(name, value string) {
		old := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { flag.Set(name, old) })
	}
	if !chosen["rapid.checks"] {
		set("rapid.checks", usualSequences)
	}
	if !chosen["rapid.seed"] {
		set("rapid.seed", usualSeed)
	}
	set("rapid.nofailfile", "true") // the seed is enough
	set("rapid.shrinktime", "0s")   // steps are shrunk here: it would begin with the parts of the first
	if flag.Lookup("rapid.seed").Value.String() == "0" {
		set("rapid.seed", strconv.FormatUint(rand.Uint64(), 10))
	}
	seed, err := strconv.ParseUint(flag.Lookup("rapid.seed").Value.String(), 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

// drawn is a step that rapid shows as a person would.
type drawn struct{ Step }

func (d drawn) GoString() string { return strings.ReplaceAll(d.String(), Root, "~") }

var anyStep = rapid.Custom(func(t *rapid.T) drawn { return drawn{Draw(shrinking{t})} })

// shrinking makes rapid a source of choices.
type shrinking struct{ t *rapid.T }

// IntN draws small numbers more often than large ones, as rapid does, but where there are many:
// what is rare should not be as rare as that.
func (s shrinking) IntN(n int) int {
	if n <= 16 {
		return rapid.IntRange(0, n-1).Draw(s.t, "")
	}
	const bits = 16
	v := 0
	for range bits {
		v *= 2
		if rapid.Bool().Draw(s.t, "") {
			v++
		}
	}
	return v * n >> bits
}

// host has a real server for sequences, and starts another one when that is dead.
type host struct {
	t      *testing.T
	server *ensemble.Ensemble
	real   *Real
}

// quiet makes a server quick, since nothing on its disk is ever read, and keeps it from sweeping
// containers in the middle of a sequence.
const quiet = "-Dzookeeper.forceSync=no -Dznode.container.checkIntervalMs=86400000"

func newHost(t *testing.T, javaOptions string) *host {
	t.Helper()
	ensembletest.Require(t)
	t.Setenv("JAVA_TOOL_OPTIONS", os.Getenv("JAVA_TOOL_OPTIONS")+" "+javaOptions)
	h := &host{t: t}
	t.Cleanup(h.giveUp)
	return h
}

// run begins a run.
func (h *host) run() *Run {
	h.t.Helper()
	if h.server == nil {
		var err error
		// Not the test's context, which has ended when a sequence is shrunk.
		if h.server, err = ensemble.Start(context.Background(), ensemble.Config{TickTime: tick * time.Millisecond}); err != nil {
			h.t.Fatal(err)
		}
		h.real = NewReal(h.server.Addrs()[0])
	}
	run, err := h.real.NewRun()
	if err != nil {
		h.giveUp()
		h.t.Fatal(err)
	}
	return run
}

// release ends a run. A server that cannot end the sessions properly is given up.
func (h *host) release(run *Run, err error) {
	if closing := run.Close(); closing != nil || err != nil && err != ErrDisagree {
		h.giveUp()
	}
}

func (h *host) giveUp() {
	if h.server != nil {
		h.server.Stop()
		h.server = nil
	}
}
