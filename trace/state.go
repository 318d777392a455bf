package trace

import (
	"maps"
	"slices"
)

// State is the whole of what is shown at one moment. It is a set of registers, and
// every change sets one of them: that is what lets it fold forwards and backwards.
// A State read from a cursor is only valid until the cursor moves.
type State struct {
	At       Time   // of the last event folded
	Procs    []Proc // by node; of a server only Life means something
	Counts   Counts
	Znodes   map[ZnodeKey]Znode
	Watches  map[WatchKey]bool
	Sessions map[int64]Session
	Links    map[LinkKey]Link
	InFlight map[int]bool // numbers of the Send events whose messages are under way
}

func newState() *State {
	return &State{
		Znodes:   map[ZnodeKey]Znode{},
		Watches:  map[WatchKey]bool{},
		Sessions: map[int64]Session{},
		Links:    map[LinkKey]Link{},
		InFlight: map[int]bool{},
	}
}

// Clone gives an independent copy.
func (s *State) Clone() *State {
	c := *s
	c.Procs = slices.Clone(s.Procs)
	c.Znodes = maps.Clone(s.Znodes)
	c.Watches = maps.Clone(s.Watches)
	c.Sessions = maps.Clone(s.Sessions)
	c.Links = maps.Clone(s.Links)
	c.InFlight = maps.Clone(s.InFlight)
	return &c
}

// Believers are the processes that think they hold, in the order of their nodes.
func (s *State) Believers() []Node {
	var nodes []Node
	for n, p := range s.Procs {
		if p.Believes() {
			nodes = append(nodes, Node(n))
		}
	}
	return nodes
}

// Children gives the paths directly below a znode as one server has them, sorted.
func (s *State) Children(server Node, path string) []string {
	var children []string
	for k := range s.Znodes {
		if k.Server == server && k.Path != path && Parent(k.Path) == path {
			children = append(children, k.Path)
		}
	}
	slices.Sort(children)
	return children
}

// footprint estimates the bytes of a copy, for deciding how often to keep one.
func (s *State) footprint() int {
	return 48*len(s.Procs) + 120*len(s.Znodes) + 64*len(s.Watches) + 80*len(s.Sessions) +
		40*len(s.Links) + 24*len(s.InFlight)
}

// Client is whose session it is; NoNode if there never was such a session.
func (s *State) Client(session int64) Node {
	if known, ok := s.Sessions[session]; ok && session != 0 {
		return known.Client
	}
	return NoNode
}
