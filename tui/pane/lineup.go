package pane

import (
	"slices"
	"sort"
	"strings"

	"lockstep/lock"
	"lockstep/scenarios"
	"lockstep/trace"
)

// lineup is who holds the lock and who stands where in line, by the state of the server.
type lineup struct {
	m       *Moment
	recipe  lock.Recipe
	server  trace.Node
	places  []place // of the lock's directory, in the order of their names
	holding int     // the place that holds, −1 for none
	owner   trace.Node
	mine    map[trace.Node]int // the place of a process
}

// mostMarks bounds how many landmarks are looked at.
const mostMarks = 6000

// place is a znode of the lock's directory.
type place struct {
	name  string
	znode trace.Znode
	owner trace.Node // NoNode if it belongs to no session
}

func newLineup(m *Moment) *lineup {
	s := &lineup{m: m, server: m.Server(), holding: -1, owner: trace.NoNode, mine: map[trace.Node]int{}}
	s.recipe, _ = lock.Find(m.Rec.Plan.Lock)
	state := m.State()
	below := scenarios.Root + "/"
	for key, z := range state.Znodes {
		if key.Server != s.server || !strings.HasPrefix(key.Path, below) || strings.Contains(key.Path[len(below):], "/") {
			continue
		}
		s.places = append(s.places, place{key.Path[len(below):], z, state.Client(z.Owner)})
	}
	slices.SortFunc(s.places, func(a, b place) int { return strings.Compare(a.name, b.name) })
	names := make([]string, len(s.places))
	for i, p := range s.places {
		names[i] = p.name
		if p.owner != trace.NoNode {
			s.mine[p.owner] = i
		}
	}
	if s.recipe.Holding == nil {
		return s
	}
	if s.holding = slices.Index(names, s.recipe.Holding(names)); s.holding < 0 {
		return s
	}
	if s.owner = s.places[s.holding].owner; s.owner == trace.NoNode {
		s.owner = s.maker()
		if s.owner != trace.NoNode {
			s.mine[s.owner] = s.holding
		}
	}
	return s
}

// maker is who made a holder's znode that belongs to no session: whoever acquired last.
func (s *lineup) maker() trace.Node {
	marks := s.m.Trace().Summary().Landmarks
	i := sort.Search(len(marks), func(i int) bool { return marks[i].Event >= s.m.N() }) - 1
	for looked := 0; i >= 0 && looked < mostMarks; i, looked = i-1, looked+1 {
		if marks[i].Mark == trace.AcquiredMark {
			return marks[i].Node
		}
	}
	return trace.NoNode
}

// numbered reports whether contenders draw numbers, so that there is an order among them.
func (s *lineup) numbered() bool {
	return s.recipe.Holding != nil && s.recipe.Holding([]string{"holder"}) == ""
}

// holder reports whether a process holds by the server's state. Of a lock without such a state
// whoever believes it does.
func (s *lineup) holder(n trace.Node) bool { return s.recipe.Holding == nil || n == s.owner }

// blocker is whom a waiting process waits for: the owner of what it watches. everybody: it
// watches the whole list.
func (s *lineup) blocker(n trace.Node) (who trace.Node, everybody bool) {
	on := s.m.State().Procs[n].WaitOn
	if on == scenarios.Root {
		return trace.NoNode, true
	}
	name, ok := strings.CutPrefix(on, scenarios.Root+"/")
	if !ok {
		return trace.NoNode, false
	}
	i := sort.Search(len(s.places), func(i int) bool { return s.places[i].name >= name })
	switch {
	case i == len(s.places) || s.places[i].name != name:
		return trace.NoNode, false
	case i == s.holding:
		return s.owner, false
	}
	return s.places[i].owner, false
}

// actors are the processes that did something in the newest step, the last first.
func actors(m *Moment) []trace.Node {
	var nodes []trace.Node
	for i, looked := m.N()-1, 0; i >= m.From && looked < 200; i, looked = i-1, looked+1 {
		e := m.Cursor.At(i)
		if e.Kind.HasMsg() && e.Msg.Class.Heartbeat() {
			continue
		}
		for _, n := range []trace.Node{e.Node, e.Peer} {
			if n >= 0 && m.Trace().Nodes[n].Role == trace.Process && !slices.Contains(nodes, n) {
				nodes = append(nodes, n)
			}
		}
	}
	return nodes
}

// fold picks which of n rows are drawn in h lines: the first, and those that must be seen. One
// line less are picked if not all of them fit.
func fold(n, h int, must func(i int) bool) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n <= h {
		return all
	}
	room := max(0, h-1)
	var seen []int
	for i := 0; i < n && len(seen) < max(0, room-1); i++ {
		if i > 0 && must(i) {
			seen = append(seen, i)
		}
	}
	for i := 0; i < n && len(seen) < room; i++ {
		if !slices.Contains(seen, i) {
			seen = append(seen, i)
		}
	}
	slices.Sort(seen)
	return seen
}
