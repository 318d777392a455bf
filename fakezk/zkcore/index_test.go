package zkcore

import (
	"testing"

	"pgregory.net/rapid"
)

// An index of numbers by themselves, with hashes that collide.
func TestIndexAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.IntRange(0, 6).Draw(t, "shift")
		hash := func(n int32) uint32 { return uint32(n) >> shift * 0x9e3779b1 }
		var ix index
		model := map[int32]bool{}
		has := func(n int32) bool {
			if len(ix.slots) == 0 {
				return false
			}
			for i, mask := ix.probe(hash(n)); ix.slots[i].ref != 0; i = (i + 1) & mask {
				if ix.slots[i].ref == n+1 {
					return true
				}
			}
			return false
		}
		number := rapid.Int32Range(0, 200)
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				if n := number.Draw(t, "n"); !model[n] {
					ix.insert(hash(n), n)
					model[n] = true
				}
			},
			"remove": func(t *rapid.T) {
				if n := number.Draw(t, "n"); model[n] {
					ix.remove(hash(n), n)
					delete(model, n)
				}
			},
			"clone": func(*rapid.T) {
				old := ix
				ix = ix.clone()
				clear(old.slots)
			},
			"": func(t *rapid.T) {
				for n := range int32(201) {
					if has(n) != model[n] {
						t.Fatalf("%d is there: %v, want %v", n, has(n), model[n])
					}
				}
				if ix.used != len(model) || 4*ix.used > 3*len(ix.slots) {
					t.Fatalf("%d used of %d, want %d", ix.used, len(ix.slots), len(model))
				}
			},
		})
	})
}
