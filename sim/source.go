package sim

// SourceKind says how long a source remains fired.
type SourceKind uint8

const (
	Latch SourceKind = iota // for ever, once it has fired
	Level                   // while something is so
	Token                   // until one wait has seen it
)

// Source is something that a task can wait for.
type Source struct {
	id    uint32
	kind  SourceKind
	fired bool   // a latch that a wait has seen
	about string // the path that it is about, "" for none
	text  string // what it waits for, if that is not a path
	value Answer
}

// NewSource makes a source that the process's library can fire by its ID. It may be about a
// path.
func (r *Runtime) NewSource(kind SourceKind, about string) *Source {
	r.sources++
	id := r.sources
	switch kind {
	case Level:
		id |= levelBit
	case Token:
		id |= tokenBit
	}
	s := r.proc.w.sources.New()
	s.id, s.kind, s.about = id, kind, about
	return s
}

// ID is what the library fires it by.
func (s *Source) ID() uint32 { return s.id }

// Named says what is awaited, where that is not a path.
func (s *Source) Named(text string) *Source {
	s.text = text
	return s
}

// String says what is awaited.
func (s *Source) String() string {
	if s.text != "" {
		return s.text
	}
	return s.about
}

// Value is what it was last fired with, once a wait has seen that.
func (s *Source) Value() Answer { return s.value }
