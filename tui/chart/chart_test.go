package chart

import (
	"strings"
	"testing"

	"lockstep/trace/story"
	"lockstep/tui/look"
)

var words = story.Catalogue{"chart.n": "     n", "chart.turn": "{name} from here", "chart.turn.at": "{name} from {n}", "chart.failed": "failed"}

// fill measures all that the chart asks for, and tells in which order.
func fill(c *Chart, cost ...func(n int) int) (sizes []int) {
	for {
		n, column, ok := c.Next()
		if !ok {
			return sizes
		}
		if column == 0 {
			sizes = append(sizes, n)
		}
		c.Set(n, column, cost[column](n))
	}
}

func lines(c *Chart, w int, log bool) string {
	ls := c.Lines(&look.Look{Signs: look.ASCII}, words, w, log)
	for i := range ls {
		ls[i] = strings.TrimRight(ls[i], " ")
	}
	return strings.Join(ls, "\n")
}

func herd(n int) int  { return n*n + n }
func queue(n int) int { return 5*n - 2 }

// The sizes asked for come first, then those where the turn must be.
func TestNext(t *testing.T) {
	c := New([]string{"herd", "queue"}, []int{100, 2})
	got := fill(c, herd, queue)
	want := []int{2, 100, 51, 26, 14, 8, 5, 3, 4}
	if len(got) != len(want) {
		t.Fatalf("measured %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("measured %v, want %v", got, want)
		}
	}
	if turns := c.turns(); len(turns) != 1 || turns[0] != (turn{4, "queue"}) {
		t.Errorf("turns are %v", turns)
	}
}

// What cannot be measured is asked for once, and says nothing about the order.
func TestFailed(t *testing.T) {
	c := New([]string{"herd", "queue"}, []int{2, 10})
	got := fill(c, herd, func(n int) int {
		if n == 6 {
			return Failed
		}
		return queue(n)
	})
	if len(got) != 3 {
		t.Errorf("measured %v, want 2, 10 and 6", got)
	}
}

func TestLines(t *testing.T) {
	c := New([]string{"herd", "queue"}, []int{2, 4, 10})
	fill(c, herd, queue)
	want := strings.Trim(`
     n  herd                      queue
     2  # 6                       ## 8
     4  #### 20                   ### 18  < queue from here
    10  ##################### 110 ######### 48
`, "\n")
	if got := lines(c, 60, false); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want = strings.Trim(`
     n  herd      queue
     2  ## 6      ## 8
     4  ### 20    ### 18  <
    10  ##### 110 #### 48
< queue from 4
`, "\n")
	if got := lines(c, 28, true); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnknownFigures(t *testing.T) {
	c := New([]string{"herd", "queue"}, []int{2})
	c.Set(2, 1, Failed)
	if got, want := lines(c, 48, false), "     n  herd                queue\n     2  ~                   x failed"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if c.Wide(1) {
		t.Error("a chart without figures is wide")
	}
}
