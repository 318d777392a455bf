package compare

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/trace/story"
)

// mostTold bounds how many events a sentence looks at.
const mostTold = 20_000

// told is a sentence, and how many events it is about.
type told struct {
	n        int
	sentence string
}

// round says what came of the newest release so far, or of what else has freed the lock. Before
// the first it says who holds and who waits.
func (m *Model) round(s *side) string {
	n := s.cursor.N()
	if s.told.sentence == "" || s.told.n != n {
		s.told = told{n, m.tell(s, n)}
	}
	return s.told.sentence
}

var roundKeys = map[trace.Mark]string{
	trace.ReleasedMark: "round.releases", trace.CrashMark: "round.crashes", trace.ExpiryMark: "round.expires",
}

func (m *Model) tell(s *side, n int) string {
	marks := s.rec.Trace.Summary().Landmarks
	i := sort.Search(len(marks), func(i int) bool { return marks[i].Event >= n }) - 1
	for ; i >= 0 && roundKeys[marks[i].Mark] == ""; i-- {
	}
	if i < 0 {
		return story.Teller{Catalogue: m.opts.Story}.Standing(s.cursor)
	}
	start := marks[i]
	return m.say(roundKeys[start.Mark], "who", s.rec.Trace.Name(start.Node), "what", m.outcome(s, start.Event, n))
}

// outcome says who was told between two events, and what they got for it.
func (m *Model) outcome(s *side, from, to int) string {
	events := 0
	waits := map[trace.Node]bool{} // of those who were told: whether they wait again
	var woken, winners []trace.Node
	end := min(to, from+mostTold)
	for i := from; i < end; i++ {
		switch e := s.cursor.At(i); e.Kind {
		case trace.Recv:
			if e.Msg.Class == trace.Notice {
				events++
				if _, ok := waits[e.Node]; !ok {
					waits[e.Node] = false
					woken = append(woken, e.Node)
				}
			}
		case trace.Wait:
			if _, ok := waits[e.Node]; ok {
				waits[e.Node] = true
			}
		case trace.Phase:
			for _, c := range e.Changes {
				if p, ok := c.(*trace.ProcChange); ok && p.Node == e.Node && p.New.Phase == trace.Holding && p.Old.Phase != trace.Holding {
					waits[e.Node] = false
					winners = append(winners, e.Node)
				}
			}
		}
	}
	name := s.rec.Trace.Name
	switch {
	case events == 0 && len(winners) == 0 && !seeks(s.cursor.State()):
		return m.say("round.nobody")
	case events == 0 && len(winners) == 0:
		return m.say("round.nothing")
	case events == 0:
		return m.say("holds", "who", name(winners[0]))
	}
	lose := 0
	for _, again := range waits {
		if again {
			lose++
		}
	}
	parts := []string{m.count("events", events)}
	switch {
	case len(woken) == 1 && slices.Contains(winners, woken[0]):
		parts = append(parts, m.say("wake.holds", "who", name(woken[0])))
	case len(woken) == 1 && lose == 1:
		parts = append(parts, m.say("wake.waits", "who", name(woken[0])))
	case len(woken) == 1:
		parts = append(parts, m.say("wake.only", "who", name(woken[0])))
	default:
		parts = append(parts, m.count("wake", len(woken)))
		if len(winners) > 0 {
			parts = append(parts, m.count("win", len(winners)))
		}
		if lose > 0 {
			parts = append(parts, m.count("lose", lose))
		}
	}
	if end < to {
		parts = append(parts, m.say("more"))
	}
	return strings.Join(parts, ", ")
}

// seeks reports whether a process wants the lock and does not have it.
func seeks(s *trace.State) bool {
	return slices.ContainsFunc(s.Procs, func(p trace.Proc) bool { return p.Phase == trace.Acquiring && p.Life != trace.Crashed })
}

// count says a number of things, in the singular or the plural.
func (m *Model) count(key string, n int) string {
	if _, ok := m.words[key+"."+strconv.Itoa(n)]; ok {
		return m.say(key + "." + strconv.Itoa(n))
	}
	return m.say(key+".n", "n", strconv.Itoa(n))
}
