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
	o.watch(session, path, kind, mode, true)
}

func (o observer) WatchGone(session int64, path string, kind zkcore.WatchKind) {
	o.watch(session, path, kind, zkcore.OneShot, false)
}

func (o observer) watch(session int64, path string, kind zkcore.WatchKind, mode zkcore.WatchMode, armed bool) {
	key := trace.WatchKey{Server: o.s.place.Node(), Session: session, Path: path, Kind: trace.DataWatch}
	if kind == zkcore.ChildWatch {
		key.Kind = trace.ChildWatch
	}
	o.trace().SetWatch(key, armed)
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
