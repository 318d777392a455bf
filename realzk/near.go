package realzk

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// The library's end of a connection. It behaves like a socket that belongs to the process's
// machine: while the process is paused, nothing comes out of it and nothing goes in, and no
// deadline passes.

// nearSide is what the library's end keeps.
type nearSide struct {
	partial  []byte    // written, not yet a whole frame
	rest     []byte    // of the frame that the library is reading
	deadline time.Time // of its reads
	idle     bool      // it waits in a read, and is done with everything before
}

// mostWritten bounds a frame of the library's, whose own buffer is smaller.
const mostWritten = 4 << 20

// Write takes what the library sends.
func (x *conn) Write(b []byte) (int, error) {
	x.w.mu.Lock()
	defer x.w.mu.Unlock()
	for x.nearOpen && x.m.life == trace.Paused {
		x.m.cond.Wait()
	}
	if !x.nearOpen {
		return 0, net.ErrClosed
	}
	r := &x.read
	r.partial = append(r.partial, b...)
	for len(r.partial) >= 4 {
		size := binary.BigEndian.Uint32(r.partial)
		if size > mostWritten {
			return 0, io.ErrShortWrite
		}
		if len(r.partial) < int(4+size) {
			break
		}
		x.written(r.partial[4 : 4+size])
		r.partial = append(r.partial[:0], r.partial[4+size:]...)
	}
	return len(b), nil
}

// Read gives the library what has arrived, frame by frame. When it asks for the next, it is
// done with the one before, and the watches that that one fired have fired.
func (x *conn) Read(b []byte) (int, error) {
	x.w.mu.Lock()
	defer x.w.mu.Unlock()
	r := &x.read
	if len(r.rest) == 0 {
		x.c.poll(x.notice)
		if err := x.awaitFrame(); err != nil {
			return 0, err
		}
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// awaitFrame waits for the next frame to arrive.
func (x *conn) awaitFrame() error {
	r := &x.read
	for x.nearOpen {
		var alarm time.Time
		if x.m.life != trace.Paused {
			limit := r.deadline
			if !x.opened {
				limit = x.connectBy
			}
			now := time.Now()
			arrived := len(x.down) > 0 && !x.link().cut && !x.down[0].due.After(now)
			switch {
			case !limit.IsZero() && (arrived && x.down[0].due.After(limit) || !arrived && !limit.After(now)):
				return x.fail(os.ErrDeadlineExceeded)
			case arrived:
				it := x.down[0]
				x.c.p.unpark(it.due)
				x.down = x.down[1:]
				x.arriveDown(it)
				if it.frame == nil {
					return x.fail(io.EOF)
				}
				r.rest = it.frame
				return nil
			}
			x.c.p.unpark(time.Time{})
			if alarm = limit; len(x.down) > 0 && !x.link().cut && (alarm.IsZero() || x.down[0].due.Before(alarm)) {
				alarm = x.down[0].due
			}
		}
		r.idle = true
		x.w.stir()
		x.m.waitUntil(alarm)
		r.idle = false
	}
	return net.ErrClosed
}

// fail tells the library that its connection is gone. It first lets everything out that has
// entered the library, because what stays in its queue would be sent on the next
// connection, ahead of setWatches.
func (x *conn) fail(err error) error {
	x.c.primed = false
	for x.nearOpen && len(x.c.entering) > 0 {
		x.m.cond.Wait()
	}
	return err
}

// arriveDown lets an item arrive at the process.
func (x *conn) arriveDown(it item) {
	n := x.w.add(trace.Event{Kind: trace.Recv, Node: x.m.node, Peer: x.node(), Cause: it.send, Msg: it.msg})
	x.recv = n
	switch {
	case it.event != nil:
		x.notice = n
		x.c.announce(it.event)
	case it.ask != nil:
		x.c.answer(it, n)
	case it.frame != nil && it.msg.Class == trace.Opened:
		x.opened = true
	}
	x.m.cond.Broadcast()
}

// answer gives a reply to whom it is for, just before the library reads it.
func (c *client) answer(it item, n int) {
	if k := it.ask.call; k != nil {
		k.recv, k.reply, k.err = n, it.reply, it.err
		return
	}
	switch r := it.ask.req.(type) {
	case *zk.SetWatchesRequest:
		c.awaitWatches -= len(r.Data) + len(r.Exist) + len(r.Child)
	case *zk.AuthRequest:
		c.awaitAuths--
	}
	c.prime(n)
}

// announce shows at once that a wait is over which an event is about to end.
func (c *client) announce(e *zk.Event) {
	for _, t := range c.p.tasks {
		if !t.main {
			continue
		}
		for _, w := range c.watches {
			if w.path == e.Path && w.kind.firedBy(e.Type) && waitsFor(t, &w.source) {
				c.m.noLongerWaits()
			}
		}
	}
}

func waitsFor(t *task, s *source) bool {
	for _, other := range t.waits {
		if other == s {
			return true
		}
	}
	return false
}

// Close is the library's giving up.
func (x *conn) Close() error {
	x.w.mu.Lock()
	defer x.w.mu.Unlock()
	x.abandon()
	return nil
}

func (x *conn) SetReadDeadline(t time.Time) error {
	x.w.mu.Lock()
	defer x.w.mu.Unlock()
	x.read.deadline = t
	return nil
}

// Writes do not block for longer than a pause.
func (x *conn) SetWriteDeadline(time.Time) error { return nil }

func (x *conn) SetDeadline(t time.Time) error { return x.SetReadDeadline(t) }

func (x *conn) LocalAddr() net.Addr  { return tapAddr{} }
func (x *conn) RemoteAddr() net.Addr { return tapAddr{} }

type tapAddr struct{}

func (tapAddr) Network() string { return "tap" }
func (tapAddr) String() string  { return "tap" }
