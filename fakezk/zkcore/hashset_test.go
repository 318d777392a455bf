package zkcore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestJavaHash(t *testing.T) {
	for s, want := range map[string]uint32{
		"":                0,
		"a":               97,
		"lock-0000000000": 0xcc7b6be2,
		"é":               233,
		"世界":              0x9e9f6, // 19990·31 + 30028
		"\U0001f512":      0xd83d*31 + 0xdd12,
	} {
		if got := javaHash(s); got != want {
			t.Errorf("%q: %#x, want %#x", s, got, want)
		}
	}
}

// What a real server answered.
func TestIterationOrder(t *testing.T) {
	sequential := func(n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("s-%010d", i))
		}
		return names
	}
	for _, c := range []struct{ add, remove, want string }{
		{"a e s-0000000002 s-0000000003", "", "a s-0000000003 e s-0000000002"},
		{"config quota", "", "config quota"},
		{"quota config", "", "config quota"},
		{"zookeeper a", "", "a zookeeper"},
		{strings.Join(sequential(7), " "), "", "s-0000000006 s-0000000001 s-0000000000 s-0000000003 s-0000000002 s-0000000005 s-0000000004"},
		// The table stays as large as it was.
		{strings.Join(sequential(7), " "), strings.Join(sequential(4), " "), "s-0000000006 s-0000000005 s-0000000004"},
		{strings.Join(sequential(7)[4:], " "), "", "s-0000000006 s-0000000005 s-0000000004"},
		// One bucket, in the order of insertion: of a table of 8 these have the bucket of "a".
		{"a i q y", "", "a i q y"},
		{"y q i a", "", "y q i a"},
		{"y q i a", "q", "y i a"},
	} {
		s := newNameSet(nil, childrenTable)
		for i, name := range strings.Fields(c.add) {
			s.add(name, int32(i))
		}
		for _, name := range strings.Fields(c.remove) {
			s.remove(name)
		}
		if got := strings.Join(s.list(), " "); got != c.want {
			t.Errorf("%s without %s:\n got %s\nwant %s", c.add, c.remove, got, c.want)
		}
	}
}

// The ninth element of a bucket makes a small table grow (HashMap.treeifyBin).
func TestCrowdedBucketGrows(t *testing.T) {
	s := newNameSet(nil, 16)
	// "Aa" and "BB" have the same hash, and so has every string of them of one length.
	var same []string
	for i := range 16 {
		name := ""
		for bit := range 4 {
			name += []string{"Aa", "BB"}[i>>bit&1]
		}
		same = append(same, name)
	}
	for i, want := range []uint32{16, 16, 16, 16, 16, 16, 16, 16, 32, 64} {
		s.add(same[i], 0)
		if s.table != want {
			t.Errorf("after %d: table of %d, want %d", i+1, s.table, want)
		}
	}
	if !slices.Equal(s.list(), same[:10]) {
		t.Errorf("order %v", s.list())
	}
}

// javaModel is a HashSet with real buckets.
type javaModel struct {
	buckets [][]string
	size    int
}

func (m *javaModel) bucket(name string) *[]string {
	return &m.buckets[spread(javaHash(name))&uint32(len(m.buckets)-1)]
}

func (m *javaModel) grow() {
	all := m.list()
	m.buckets = make([][]string, 2*len(m.buckets))
	for _, name := range all {
		b := m.bucket(name)
		*b = append(*b, name)
	}
}

func (m *javaModel) add(name string) {
	b := m.bucket(name)
	*b = append(*b, name)
	if len(*b) > 8 && len(m.buckets) < 64 {
		m.grow()
	}
	if m.size++; m.size > len(m.buckets)*3/4 {
		m.grow()
	}
}

func (m *javaModel) remove(name string) {
	b := m.bucket(name)
	i := slices.Index(*b, name)
	*b = slices.Delete(*b, i, i+1)
	m.size--
}

func (m *javaModel) list() []string { return slices.Concat(m.buckets...) }

func TestNameSetAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom([]int{0, 1, 2, 8, 16}).Draw(t, "table")
		s := newNameSet(nil, uint32(table))
		m := &javaModel{buckets: make([][]string, max(1, table))}
		var all []string
		model := func() []string {
			if table > 0 {
				return m.list()
			}
			sorted := slices.Clone(all)
			slices.Sort(sorted)
			return sorted
		}
		name := rapid.OneOf(rapid.StringMatching(`[ab]{1,9}`), rapid.StringN(1, 4, -1), rapid.StringMatching(`(Aa|BB){4}`),
			rapid.Map(rapid.IntRange(0, 400), func(n int) string { return fmt.Sprintf("lock-%010d", n) }))
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				for _, name := range rapid.SliceOfNDistinct(name, 1, 60, rapid.ID).Draw(t, "names") {
					if has := slices.Contains(all, name); s.has(name) != has {
						t.Fatalf("has %q: %v", name, !has)
					} else if !has {
						s.add(name, int32(len(name)))
						if table > 0 {
							m.add(name)
						}
						all = append(all, name)
					}
				}
			},
			"remove": func(t *rapid.T) {
				if len(all) == 0 {
					t.Skip("nothing is left to remove: rapid draws another action")
				}
				i := rapid.IntRange(0, len(all)-1).Draw(t, "which")
				s.remove(all[i])
				if table > 0 {
					m.remove(all[i])
				}
				all = slices.Delete(all, i, i+1)
			},
			"copy": func(t *rapid.T) {
				old := s
				s = s.copy(new(token))
				old.add("\x00", 0)
				old.remove("\x00")
			},
			"": func(t *rapid.T) {
				if got, want := s.list(), model(); !slices.Equal(got, want) || s.size != len(want) {
					t.Fatalf("list\n%q\nwant\n%q", got, want)
				}
				s.each(func(name string, ref int32) {
					if int(ref) != len(name) {
						t.Fatalf("%q has the reference %d", name, ref)
					}
				})
			},
		})
	})
}

// As many as a large queue has, that come and go.
func TestLargeNameSet(t *testing.T) {
	s, m := newNameSet(nil, childrenTable), &javaModel{buckets: make([][]string, childrenTable)}
	name := func(i int) string { return fmt.Sprintf("lock-%010d", i) }
	for i := range 5000 {
		s.add(name(i), 0)
		m.add(name(i))
		if i%3 == 2 {
			s.remove(name(i - 2))
			m.remove(name(i - 2))
		}
		if i%100 == 0 && !slices.Equal(s.list(), m.list()) {
			t.Fatalf("after %d:\n%q\nwant\n%q", i, s.list(), m.list())
		}
	}
	if s.table != 8192 || s.size != 3334 {
		t.Errorf("table of %d with %d", s.table, s.size)
	}
}

// A list that was given out does not change.
func TestListIsImmutable(t *testing.T) {
	s := newNameSet(nil, childrenTable)
	s.add("a", 0)
	s.add("b", 1)
	before := s.list()
	if after := s.list(); &before[0] != &after[0] {
		t.Error("two lists for the same set")
	}
	s.remove("a")
	s.add("c", 2)
	if got := strings.Join(before, " "); got != "a b" {
		t.Errorf("the old list is %s", got)
	}
	if got := strings.Join(s.list(), " "); got != "b c" {
		t.Errorf("the new list is %s", got)
	}
}
