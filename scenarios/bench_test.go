package scenarios

import (
	"context"
	"fmt"
	"strconv"
	"testing"
)

// A run's speed is told in messages a second: requests, replies and watch events.
func benchmarkRun(b *testing.B, name string, n int, keep bool) {
	s, err := Lesson(name)
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.Bind(map[string]string{"n": strconv.Itoa(n)})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	messages, bytes, events := 0, 0, 0
	for b.Loop() {
		world, err := Simulate(p.Setup(1, keep), false)
		if err != nil {
			b.Fatal(err)
		}
		r, err := Run(context.Background(), p, world, 1)
		if err != nil || !r.OK() {
			b.Fatal(r, err)
		}
		messages += r.Messages
		bytes += world.Trace().Bytes()
		events += world.Trace().Len()
		world.Close()
	}
	b.ReportMetric(float64(messages)/b.Elapsed().Seconds(), "msgs/s")
	if keep {
		b.ReportMetric(float64(bytes)/float64(events), "B/event")
	}
}

func BenchmarkCounting(b *testing.B) {
	for _, n := range []int{250, 500, 1000, 2000} {
		b.Run(fmt.Sprintf("herd/%d", n), func(b *testing.B) { benchmarkRun(b, "herd", n, false) })
	}
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprintf("queue/%d", n), func(b *testing.B) { benchmarkRun(b, "queue", n, false) })
	}
}

func BenchmarkKept(b *testing.B) {
	for _, n := range []int{250, 1000} {
		b.Run(fmt.Sprintf("herd/%d", n), func(b *testing.B) { benchmarkRun(b, "herd", n, true) })
	}
}

// A world in the middle of a queue, as a branch of a player or a search clones it.
func middle(b *testing.B, n int) *Play {
	s, err := Lesson("queue")
	if err != nil {
		b.Fatal(err)
	}
	p, err := s.Bind(map[string]string{"n": strconv.Itoa(n)})
	if err != nil {
		b.Fatal(err)
	}
	play, err := NewPlay(p, 1)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(play.Close)
	for range 15 * n {
		if _, err := play.Step(); err != nil {
			b.Fatal(err)
		}
	}
	return play
}

func BenchmarkClone(b *testing.B) {
	for _, n := range []int{4, 100} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			play := middle(b, n)
			b.ReportAllocs()
			for b.Loop() {
				play.Clone()
			}
		})
	}
}

// A clone that takes a step must first replay the process that the step is about.
func BenchmarkCloneAndStep(b *testing.B) {
	play := middle(b, 4)
	for b.Loop() {
		c := play.Clone()
		c.Step()
		c.Close()
	}
}

func BenchmarkFingerprint(b *testing.B) {
	for _, n := range []int{4, 100} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			w := middle(b, n).world.world
			for b.Loop() {
				w.Fingerprint()
			}
		})
	}
}
