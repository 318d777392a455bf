// Package zktrace says what ZooKeeper's messages mean in the words of a trace. The fake
// ensemble and the tap of a real one both use it, so that their traces and counts agree.
package zktrace

import (
	"fmt"
	"strings"

	"lockstep/trace"
	"lockstep/zk"
)

// Op is what an operation is called in counts.
func Op(op zk.Op) trace.Op {
	switch op {
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL:
		return trace.Create
	case zk.OpDelete:
		return trace.Delete
	case zk.OpExists:
		return trace.Exists
	case zk.OpGetData:
		return trace.Get
	case zk.OpSetData:
		return trace.Set
	case zk.OpGetChildren, zk.OpGetChildren2:
		return trace.GetChildren
	case zk.OpGetACL:
		return trace.GetACL
	case zk.OpSetACL:
		return trace.SetACL
	case zk.OpSync:
		return trace.Sync
	case zk.OpCheck:
		return trace.Check
	case zk.OpMulti, zk.OpMultiRead:
		return trace.Multi
	case zk.OpAddWatch:
		return trace.AddWatch
	case zk.OpRemoveWatches:
		return trace.RemoveWatches
	case zk.OpSetWatches, zk.OpSetWatches2:
		return trace.SetWatches
	case zk.OpAuth:
		return trace.Auth
	}
	return trace.Other
}

// class tells a lock's own requests from what its client library sends by itself.
func class(op zk.Op) (request, reply trace.Class) {
	switch op {
	case zk.OpPing:
		return trace.Ping, trace.Pong
	case zk.OpCloseSession:
		return trace.Close, trace.Closed
	case zk.OpSetWatches, zk.OpSetWatches2, zk.OpAuth:
		return trace.Upkeep, trace.UpkeepDone
	}
	return trace.Request, trace.Reply
}

// Request describes a request. Without detail, only what counts need is filled in.
func Request(r zk.Request, detail bool) trace.Msg {
	op := r.Op()
	m := trace.Msg{Op: Op(op)}
	m.Class, _ = class(op)
	if m.Class != trace.Request && m.Class != trace.Upkeep {
		m.Op = trace.NoOp
	}
	if !detail {
		return m
	}
	switch r := r.(type) {
	case *zk.CreateRequest:
		m.Path, m.Text = r.Path, r.Mode.String()
	case *zk.DeleteRequest:
		m.Path = r.Path
	case *zk.ExistsRequest:
		m.Path, m.Watch = r.Path, r.Watch
	case *zk.GetDataRequest:
		m.Path, m.Watch = r.Path, r.Watch
	case *zk.GetChildrenRequest:
		m.Path, m.Watch = r.Path, r.Watch
	case *zk.SetDataRequest:
		m.Path, m.Text = r.Path, preview(r.Data)
	case *zk.GetACLRequest:
		m.Path = r.Path
	case *zk.SetACLRequest:
		m.Path = r.Path
	case *zk.SyncRequest:
		m.Path = r.Path
	case *zk.CheckRequest:
		m.Path = r.Path
	case *zk.MultiRequest:
		m.Text = operations(r.Ops)
	case *zk.MultiReadRequest:
		m.Text = operations(r.Ops)
	case *zk.AddWatchRequest:
		m.Path, m.Watch = r.Path, true
	case *zk.RemoveWatchesRequest:
		m.Path = r.Path
	case *zk.SetWatchesRequest:
		m.Text = fmt.Sprintf("%d data, %d exist, %d child", len(r.Data), len(r.Exist), len(r.Child))
	case *zk.UnknownRequest:
		m.Text = r.Code.String()
	}
	return m
}

// Reply describes the answer to a request.
func Reply(r zk.Request, h zk.Header, body zk.Reply, detail bool) trace.Msg {
	op := r.Op()
	m := trace.Msg{Op: Op(op)}
	if h.Err != zk.OK {
		m.Err = h.Err.Error()
	}
	_, m.Class = class(op)
	if m.Class != trace.Reply && m.Class != trace.UpkeepDone {
		m.Op = trace.NoOp
	}
	if multi, ok := body.(*zk.MultiReply); ok && op == zk.OpMulti {
		m.Err = firstError(multi)
	}
	if !detail {
		return m
	}
	m.Path = Request(r, true).Path
	m.Zxid = h.Zxid
	switch b := body.(type) {
	case *zk.CreateReply:
		m.Text = b.Path
	case *zk.ChildrenReply:
		m.Text = names(b.Children)
	case *zk.DataReply:
		m.Text = preview(b.Data)
	}
	return m
}

// Notice describes a watch event.
func Notice(e zk.Event) trace.Msg {
	return trace.Msg{Class: trace.Notice, Path: e.Path, Text: e.Type.String()}
}

// Open describes the request for a session.
func Open(r *zk.ConnectRequest) trace.Msg {
	text := trace.NewSession
	if r.Session != 0 {
		text = trace.OldSession
	}
	return trace.Msg{Class: trace.Open, Text: text}
}

// Opened describes the answer to it. asked is the session that was to go on, 0 for a new one.
func Opened(asked int64, r *zk.ConnectReply) trace.Msg {
	m := trace.Msg{Class: trace.Opened, Text: trace.NewSession}
	if asked != 0 {
		m.Text = trace.OldSession
	}
	if r.Session == 0 {
		m.Err = zk.ErrSessionExpired.Error()
	}
	return m
}

// State is a session's state as a client has it.
func State(s zk.State) trace.View {
	switch s {
	case zk.StateConnected:
		return trace.Connected
	case zk.StateExpired:
		return trace.SessionExpired
	case zk.StateClosed:
		return trace.SessionClosed
	}
	return trace.Disconnected
}

// Mode is what kind of znode a create makes.
func Mode(m zk.Mode) trace.ZnodeMode {
	switch {
	case m.IsEphemeral():
		return trace.EphemeralZnode
	case m == zk.Container:
		return trace.ContainerZnode
	case m.IsTTL():
		return trace.TTLZnode
	}
	return trace.PersistentZnode
}

func firstError(m *zk.MultiReply) string {
	for _, r := range m.Results {
		if r.Err != zk.OK && r.Err != zk.ErrRuntimeInconsistency {
			return r.Err.Error()
		}
	}
	return ""
}

func operations(ops []zk.Request) string {
	texts := make([]string, len(ops))
	for i, op := range ops {
		texts[i] = op.Op().String() + " " + Request(op, true).Path
	}
	return strings.Join(texts, ", ")
}

const (
	maxNames   = 6
	maxPreview = 32
)

// names lists children, or the first few of many.
func names(children []string) string {
	if len(children) <= maxNames {
		return "[" + strings.Join(children, " ") + "]"
	}
	return fmt.Sprintf("[%s …] %d in all", strings.Join(children[:maxNames/2], " "), len(children))
}

// preview shows the beginning of data as text.
func preview(data []byte) string {
	if data == nil {
		return ""
	}
	if len(data) > maxPreview {
		return fmt.Sprintf("%q… %d bytes", data[:maxPreview], len(data))
	}
	return fmt.Sprintf("%q", data)
}
