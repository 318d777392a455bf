package sim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lockstep/trace"
)

// An agenda gives what was put into it in the order of time, and of creation where times are
// equal, whatever is taken out in between.
func TestAgenda(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var a agenda
		var model []item
		seq := uint64(0)
		for range rapid.IntRange(1, 200).Draw(r, "operations") {
			switch rapid.IntRange(0, 6).Draw(r, "operation") {
			case 0, 1, 2:
				seq++
				it := item{due: trace.Time(rapid.IntRange(0, 20).Draw(r, "due")), seq: seq, node: trace.Node(seq % 3)}
				if rapid.Bool().Draw(r, "message") {
					it.msg = Hangup{}
				}
				a.push(&it)
				model = append(model, it)
			case 3, 4:
				if len(model) == 0 {
					continue
				}
				first := slices.IndexFunc(model, func(it item) bool {
					return !slices.ContainsFunc(model, func(other item) bool { return other.before(&it) })
				})
				if got := a.peek(); got.seq != model[first].seq {
					r.Fatalf("peek gives %d, want %d", got.seq, model[first].seq)
				}
				var got item
				if a.pop(&got); got.seq != model[first].seq {
					r.Fatalf("pop gives %d, want %d", got.seq, model[first].seq)
				}
				model = slices.Delete(model, first, first+1)
			case 6:
				node, due := trace.Node(rapid.IntRange(0, 2).Draw(r, "node")), trace.Time(rapid.IntRange(0, 20).Draw(r, "due"))
				timer := func(it *item) bool { return it.msg == nil && it.node == node && it.due == due }
				var got item
				if a.remove(&got, timer) {
					if !timer(&got) {
						r.Fatalf("removed %v", got)
					}
					model = slices.DeleteFunc(model, func(it item) bool { return it.seq == got.seq })
				} else if slices.ContainsFunc(model, func(it item) bool { return timer(&it) }) {
					r.Fatal("did not find a timer")
				}
			case 5:
				node := trace.Node(rapid.IntRange(0, 2).Draw(r, "node"))
				taken := a.take(func(it *item) bool { return it.node == node })
				kept := slices.DeleteFunc(slices.Clone(model), func(it item) bool { return it.node == node })
				if len(taken) != len(model)-len(kept) || !slices.IsSortedFunc(taken, inOrder) {
					r.Fatalf("took %v from %v", taken, model)
				}
				model = kept
			}
			if a.len() != len(model) {
				r.Fatalf("%d items, want %d", a.len(), len(model))
			}
		}
		if a.len() == 0 && a.peek() != nil {
			r.Fatal("peek gives something of nothing")
		}
	})
}

func inOrder(x, y item) int {
	if x.before(&y) {
		return -1
	}
	return 1
}
