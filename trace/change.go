package trace

// Change is one register set by an event: what it held before and what it holds since.
// It is one of the types below.
type Change interface {
	apply(*State)
	revert(*State)
	encode(*encoder)
	json(*Trace) any
}

type (
	ProcChange struct {
		Node     Node
		Old, New Proc
	}
	ZnodeChange struct {
		Key      ZnodeKey
		Old, New Znode
	}
	// WatchChange arms a watch or takes it away; it was the other before.
	WatchChange struct {
		Key   WatchKey
		Armed bool
	}
	SessionChange struct {
		ID       int64
		Old, New Session
	}
	LinkChange struct {
		Key      LinkKey
		Old, New Link
	}
)

// put sets a register. The zero value means that there is nothing, and takes no room.
func put[K, V comparable](registers map[K]V, key K, value V) {
	var zero V
	if value == zero {
		delete(registers, key)
	} else {
		registers[key] = value
	}
}

func (c *ProcChange) apply(s *State)     { s.Procs[c.Node] = c.New }
func (c *ProcChange) revert(s *State)    { s.Procs[c.Node] = c.Old }
func (c *ZnodeChange) apply(s *State)    { put(s.Znodes, c.Key, c.New) }
func (c *ZnodeChange) revert(s *State)   { put(s.Znodes, c.Key, c.Old) }
func (c *WatchChange) apply(s *State)    { put(s.Watches, c.Key, c.Armed) }
func (c *WatchChange) revert(s *State)   { put(s.Watches, c.Key, !c.Armed) }
func (c *SessionChange) apply(s *State)  { put(s.Sessions, c.ID, c.New) }
func (c *SessionChange) revert(s *State) { put(s.Sessions, c.ID, c.Old) }
func (c *LinkChange) apply(s *State)     { put(s.Links, c.Key, c.New) }
func (c *LinkChange) revert(s *State)    { put(s.Links, c.Key, c.Old) }

// begin folds what an event says by itself, apart from its changes: the message in
// flight and the counts. by is 1 forwards and −1 backwards.
func (s *State) begin(e *Event, by int) {
	s.Counts.event(e, by)
	switch e.Kind {
	case Send:
		put(s.InFlight, e.N, by > 0)
	case Recv, Lost:
		put(s.InFlight, e.Cause, by < 0)
	}
}
