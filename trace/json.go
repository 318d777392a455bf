package trace

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
)

// jsonEvent is an event as JSON lines show it.
type jsonEvent struct {
	N        int      `json:"n"`
	TimeNS   int64    `json:"time_ns"`
	Kind     string   `json:"kind"`
	Node     string   `json:"node,omitempty"`
	Peer     string   `json:"peer,omitempty"`
	Cause    *int     `json:"cause,omitempty"`
	Msg      *jsonMsg `json:"message,omitempty"`
	Text     string   `json:"text,omitempty"`
	Inferred bool     `json:"inferred,omitempty"`
	Changes  []any    `json:"changes,omitempty"`
}

type jsonMsg struct {
	Class string `json:"class"`
	Op    string `json:"op,omitempty"`
	Path  string `json:"path,omitempty"`
	Watch bool   `json:"watch,omitempty"`
	Text  string `json:"text,omitempty"`
	Err   string `json:"error,omitempty"`
	Zxid  int64  `json:"zxid,omitempty"`
}

// WriteJSON prints the whole trace, one JSON object a line: each event with its time in
// nanoseconds since the start, its cause, and the registers it set, before and after.
//
// Session ids, which also say who owns an ephemeral znode, are texts: hexadecimal, as ZooKeeper
// logs them, "0x0" for none. They exceed 2^53, up to which JSON's readers agree on numbers.
func WriteJSON(w io.Writer, t *Trace) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	c := t.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			return b.Flush()
		}
		if err := enc.Encode(t.jsonEvent(e)); err != nil {
			return err
		}
	}
}

func (t *Trace) jsonEvent(e *Event) jsonEvent {
	j := jsonEvent{N: e.N, TimeNS: int64(e.At), Kind: e.Kind.String(), Node: t.Name(e.Node), Peer: t.Name(e.Peer),
		Text: e.Text, Inferred: e.Inferred}
	if e.Cause >= 0 {
		j.Cause = &e.Cause
	}
	if e.Kind.HasMsg() {
		m := e.Msg
		j.Msg = &jsonMsg{m.Class.String(), m.Op.String(), m.Path, m.Watch, m.Text, m.Err, m.Zxid}
	}
	for _, c := range e.Changes {
		j.Changes = append(j.Changes, c.json(t))
	}
	return j
}

// jsonChange is any register: its kind and key, and what it held before and after.
type jsonChange struct {
	Register string `json:"register"`
	Node     string `json:"node,omitempty"`
	Peer     string `json:"peer,omitempty"`
	Path     string `json:"path,omitempty"`
	Kind     string `json:"kind,omitempty"`
	Session  string `json:"session,omitempty"`
	Old      any    `json:"old"`
	New      any    `json:"new"`
}

func sessionID(id int64) string { return "0x" + strconv.FormatUint(uint64(id), 16) }

func (c *ProcChange) json(t *Trace) any {
	return jsonChange{Register: "process", Node: t.Name(c.Node), Old: jsonProc(c.Old), New: jsonProc(c.New)}
}

func jsonProc(p Proc) any {
	return struct {
		Phase   string `json:"phase"`
		View    string `json:"view"`
		Life    string `json:"life"`
		Waiting bool   `json:"waiting"`
		WaitOn  string `json:"wait_on,omitempty"`
		Session string `json:"session"`
	}{p.Phase.String(), p.View.String(), p.Life.String(), p.Waiting, p.WaitOn, sessionID(p.Session)}
}

func (c *ZnodeChange) json(t *Trace) any {
	return jsonChange{Register: "znode", Node: t.Name(c.Key.Server), Path: c.Key.Path, Old: jsonZnode(c.Old), New: jsonZnode(c.New)}
}

func jsonZnode(z Znode) any {
	if z.Mode == NoZnode {
		return nil
	}
	return struct {
		Mode     string `json:"mode"`
		Owner    string `json:"owner"`
		Czxid    int64  `json:"czxid"`
		Mzxid    int64  `json:"mzxid"`
		Pzxid    int64  `json:"pzxid"`
		Version  int32  `json:"version"`
		Children int32  `json:"children"`
		Size     int32  `json:"size"`
	}{z.Mode.String(), sessionID(z.Owner), z.Czxid, z.Mzxid, z.Pzxid, z.Version, z.Children, z.Size}
}

func (c *WatchChange) json(t *Trace) any {
	return jsonChange{Register: "watch", Node: t.Name(c.Key.Server), Path: c.Key.Path, Kind: c.Key.Kind.String(),
		Session: sessionID(c.Key.Session), Old: !c.Armed, New: c.Armed}
}

func (c *SessionChange) json(t *Trace) any {
	show := func(s Session) any {
		if s.State == Unknown {
			return nil
		}
		return struct {
			State      string `json:"state"`
			Client     string `json:"client"`
			TimeoutMS  int32  `json:"timeout_ms"`
			DeadlineNS int64  `json:"deadline_ns"`
		}{s.State.String(), t.Name(s.Client), s.Timeout, int64(s.Deadline)}
	}
	return jsonChange{Register: "session", Session: sessionID(c.ID), Old: show(c.Old), New: show(c.New)}
}

func (c *LinkChange) json(t *Trace) any {
	show := func(l Link) any {
		return struct {
			Cut     bool  `json:"cut"`
			DelayNS int64 `json:"delay_ns"`
		}{l.Cut, int64(l.Delay)}
	}
	return jsonChange{Register: "link", Node: t.Name(c.Key.A), Peer: t.Name(c.Key.B), Old: show(c.Old), New: show(c.New)}
}
