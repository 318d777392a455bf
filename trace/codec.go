package trace

import "encoding/binary"

// Events are kept as bytes, a few tens each: a trace of millions must fit in memory
// with room to spare. Numbers are varints, times are differences, and strings and
// session ids are references into tables.

// tables hold what events refer to. Clones of a trace share them: entries are only ever
// added, and no result depends on their numbers.
type tables struct {
	strings  []string
	stringID map[string]uint32
	sessions []int64
	sessID   map[int64]uint32
}

func newTables() *tables {
	return &tables{
		strings: []string{""}, stringID: map[string]uint32{"": 0},
		sessions: []int64{0}, sessID: map[int64]uint32{0: 0},
	}
}

type encoder struct {
	t   *tables
	buf []byte
}

func (e *encoder) byte(b byte) { e.buf = append(e.buf, b) }
func (e *encoder) int(n int64) { e.buf = binary.AppendVarint(e.buf, n) }
func (e *encoder) bool(b bool) {
	if b {
		e.byte(1)
	} else {
		e.byte(0)
	}
}

func (e *encoder) string(s string) {
	id, ok := e.t.stringID[s]
	if !ok {
		id = uint32(len(e.t.strings))
		e.t.strings = append(e.t.strings, s)
		e.t.stringID[s] = id
	}
	e.buf = binary.AppendUvarint(e.buf, uint64(id))
}

func (e *encoder) session(s int64) {
	id, ok := e.t.sessID[s]
	if !ok {
		id = uint32(len(e.t.sessions))
		e.t.sessions = append(e.t.sessions, s)
		e.t.sessID[s] = id
	}
	e.buf = binary.AppendUvarint(e.buf, uint64(id))
}

// decoder reads what an encoder of the same tables wrote. The bytes never leave the
// process, so there is nothing to distrust.
type decoder struct {
	t   *tables
	buf []byte
	pos int
}

func (d *decoder) byte() byte { b := d.buf[d.pos]; d.pos++; return b }
func (d *decoder) bool() bool { return d.byte() == 1 }
func (d *decoder) int() int64 {
	n, size := binary.Varint(d.buf[d.pos:])
	d.pos += size
	return n
}

func (d *decoder) uint() uint64 {
	n, size := binary.Uvarint(d.buf[d.pos:])
	d.pos += size
	return n
}
func (d *decoder) string() string { return d.t.strings[d.uint()] }
func (d *decoder) session() int64 { return d.t.sessions[d.uint()] }

const (
	flagText = 1 << iota
	flagInferred
	flagErr
	flagWatch
	flagZxid
)

// event writes an event's own part; its changes follow, and then a zero byte.
func (e *encoder) event(ev *Event, last Time) {
	var flags byte
	if ev.Text != "" {
		flags |= flagText
	}
	if ev.Inferred {
		flags |= flagInferred
	}
	if ev.Kind.HasMsg() {
		if ev.Msg.Err != "" {
			flags |= flagErr
		}
		if ev.Msg.Watch {
			flags |= flagWatch
		}
		if ev.Msg.Zxid != 0 {
			flags |= flagZxid
		}
	}
	e.byte(byte(ev.Kind))
	e.byte(flags)
	e.int(int64(ev.At - last))
	e.int(int64(ev.N - ev.Cause))
	e.int(int64(ev.Node))
	e.int(int64(ev.Peer))
	if ev.Kind.HasMsg() {
		e.byte(byte(ev.Msg.Class))
		e.byte(byte(ev.Msg.Op))
		e.string(ev.Msg.Path)
		e.string(ev.Msg.Text)
		if flags&flagErr != 0 {
			e.string(ev.Msg.Err)
		}
		if flags&flagZxid != 0 {
			e.int(ev.Msg.Zxid)
		}
	}
	if flags&flagText != 0 {
		e.string(ev.Text)
	}
}

func (d *decoder) event(n int, last Time) Event {
	ev := Event{N: n, Kind: Kind(d.byte())}
	flags := d.byte()
	ev.At = last + Time(d.int())
	ev.Cause = n - int(d.int())
	ev.Node = Node(d.int())
	ev.Peer = Node(d.int())
	ev.Inferred = flags&flagInferred != 0
	if ev.Kind.HasMsg() {
		ev.Msg.Class = Class(d.byte())
		ev.Msg.Op = Op(d.byte())
		ev.Msg.Path = d.string()
		ev.Msg.Text = d.string()
		ev.Msg.Watch = flags&flagWatch != 0
		if flags&flagErr != 0 {
			ev.Msg.Err = d.string()
		}
		if flags&flagZxid != 0 {
			ev.Msg.Zxid = d.int()
		}
	}
	if flags&flagText != 0 {
		ev.Text = d.string()
	}
	for c := d.change(); c != nil; c = d.change() {
		ev.Changes = append(ev.Changes, c)
	}
	return ev
}

const (
	tagEnd byte = iota
	tagProc
	tagZnode
	tagWatch
	tagSession
	tagLink
)

func (d *decoder) change() Change {
	switch d.byte() {
	case tagProc:
		return &ProcChange{Node(d.int()), d.proc(), d.proc()}
	case tagZnode:
		return &ZnodeChange{ZnodeKey{Node(d.int()), d.string()}, d.znode(), d.znode()}
	case tagWatch:
		return &WatchChange{WatchKey{Node(d.int()), d.session(), d.string(), WatchKind(d.byte())}, d.bool()}
	case tagSession:
		return &SessionChange{d.session(), d.sessionValue(), d.sessionValue()}
	case tagLink:
		return &LinkChange{LinkKey{Node(d.int()), Node(d.int())}, d.link(), d.link()}
	}
	return nil
}

func (c *ProcChange) encode(e *encoder) {
	e.byte(tagProc)
	e.int(int64(c.Node))
	e.proc(&c.Old)
	e.proc(&c.New)
}

func (e *encoder) proc(p *Proc) {
	e.byte(byte(p.Phase))
	e.byte(byte(p.View)<<4 | byte(p.Life)<<1 | b2i(p.Waiting))
	e.string(p.WaitOn)
	e.session(p.Session)
	e.int(int64(p.Since))
}

func (d *decoder) proc() Proc {
	p := Proc{Phase: ProcPhase(d.byte())}
	bits := d.byte()
	p.View, p.Life, p.Waiting = View(bits>>4), Life(bits>>1&7), bits&1 == 1
	p.WaitOn = d.string()
	p.Session = d.session()
	p.Since = Time(d.int())
	return p
}

func (c *ZnodeChange) encode(e *encoder) {
	e.byte(tagZnode)
	e.int(int64(c.Key.Server))
	e.string(c.Key.Path)
	e.znode(&c.Old)
	e.znode(&c.New)
}

func (e *encoder) znode(z *Znode) {
	e.byte(byte(z.Mode))
	if z.Mode == NoZnode {
		return
	}
	e.session(z.Owner)
	e.int(z.Czxid)
	e.int(z.Mzxid - z.Czxid)
	e.int(z.Pzxid - z.Czxid)
	e.int(int64(z.Version))
	e.int(int64(z.Children))
	e.int(int64(z.Size))
}

func (d *decoder) znode() Znode {
	z := Znode{Mode: ZnodeMode(d.byte())}
	if z.Mode == NoZnode {
		return z
	}
	z.Owner = d.session()
	z.Czxid = d.int()
	z.Mzxid = z.Czxid + d.int()
	z.Pzxid = z.Czxid + d.int()
	z.Version = int32(d.int())
	z.Children = int32(d.int())
	z.Size = int32(d.int())
	return z
}

func (c *WatchChange) encode(e *encoder) {
	e.byte(tagWatch)
	e.int(int64(c.Key.Server))
	e.session(c.Key.Session)
	e.string(c.Key.Path)
	e.byte(byte(c.Key.Kind))
	e.bool(c.Armed)
}

func (c *SessionChange) encode(e *encoder) {
	e.byte(tagSession)
	e.session(c.ID)
	e.sessionValue(&c.Old)
	e.sessionValue(&c.New)
}

func (e *encoder) sessionValue(s *Session) {
	e.byte(byte(s.State))
	e.int(int64(s.Client))
	e.int(int64(s.Timeout))
	e.int(int64(s.Deadline))
}

func (d *decoder) sessionValue() Session {
	return Session{SessionState(d.byte()), Node(d.int()), int32(d.int()), Time(d.int())}
}

func (c *LinkChange) encode(e *encoder) {
	e.byte(tagLink)
	e.int(int64(c.Key.A))
	e.int(int64(c.Key.B))
	e.bool(c.Old.Cut)
	e.int(int64(c.Old.Delay))
	e.bool(c.New.Cut)
	e.int(int64(c.New.Delay))
}

func (d *decoder) link() Link { return Link{d.bool(), Time(d.int())} }

func b2i(b bool) byte {
	if b {
		return 1
	}
	return 0
}
