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

// RequestTag is what is counted of a request.
func RequestTag(r zk.Request) trace.Tag {
	op := r.Op()
	t := trace.Tag{Op: Op(op)}
	t.Class, _ = class(op)
	if t.Class != trace.Request && t.Class != trace.Upkeep {
		t.Op = trace.NoOp
	}
	return t
}

// Request describes a request.
func Request(r zk.Request) trace.Msg {
	tag := RequestTag(r)
	m := trace.Msg{Class: tag.Class, Op: tag.Op, Path: path(r)}
	switch r := r.(type) {
	case *zk.CreateRequest:
		m.Text = r.Mode.String()
	case *zk.ExistsRequest:
		m.Watch = r.Watch
	case *zk.GetDataRequest:
		m.Watch = r.Watch
	case *zk.GetChildrenRequest:
		m.Watch = r.Watch
	case *zk.AddWatchRequest:
		m.Watch = true
	case *zk.SetDataRequest:
		m.Text = preview(r.Data)
	case *zk.MultiRequest:
		m.Text = operations(r.Ops)
	case *zk.MultiReadRequest:
		m.Text = operations(r.Ops)
	case *zk.SetWatchesRequest:
		m.Text = fmt.Sprintf("%d data, %d exist, %d child", len(r.Data), len(r.Exist), len(r.Child))
	case *zk.UnknownRequest:
		m.Text = r.Code.String()
	}
	return m
}

// path is what a request is about, "" if that is no single path.
func path(r zk.Request) string {
	if path := zk.PathOf(r); path != nil {
		return *path
	}
	return ""
}

// ReplyTag is what is counted of the answer to a request.
func ReplyTag(r zk.Request, h zk.Header, body zk.Reply) trace.Tag {
	op := r.Op()
	t := trace.Tag{Op: Op(op), Failed: failure(op, h, body) != zk.OK}
	_, t.Class = class(op)
	if t.Class != trace.Reply && t.Class != trace.UpkeepDone {
		t.Op = trace.NoOp
	}
	return t
}

// Reply describes the answer to a request.
func Reply(r zk.Request, h zk.Header, body zk.Reply) trace.Msg {
	tag := ReplyTag(r, h, body)
	m := trace.Msg{Class: tag.Class, Op: tag.Op, Path: path(r), Zxid: h.Zxid}
	if tag.Failed {
		m.Err = failure(r.Op(), h, body).Error()
	}
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

// failure is the error that an answer tells. A multi fails with that of the operation which made
// it fail.
func failure(op zk.Op, h zk.Header, body zk.Reply) zk.Error {
	multi, ok := body.(*zk.MultiReply)
	if !ok || op != zk.OpMulti {
		return h.Err
	}
	for _, r := range multi.Results {
		if r.Err != zk.OK && r.Err != zk.ErrRuntimeInconsistency {
			return r.Err
		}
	}
	return zk.OK
}

func operations(ops []zk.Request) string {
	texts := make([]string, len(ops))
	for i, op := range ops {
		texts[i] = op.Op().String() + " " + path(op)
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
