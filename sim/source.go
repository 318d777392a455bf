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
	about string // the path that it is about, "" for none
	text  string // what it waits for
	fired bool   // a latch that a wait has seen
	value Answer
}

// NewSource makes a source that the process's library can fire by its ID.
func (r *Runtime) NewSource(kind SourceKind, about, text string) *Source {
	r.sources++
	id := r.sources
	if kind == Level {
		id |= levelBit
	}
	return &Source{id: id, kind: kind, about: about, text: text}
}

// ID is what the library fires it by.
func (s *Source) ID() uint32 { return s.id }

// String says what is awaited.
func (s *Source) String() string { return s.text }

// Value is what it was last fired with, once a wait has seen that.
func (s *Source) Value() Answer { return s.value }
