package fakezk

import (
	"lockstep/fakezk/zkcore"
	"lockstep/trace"
	"lockstep/zk/zktrace"
)

// observer puts what changes in a core into the trace.
type observer struct{ s *Server }

func (o observer) trace() *trace.Trace { return o.s.place.Trace() }

func (o observer) ZnodeChanged(z *zkcore.Znode) {
	o.trace().SetZnode(o.s.place.Node(), z.Path, trace.Znode{
		Mode: zktrace.Mode(z.Mode), Owner: z.Stat.EphemeralOwner,
		Czxid: z.Stat.Czxid, Mzxid: z.Stat.Mzxid, Pzxid: z.Stat.Pzxid,
		Version: z.Stat.Version, Children: z.Stat.NumChildren, Size: z.Stat.DataLength,
	})
}

func (o observer) ZnodeDeleted(path string) {
	o.trace().SetZnode(o.s.place.Node(), path, trace.Znode{})
}

func (o observer) WatchArmed(session int64, path string, kind zkcore.WatchKind, mode zkcore.WatchMode) {
	key := trace.WatchKey{Server: o.s.place.Node(), Session: session, Path: path}
	_, there := o.trace().Head().Znodes[trace.ZnodeKey{Server: key.Server, Path: path}]
	switch {
	case mode == zkcore.Lasting:
		key.Kind = trace.PersistentWatch
	case mode == zkcore.Recursive:
		key.Kind = trace.RecursiveWatch
	case kind == zkcore.ChildWatch:
		key.Kind = trace.ChildWatch
	case there:
		key.Kind = trace.DataWatch
	default: // to a server it is a data watch; to a reader it matters what it waits for
		key.Kind = trace.ExistWatch
	}
	o.trace().SetWatch(key, true)
}

// WatchGone takes away what WatchArmed has shown of a watch: the core does not tell which of its
// kinds that was.
func (o observer) WatchGone(session int64, path string, kind zkcore.WatchKind) {
	kinds := []trace.WatchKind{trace.DataWatch, trace.ExistWatch, trace.PersistentWatch, trace.RecursiveWatch}
	if kind == zkcore.ChildWatch {
		kinds = []trace.WatchKind{trace.ChildWatch, trace.PersistentWatch, trace.RecursiveWatch}
	}
	for _, k := range kinds {
		o.trace().SetWatch(trace.WatchKey{Server: o.s.place.Node(), Session: session, Path: path, Kind: k}, false)
	}
}

func (o observer) SessionOpened(session int64, timeout int32, deadline int64) {}

func (o observer) SessionMoved(session int64, deadline int64) {
	o.session(session, trace.SessionOpen, deadline)
}

func (o observer) SessionEnded(session int64, expired bool) {
	state := trace.SessionEnded
	if expired {
		state = trace.SessionTimeout
	}
	o.session(session, state, 0)
}

func (o observer) session(id int64, state trace.SessionState, deadline int64) {
	g := o.s.guests[id]
	if g == nil {
		return // the set-up's own session
	}
	o.trace().SetSession(id, trace.Session{State: state, Client: g.client,
		Timeout: g.timeout, Deadline: trace.Time(deadline) * 1e6})
}
