//go:build unix

package main

import "testing"

func TestCompareOnTheScreen(t *testing.T) {
	term := startTerminal(t, nil, "compare", "herd", "queue", "--tui", "--n", "2,5")
	term.wait("herd beside queue")
	term.wait("requests for n contenders")
	term.press("n")
	term.wait("c1 holds")
	term.press("q")
	if status := term.end(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	term.restored()

	term = startTerminal(t, nil, "compare", "herd", "queue", "--tui", "--n", "20000")
	term.wait("herd beside queue")
	term.press(ctrlC) // while the chart is being counted
	if status := term.end(); status != 0 {
		t.Errorf("Ctrl-C: exit status %d, want 0", status)
	}
	term.restored()
}

func TestSteppingIsInterrupted(t *testing.T) {
	term := startTerminal(t, nil, "run", "queue", "--step")
	term.wait("5 processes come")
	term.press("\n")
	term.wait("created lock-0000000000")
	term.press(ctrlC)
	if status := term.end(); status != 130 {
		t.Errorf("Ctrl-C: exit status %d, want 130", status)
	}
}
