// Package ensembletest gives tests a real ZooKeeper.
package ensembletest

import (
	"os"
	"testing"

	"lockstep/ensemble"
)

// Start starts servers that stop when the test ends. Servers that are installed and do
// not start fail the test; where none are installed it is as with [Require].
func Start(t testing.TB, cfg ensemble.Config) *ensemble.Ensemble {
	t.Helper()
	Require(t)
	e, err := ensemble.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Stop(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// Require skips the test where ZooKeeper or Java is not installed, or fails it if the
// environment has LOCKSTEP_REAL=require.
func Require(t testing.TB) {
	t.Helper()
	if _, err := ensemble.Find(); err != nil {
		if os.Getenv("LOCKSTEP_REAL") == "require" {
			t.Fatalf("this test needs a real ZooKeeper, and LOCKSTEP_REAL=require forbids skipping it: %v", err)
		}
		t.Skipf("this test needs a real ZooKeeper: %v", err)
	}
}
