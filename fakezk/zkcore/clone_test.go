package zkcore

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// A clone goes its own way, and goes the same way if it takes the same steps.
func TestClone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, seed := randomOptions(t), rapid.Uint64().Draw(t, "seed")
		m := newMachine(o)
		r := rand.New(rand.NewPCG(seed, 0))
		for range rapid.IntRange(0, 60).Draw(t, "before") {
			m.step(r)
		}
		before := print(m.core)
		c := &machine{m.core.Clone(), m.now, slices.Clone(m.sessions)}
		if got := print(c.core); got != before {
			t.Fatalf("the clone is\n%s\nwant\n%s", got, before)
		}

		var steps []string
		rc := rand.New(rand.NewPCG(seed, 1))
		grandchild := c.core.Clone()
		for range 40 {
			steps = append(steps, c.step(rc))
			checkInvariants(t, c.core)
		}
		for _, other := range []*Core{m.core, grandchild} {
			if got := print(other); got != before {
				t.Fatalf("what happens to a clone happens to\n%s\nwhich was\n%s", got, before)
			}
		}
		rm := rand.New(rand.NewPCG(seed, 1))
		for i := range steps {
			if got := m.step(rm); got != steps[i] {
				t.Fatalf("step %d:\n%s\nand the clone\n%s", i, got, steps[i])
			}
		}
		checkInvariants(t, m.core)
		if x, y := print(m.core), print(c.core); x != y {
			t.Fatalf("\n%s\nand the clone\n%s", x, y)
		}
	})
}

// Clones may be used by different goroutines at the same time.
func TestClonesInParallel(t *testing.T) {
	m := newMachine(Options{ServerID: 1})
	r := rand.New(rand.NewPCG(5, 0))
	for range 200 {
		m.step(r)
	}
	const clones = 4
	texts := make([]string, clones)
	var wg sync.WaitGroup
	for i := range clones {
		c := &machine{m.core.Clone(), m.now, slices.Clone(m.sessions)}
		wg.Go(func() {
			r := rand.New(rand.NewPCG(5, 1))
			for range 200 {
				c.step(r)
			}
			texts[i] = print(c.core)
		})
	}
	wg.Wait()
	for _, text := range texts {
		if text != texts[0] {
			t.Fatalf("\n%s\nand\n%s", text, texts[0])
		}
	}
}
