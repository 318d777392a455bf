package realzk

import (
	"errors"
	"slices"
	"time"

	gozk "github.com/go-zookeeper/zk"

	"lockstep/zk"
)

// The zk.Client side of a session. A path that no znode can have is refused here, with
// ErrBadArguments: the library would not send it either.

var _ zk.Client = (*client)(nil)

// do gives a request to the library and blocks the task until it is answered. If the
// library has left a watch, w fires with it.
func (c *client) do(k *call, w *watch, ask func(*gozk.Conn) (<-chan libraryEvent, error)) error {
	t := c.p.enter()
	defer c.p.leave()
	for c.closing || !c.primed && !c.over() {
		c.held = append(c.held, t)
		c.block(t)
	}
	if c.over() {
		return c.overError()
	}
	k.cause = c.p.cause
	c.entering = append(c.entering, k)
	c.inLibrary++
	c.p.calls++
	c.p.release()
	c.w.mu.Unlock()
	ch, err := ask(c.lib)
	c.w.mu.Lock()
	c.left(k)
	c.inLibrary--
	if ch != nil && !c.p.dead {
		c.keep(w, ch)
	}
	c.p.calls--
	t.cause = c.cause
	if k.recv >= 0 {
		t.cause = k.recv
	}
	c.p.want(t)
	if !t.await() {
		panic(unwound{})
	}
	return c.verdict(k, err)
}

// block gives the baton away until somebody wants the task to have it again.
func (c *client) block(t *task) {
	c.p.release()
	if !t.await() {
		panic(unwound{})
	}
}

// left notes that a call is written, or never will be.
func (c *client) left(k *call) {
	c.entering = slices.DeleteFunc(c.entering, func(other *call) bool { return other == k })
	c.m.cond.Broadcast()
}

// keep remembers a watch that the library has set. Its event may have come already.
func (c *client) keep(w *watch, ch <-chan libraryEvent) {
	w.ch = ch
	switch {
	case c.over():
		c.void(w)
	case !c.take(w, c.cause):
		c.watches = append(c.watches, w)
	}
}

func (c *client) overError() error {
	if c.state == zk.StateExpired {
		return zk.ErrSessionExpired
	}
	return zk.ErrSessionClosing
}

// verdict is what a call has come to. The library does not know all errors, so what the
// tap saw decides.
func (c *client) verdict(k *call, err error) error {
	switch {
	case k.recv >= 0 && k.err != zk.OK:
		return k.err
	case err == nil:
		return nil
	case k.recv >= 0 && k.op == zk.OpMulti && k.reply != nil:
		return nil // the results tell
	case k.recv >= 0:
		return zk.ErrMarshalling // it cannot read the reply
	case errors.Is(err, gozk.ErrInvalidPath), errors.Is(err, gozk.ErrInvalidFlags):
		return zk.ErrBadArguments
	case errors.Is(err, gozk.ErrShortBuffer):
		return zk.ErrMarshalling // it cannot write so long a request
	case c.over():
		return c.overError()
	}
	return zk.ErrConnectionLoss
}

// plain is do for what leaves no watch.
func (c *client) plain(k *call, ask func(*gozk.Conn) error) error {
	return c.do(k, nil, func(lib *gozk.Conn) (<-chan libraryEvent, error) { return nil, ask(lib) })
}

func (c *client) newWatch(path string, kind watchKind) *watch {
	return &watch{source: source{p: c.p, kind: latch, about: path, text: path}, path: path, kind: kind}
}

func (c *client) in(path string) string { return c.w.chroot.in(path) }

func (c *client) Create(path string, data []byte, mode zk.Mode, opts ...zk.CreateOption) (string, error) {
	r := zk.NewCreate(path, data, mode, nil, 0)
	for _, opt := range opts {
		opt(r)
	}
	final := path
	if mode.IsSequential() {
		final += "0"
	}
	if !mode.Valid() || !zk.ValidPath(final) {
		return "", zk.ErrBadArguments
	}
	var made string
	err := c.plain(newCall(r.Code, path), func(lib *gozk.Conn) (err error) {
		flags, acl := int32(mode), libraryACL(r.ACL)
		switch r.Code {
		case zk.OpCreateContainer:
			made, err = lib.CreateContainer(c.in(path), data, flags, acl)
		case zk.OpCreateTTL:
			made, err = lib.CreateTTL(c.in(path), data, flags, acl, time.Duration(r.TTL)*time.Millisecond)
		default:
			made, err = lib.Create(c.in(path), data, flags, acl)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return c.w.chroot.out(made), nil
}

func (c *client) Delete(path string, version int32) error {
	if !zk.ValidPath(path) {
		return zk.ErrBadArguments
	}
	return c.plain(newCall(zk.OpDelete, path), func(lib *gozk.Conn) error { return lib.Delete(c.in(path), version) })
}

func (c *client) Exists(path string) (zk.Stat, bool, error) {
	if !zk.ValidPath(path) {
		return zk.Stat{}, false, zk.ErrBadArguments
	}
	var stat *gozk.Stat
	err := c.plain(newCall(zk.OpExists, path), func(lib *gozk.Conn) (err error) {
		_, stat, err = lib.Exists(c.in(path))
		return err
	})
	return existence(stat, err)
}

func (c *client) ExistsW(path string) (zk.Stat, bool, zk.Watch, error) {
	w := c.newWatch(path, dataWatch)
	if !zk.ValidPath(path) {
		return zk.Stat{}, false, w, zk.ErrBadArguments
	}
	var stat *gozk.Stat
	err := c.do(newCall(zk.OpExists, path), w, func(lib *gozk.Conn) (<-chan libraryEvent, error) {
		exists, s, ch, err := lib.ExistsW(c.in(path))
		stat = s
		if !exists {
			w.kind = existWatch
		}
		return ch, err
	})
	s, exists, err := existence(stat, err)
	return s, exists, w, err
}

func existence(s *gozk.Stat, err error) (zk.Stat, bool, error) {
	switch err {
	case nil:
		return ownStat(s), true, nil
	case zk.ErrNoNode:
		return zk.Stat{}, false, nil
	}
	return zk.Stat{}, false, err
}

func (c *client) Get(path string) ([]byte, zk.Stat, error) {
	if !zk.ValidPath(path) {
		return nil, zk.Stat{}, zk.ErrBadArguments
	}
	var data []byte
	var stat *gozk.Stat
	err := c.plain(newCall(zk.OpGetData, path), func(lib *gozk.Conn) (err error) {
		data, stat, err = lib.Get(c.in(path))
		return err
	})
	if err != nil {
		return nil, zk.Stat{}, err
	}
	return data, ownStat(stat), nil
}

func (c *client) GetW(path string) ([]byte, zk.Stat, zk.Watch, error) {
	w := c.newWatch(path, dataWatch)
	if !zk.ValidPath(path) {
		return nil, zk.Stat{}, w, zk.ErrBadArguments
	}
	var data []byte
	var stat *gozk.Stat
	err := c.do(newCall(zk.OpGetData, path), w, func(lib *gozk.Conn) (ch <-chan libraryEvent, err error) {
		data, stat, ch, err = lib.GetW(c.in(path))
		return ch, err
	})
	if err != nil {
		return nil, zk.Stat{}, w, err
	}
	return data, ownStat(stat), w, nil
}

func (c *client) Set(path string, data []byte, version int32) (zk.Stat, error) {
	if !zk.ValidPath(path) {
		return zk.Stat{}, zk.ErrBadArguments
	}
	var stat *gozk.Stat
	err := c.plain(newCall(zk.OpSetData, path), func(lib *gozk.Conn) (err error) {
		stat, err = lib.Set(c.in(path), data, version)
		return err
	})
	if err != nil {
		return zk.Stat{}, err
	}
	return ownStat(stat), nil
}

func (c *client) Children(path string) ([]string, error) {
	if !zk.ValidPath(path) {
		return nil, zk.ErrBadArguments
	}
	var names []string
	err := c.plain(newCall(zk.OpGetChildren2, path), func(lib *gozk.Conn) (err error) {
		names, _, err = lib.Children(c.in(path))
		return err
	})
	if err != nil {
		return nil, err
	}
	return names, nil
}

func (c *client) ChildrenW(path string) ([]string, zk.Watch, error) {
	w := c.newWatch(path, childWatch)
	if !zk.ValidPath(path) {
		return nil, w, zk.ErrBadArguments
	}
	var names []string
	err := c.do(newCall(zk.OpGetChildren2, path), w, func(lib *gozk.Conn) (ch <-chan libraryEvent, err error) {
		names, _, ch, err = lib.ChildrenW(c.in(path))
		return ch, err
	})
	if err != nil {
		return nil, w, err
	}
	return names, w, nil
}

func (c *client) GetACL(path string) ([]zk.ACL, zk.Stat, error) {
	if !zk.ValidPath(path) {
		return nil, zk.Stat{}, zk.ErrBadArguments
	}
	var acl []gozk.ACL
	var stat *gozk.Stat
	err := c.plain(newCall(zk.OpGetACL, path), func(lib *gozk.Conn) (err error) {
		acl, stat, err = lib.GetACL(c.in(path))
		return err
	})
	if err != nil {
		return nil, zk.Stat{}, err
	}
	return ownACL(acl), ownStat(stat), nil
}

func (c *client) SetACL(path string, acl []zk.ACL, version int32) (zk.Stat, error) {
	if !zk.ValidPath(path) {
		return zk.Stat{}, zk.ErrBadArguments
	}
	var stat *gozk.Stat
	err := c.plain(newCall(zk.OpSetACL, path), func(lib *gozk.Conn) (err error) {
		stat, err = lib.SetACL(c.in(path), libraryACL(acl), version)
		return err
	})
	if err != nil {
		return zk.Stat{}, err
	}
	return ownStat(stat), nil
}

func (c *client) AddAuth(scheme string, auth []byte) error {
	return c.plain(newCall(zk.OpAuth, ""), func(lib *gozk.Conn) error {
		err := lib.AddAuth(scheme, auth)
		if err == nil {
			c.w.mu.Lock()
			c.identities++
			c.w.mu.Unlock()
		}
		return err
	})
}

func (c *client) Multi(ops ...zk.Request) ([]zk.Result, error) {
	list := make([]any, len(ops))
	for i, op := range ops {
		var err error
		if list[i], err = c.libraryOp(op); err != nil {
			return nil, err
		}
	}
	k := newCall(zk.OpMulti, "")
	err := c.plain(k, func(lib *gozk.Conn) error {
		_, err := lib.Multi(list...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return zk.MultiOutcome(k.reply.(*zk.MultiReply))
}

func (c *client) Sync(path string) error {
	if !zk.ValidPath(path) {
		return zk.ErrBadArguments
	}
	return c.plain(newCall(zk.OpSync, path), func(lib *gozk.Conn) error {
		_, err := lib.Sync(c.in(path))
		return err
	})
}

func (c *client) Session() int64 {
	c.p.enter()
	defer c.p.leave()
	return c.session
}

func (c *client) State() zk.State {
	c.p.enter()
	defer c.p.leave()
	return c.state
}

func (c *client) Lost() zk.Source { return c.lost }

func (c *client) Disconnected() zk.Source { return c.disconnected }

func (c *client) Close() error {
	t := c.p.enter()
	defer c.p.leave()
	for c.closing {
		c.held = append(c.held, t)
		c.block(t)
	}
	if c.over() {
		return c.overError()
	}
	cause := c.p.cause
	c.p.calls++
	c.p.release()
	err := c.closeSession(cause)
	c.p.calls--
	t.cause = c.cause
	c.p.want(t)
	if !t.await() {
		panic(unwound{})
	}
	return err
}

// closeSession ends the session. It waits for the server's answer if there is a connection;
// if not, nobody can be told, and the servers keep the session until it expires.
func (c *client) closeSession(cause int) error {
	c.closing = true // no other request is sent from now on
	for c.primed && c.inLibrary > 0 && !c.p.dead {
		c.m.cond.Wait()
	}
	c.closing = false
	switch {
	case c.p.dead || c.over():
		return nil
	case !c.primed:
		if c.conn != nil {
			c.conn.abandon()
		}
		c.end(zk.StateClosed)
		c.w.haunt(c.w.sessions[c.session])
		return nil
	}
	k, conn := newCall(zk.OpCloseSession, ""), c.conn
	k.cause = cause
	c.closing = true
	c.entering = append(c.entering, k)
	c.retire()
	for k.recv < 0 && conn.nearOpen && !c.p.dead {
		c.m.cond.Wait()
	}
	c.left(k)
	c.closing = false
	if c.p.dead {
		return nil
	}
	c.end(zk.StateClosed)
	if k.recv < 0 {
		c.w.haunt(c.w.sessions[c.session])
		return zk.ErrConnectionLoss
	}
	return nil
}
