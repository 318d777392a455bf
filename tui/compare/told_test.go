package compare

import (
	"strings"
	"testing"

	"lockstep/fault"
	"lockstep/scenarios"
	"lockstep/tui/uitest"
)

// The last to release has nobody to tell.
func TestNobodyWaits(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.press("G").sees("c5 releases: nobody waits, so nobody is told").misses("told yet")
}

// A branch and the run that it leaves are called by what happens in them.
func TestBranchTitles(t *testing.T) {
	rec := uitest.Record(t, "queue")
	o, err := rec.Possible(t.Context(), 30)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		move scenarios.Move
		want string
	}{
		{scenarios.Move{At: 30, Fault: &fault.Fault{Kind: fault.Crash, Node: "c1"}}, "╭ crash c1  "},
		{o.Picks[0].Move, "╭ first "},
	} {
		branch, err := rec.Branch(t.Context(), c.move, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := open(t, rec, branch, Options{})
		r.sees("╭ main  ", c.want)
		r.SetSize(60, 24)
		r.sees("╭ main  ", strings.TrimRight(c.want, " "))
	}
}

// Runs that do not differ are said not to, without being asked.
func TestNoDifference(t *testing.T) {
	r := open(t, uitest.Record(t, "queue"), uitest.Record(t, "queue"), Options{})
	r.sees("They never differ", "no difference").press("right").sees("no difference")
	herdAndQueue(t, Options{}).misses("no difference", "They never differ")
}

// Where the chart takes the room of the lanes, it says which key gives it back.
func TestTheChartSaysHowToHideIt(t *testing.T) {
	r := herdAndQueue(t, Options{})
	r.misses("c: lanes")
	for _, size := range [][2]int{{60, 18}, {60, 24}, {70, 20}} {
		r.SetSize(size[0], size[1])
		r.sees("c: lanes").misses(" c5 ", " zk ").press("c").sees(" zk ").misses("c: lanes").press("c")
	}
}
