package pane_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lockstep/fault"
	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/pane"
	"lockstep/tui/uitest"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// lanesScreen is the pane with the timeline below it.
func lanesScreen(m *pane.Moment, w, h int) string {
	return uitest.Text(append(pane.NewLanes().View(m, w, h-1), pane.Timeline{}.View(m, w))) + "\n"
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "lanes", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is now\n%s\nand was\n%s", file, got, want)
	}
}

// TestLanesScreens looks at whole screens: show them to somebody before they are written anew.
func TestLanesScreens(t *testing.T) {
	for _, c := range []struct {
		name, lesson string
		params       []string
		w, h         int
		beats        []int
		change       func(*pane.Moment)
	}{
		{name: "queue", lesson: "queue", w: 58, h: 21, beats: []int{1, 2, 9, 18, 27}},
		{name: "queue-narrow", lesson: "queue", w: 46, h: 17, beats: []int{9, 17}},
		{name: "queue-folded", lesson: "queue", w: 32, h: 12, beats: []int{9, 17}},
		{name: "queue-causes", lesson: "queue", w: 58, h: 21, beats: []int{16, 22}, change: func(m *pane.Moment) { m.Causes = true }},
		{name: "queue-follow", lesson: "queue", w: 58, h: 21, beats: []int{22}, change: func(m *pane.Moment) { m.Follow = 1 }},
		{name: "queue-filter", lesson: "queue", w: 58, h: 12, beats: []int{22}, change: func(m *pane.Moment) { m.Filter = "lock-0000000001" }},
		{name: "herd", lesson: "herd", w: 58, h: 21, beats: []int{14, 16, 18}},
		{name: "herd-many", lesson: "herd", params: []string{"n", "40"}, w: 78, h: 19, beats: []int{80, 160, 240}},
		{name: "session-expiry", lesson: "session-expiry", w: 78, h: 19, beats: []int{12, 13, 16, 17, 20, 25}},
		{name: "session-expiry-ascii", lesson: "session-expiry", w: 58, h: 19, beats: []int{17}, change: func(m *pane.Moment) { m.Look = uitest.PlainLook(true) }},
		{name: "crash-ephemeral", lesson: "crash-ephemeral", w: 78, h: 19, beats: []int{11, 12, 14}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := uitest.Record(t, c.lesson, c.params...)
			var b strings.Builder
			for _, beat := range c.beats {
				m := uitest.At(rec, beat)
				if c.change != nil {
					c.change(m)
				}
				fmt.Fprintf(&b, "after beat %d\n%s\n", beat, lanesScreen(m, c.w, c.h))
			}
			golden(t, c.name, b.String())
		})
	}
}

// TestLanesLost drops a reply: what was lost looks it.
func TestLanesLost(t *testing.T) {
	rec := uitest.Record(t, "queue", "n", "2")
	// c1's create is on its way when the next reply is made to get lost.
	at := 0
	for c := rec.Trace.Cursor(); ; at++ {
		if e, _ := c.Next(); e.Kind == trace.Send && e.Msg.Class == trace.Request {
			break
		}
	}
	branch, err := rec.Branch(context.Background(), scenarios.Move{At: at + 1, Fault: &fault.Fault{Kind: fault.DropReply, Node: "c1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := branch.Trace.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			t.Fatal("nothing is lost")
		}
		if e.Kind == trace.Lost && e.Msg.Class == trace.Reply {
			break
		}
	}
	m := uitest.At(branch, 0)
	m.Cursor.Seek(c.N())
	golden(t, "lost", lanesScreen(m, 58, 12))
}

// TestLanesFaults breaks things while c1 holds: each has its own look.
func TestLanesFaults(t *testing.T) {
	rec := uitest.Record(t, "queue", "n", "2")
	at := firstMark(rec, trace.AcquiredMark)
	var b strings.Builder
	for _, f := range []fault.Fault{
		{Kind: fault.Crash, Node: "c1"}, {Kind: fault.Pause, Node: "c1"}, {Kind: fault.Cut, Node: "c1"},
		{Kind: fault.Expire, Node: "c1"}, {Kind: fault.Close, Node: "c1"},
		{Kind: fault.Crash, Node: "zk"},
	} {
		branch, err := rec.Branch(context.Background(), scenarios.Move{At: at, Fault: &f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := uitest.At(branch, 0)
		m.Cursor.Seek(branch.Trace.Len())
		m.From = m.N()
		fmt.Fprintf(&b, "%v\n%s\n", f, lanesScreen(m, 58, 22))
	}
	golden(t, "faults", b.String())
}

func firstMark(rec *scenarios.Recording, mark trace.Mark) int {
	for _, l := range rec.Trace.Summary().Landmarks {
		if l.Mark == mark {
			return l.Event + 1
		}
	}
	return rec.Trace.Len()
}

// TestLanesKeys moves the window, which comes back when the reader steps.
func TestLanesKeys(t *testing.T) {
	rec := uitest.Record(t, "queue")
	m := uitest.At(rec, len(rec.Beats))
	l := pane.NewLanes()
	newest := uitest.Text(l.View(m, 58, 12))
	see := func(keys ...string) string {
		for _, k := range keys {
			if !l.Key(m, k) {
				t.Errorf("%s is not known", k)
			}
			l.View(m, 58, 12)
		}
		return uitest.Text(l.View(m, 58, 12))
	}
	lines := strings.Split(newest, "\n")
	if up := strings.Split(see("k"), "\n"); strings.Join(up[2:], "\n") != strings.Join(lines[1:11], "\n") {
		t.Errorf("one row up:\n%s", strings.Join(up, "\n"))
	}
	for range 2 { // back to the newest row, and no further
		if got := see("down"); got != newest {
			t.Errorf("down leads to\n%s", got)
		}
	}
	first := see(strings.Split(strings.Repeat("pgup ", 40)+"up", " ")...)
	if !strings.Contains(first, "5 processes come for the lock") {
		t.Errorf("the first rows are\n%s", first)
	}
	if see(strings.Fields(strings.Repeat("pgdown ", 40))...) != newest {
		t.Errorf("pgdown does not lead back")
	}
	see("k", "k", "k")
	back := uitest.At(rec, len(rec.Beats)-1)
	if got, want := uitest.Text(l.View(back, 58, 12)), uitest.Text(pane.NewLanes().View(back, 58, 12)); got != want {
		t.Errorf("after a step the newest row is not shown:\n%s", got)
	}
	if l.Key(m, "x") {
		t.Error("x is not a key of the lanes")
	}
}

// TestTimeline finds the events under the cells of the line.
func TestTimeline(t *testing.T) {
	rec := uitest.Record(t, "session-expiry")
	for beat := range len(rec.Beats) {
		m := uitest.At(rec, beat+1)
		line := []rune(pane.Timeline{}.View(m, 100))
		x := 0
		for line[x] != '▲' {
			x++
		}
		if got := (pane.Timeline{}).At(m, 100, x); got != rec.Beats[beat] {
			t.Errorf("▲ of beat %d stands on event %d, which is not its first, %d", beat, got, rec.Beats[beat])
		}
	}
	m := uitest.At(rec, 3)
	if first, last := (pane.Timeline{}).At(m, 100, -5), (pane.Timeline{}).At(m, 100, 500); first != 0 || last != rec.Beats[len(rec.Beats)-1] {
		t.Errorf("beside the line are events %d and %d", first, last)
	}
}

// TestLanesFit draws any moment into any rectangle.
func TestLanesFit(t *testing.T) {
	recs := []*scenarios.Recording{uitest.Record(t, "herd", "n", "30"), uitest.Record(t, "queue", "n", "1")}
	for _, name := range scenarios.Names() {
		recs = append(recs, uitest.Record(t, name))
	}
	rapid.Check(t, func(t *rapid.T) {
		rec := rapid.SampledFrom(recs).Draw(t, "run")
		m := uitest.At(rec, 0)
		n := rapid.IntRange(0, rec.Trace.Len()).Draw(t, "n")
		m.Cursor.Seek(n)
		m.From = rapid.IntRange(0, n).Draw(t, "from")
		m.Look = uitest.PlainLook(rapid.Bool().Draw(t, "ascii"))
		m.Causes = rapid.Bool().Draw(t, "causes")
		if rapid.Bool().Draw(t, "follows") {
			m.Follow = trace.Node(rapid.IntRange(0, len(rec.Trace.Nodes)-1).Draw(t, "follow"))
		}
		m.Filter = rapid.SampledFrom([]string{"", "", "c1", "create", "nothing has this"}).Draw(t, "filter")
		w, h := rapid.IntRange(0, 240).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		l := pane.NewLanes()
		for _, key := range append([]string{""}, rapid.SliceOfN(rapid.SampledFrom([]string{"up", "down", "pgup", "pgdown"}), 0, 4).Draw(t, "keys")...) {
			l.Key(m, key)
			uitest.Rectangle(t, strings.Join(l.View(m, w, h), "\n"), w, h)
		}
		uitest.Rectangle(t, pane.Timeline{}.View(m, w), w, 1)
		if at := (pane.Timeline{}).At(m, w, rapid.IntRange(-3, 250).Draw(t, "x")); at < 0 || at >= rec.Trace.Len() {
			t.Fatalf("the timeline leads to event %d of %d", at, rec.Trace.Len())
		}
		if m.N() != n {
			t.Fatalf("the cursor has moved from %d to %d", n, m.N())
		}
	})
}

func BenchmarkLanes(b *testing.B) {
	for _, n := range []string{"300", os.Getenv("LANES_N")} {
		if n == "" {
			continue
		}
		rec := uitest.Record(b, "herd", "n", n)
		for _, place := range []struct {
			name string
			beat int
		}{{"middle", len(rec.Beats) / 2}, {"end", len(rec.Beats)}} {
			m := uitest.At(rec, place.beat)
			b.Run("n="+n+"/"+place.name, func(b *testing.B) {
				l := pane.NewLanes()
				for b.Loop() {
					l.View(m, 98, 40)
				}
			})
			b.Run("filter/n="+n+"/"+place.name, func(b *testing.B) {
				m := uitest.At(rec, place.beat)
				m.Filter = "nothing has this"
				l := pane.NewLanes()
				for b.Loop() {
					l.View(m, 98, 40)
				}
			})
			b.Run("timeline/n="+n+"/"+place.name, func(b *testing.B) {
				for b.Loop() {
					pane.Timeline{}.View(m, 100)
				}
			})
		}
	}
}
