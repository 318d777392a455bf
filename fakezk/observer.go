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
	o.watch(session, path, kind, true)
}

func (o observer) WatchGone(session int64, path string, kind zkcore.WatchKind) {
	o.watch(session, path, kind, false)
}

func (o observer) watch(session int64, path string, kind zkcore.WatchKind, armed bool) {
	key := trace.WatchKey{Server: o.s.place.Node(), Session: session, Path: path, Kind: trace.ChildWatch}
	if kind == zkcore.DataWatch {
		// To a server they are one kind. To a reader it matters what the watch waits for.
		key.Kind = trace.DataWatch
		head := o.trace().Head()
		_, there := head.Znodes[trace.ZnodeKey{Server: key.Server, Path: path}]
		if armed && !there || !armed && !head.Watches[key] {
			key.Kind = trace.ExistWatch
		}
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
