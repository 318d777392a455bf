package trace

import "slices"

// Mark says why an event is a landmark.
type Mark uint8

const (
	AcquiredMark  Mark = iota // a process's acquire returned
	ReleasedMark              // a process called release
	ViolationMark             // more believers than the lock allows
	FaultMark                 // something was broken or mended on purpose
	ExpiryMark                // a server ended a session
	LostMark                  // a process was told that its session is over
	CrashMark                 // a process stopped without a word
	FailedMark                // an error ended a process's job
)

var markNames = [...]string{"acquired", "released", "violation", "fault", "expiry", "session lost", "crash", "failed"}

func (m Mark) String() string { return markNames[m] }

// Landmark is an event that people jump to.
type Landmark struct {
	Event int
	At    Time
	Mark  Mark
	Node  Node // whom it is about
}

// Overlap is a time in which more processes believed that they held than the lock allows.
type Overlap struct {
	From, To  Time // To is Forever while it lasts
	Event     int  // with which it began
	Believers []Node
}

// ProcSummary is when things first happened to a process; −1 is never.
type ProcSummary struct {
	Started, Acquired, Released Time
	LastHeard                   Time // when a server last received something of the session that it ended, or has
	Disconnected                Time
	ToldExpired                 Time
	Expired                     Time // when a server ended its session
	Crashed                     Time
	waited                      bool // since it last wanted the lock
	anew                        bool // it was started again: what is heard is of another session
}

var nothingYet = ProcSummary{-1, -1, -1, -1, -1, -1, -1, -1, false, false}

// Proc is what is known of one process.
func (s *Summary) Proc(n Node) ProcSummary {
	if int(n) < len(s.Procs) {
		return s.Procs[n]
	}
	return nothingYet
}

func (s *Summary) of(n Node) *ProcSummary {
	for int(n) >= len(s.Procs) {
		s.Procs = append(s.Procs, nothingYet)
	}
	return &s.Procs[n]
}

// first notes when something happened, unless it has happened before.
func first(at *Time, now Time) {
	if *at < 0 {
		*at = now
	}
}

// Summary is what remains of a run when its events are forgotten.
type Summary struct {
	Acquired   []Node // who acquired, in order
	Landmarks  []Landmark
	MaxHolders int // the largest number of believers at any moment
	Violations []Overlap
	Fulfilled  int           // acquisitions by who had waited
	Procs      []ProcSummary // by node
	Active     Time          // when something other than heartbeats last happened
	Believers  []Node        // who believes now that it holds, in the order of acquiring
	Seeking    int           // how many processes look for a server: see Proc.Seeks
	overLimit  bool
}

func (s *Summary) clone() Summary {
	c := *s
	c.Acquired = slices.Clip(s.Acquired)
	c.Landmarks = slices.Clip(s.Landmarks)
	c.Violations = slices.Clone(s.Violations)
	c.Procs = slices.Clone(s.Procs)
	c.Believers = slices.Clone(s.Believers)
	return c
}

func (s *Summary) landmark(l Landmark) { s.Landmarks = append(s.Landmarks, l) }

// Summary gives what is known of the run so far. It shares memory with the trace.
func (t *Trace) Summary() *Summary { return &t.summary }

// isActivity reports whether an event is more than a heartbeat, a remark, or an attempt to connect.
// The end of a session that its client has never heard of is the end of such an attempt.
func (t *Trace) isActivity(e *Event) bool {
	switch e.Kind {
	case Send, Recv, Lost:
		return e.Msg.Class.Own()
	case Say, Work:
		return false
	case Expired:
		return t.head.Procs[e.Peer].Session != 0
	}
	return true
}

// add follows an event.
func (s *Summary) add(t *Trace, e *Event) {
	if t.isActivity(e) {
		s.Active = e.At
	}
	switch e.Kind {
	case Recv:
		s.heard(t, e.At, e.Node, e.Peer, e.Msg.Class)
	case Fault:
		s.landmark(Landmark{e.N, e.At, FaultMark, e.Node})
	case Expired:
		first(&s.of(e.Peer).Expired, e.At)
		s.landmark(Landmark{e.N, e.At, ExpiryMark, e.Peer})
	}
}

// heard notes that a message has arrived.
func (s *Summary) heard(t *Trace, at Time, node, peer Node, class Class) {
	if t.Nodes[node].Role == Server && class != Hangup {
		if p := s.of(peer); p.Expired < 0 && !p.anew {
			p.LastHeard = at
		}
	}
}

// proc follows a change of one process.
func (s *Summary) proc(t *Trace, n Node, old, now Proc) {
	mark := func(m Mark) { s.landmark(Landmark{t.n - 1, t.last, m, n}) }
	if old.Phase != now.Phase {
		switch now.Phase {
		case Acquiring:
			s.of(n).waited = false
		case Holding:
			s.Acquired = append(s.Acquired, n)
			if s.of(n).waited {
				s.Fulfilled++
			}
			first(&s.of(n).Acquired, t.last)
			mark(AcquiredMark)
		case Releasing:
			first(&s.of(n).Released, t.last)
			mark(ReleasedMark)
		case Failed:
			mark(FailedMark)
		}
	}
	if now.Waiting && !old.Waiting {
		s.of(n).waited = true
	}
	if old.View != now.View {
		switch now.View {
		case Connecting:
			first(&s.of(n).Started, t.last)
		case Disconnected:
			first(&s.of(n).Disconnected, t.last)
		case SessionExpired:
			first(&s.of(n).ToldExpired, t.last)
			mark(LostMark)
		}
	}
	switch before, after := old.Seeks(), now.Seeks(); {
	case after && !before:
		s.Seeking++
	case before && !after:
		s.Seeking--
	}
	if old.Life == Crashed && now.Life == Alive {
		s.of(n).anew = true
	}
	if old.Life != now.Life && now.Life == Crashed {
		first(&s.of(n).Crashed, t.last)
		mark(CrashMark)
	}
	switch before, after := old.Believes(), now.Believes(); {
	case after && !before:
		s.Believers = append(s.Believers, n)
	case before && !after:
		s.Believers = slices.DeleteFunc(s.Believers, func(b Node) bool { return b == n })
	default:
		return
	}
	s.MaxHolders = max(s.MaxHolders, len(s.Believers))
	over := len(s.Believers) > t.Limit
	switch {
	case over && !s.overLimit:
		s.Violations = append(s.Violations, Overlap{t.last, Forever, t.n - 1, slices.Clone(s.Believers)})
		mark(ViolationMark)
	case !over && s.overLimit:
		s.Violations[len(s.Violations)-1].To = t.last
	}
	s.overLimit = over
}
