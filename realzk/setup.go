package realzk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"lockstep/trace"
	"lockstep/zk"
)

// defaultPort is that of ZooKeeper's clients.
const defaultPort = "2181"

// Attempt is one server that was tried, and why it could not be used.
type Attempt struct {
	Addr string
	Err  error
}

// UnusableError says that no server could be reached, or that none let the world have the
// znodes it needs.
type UnusableError struct {
	Doing string // what was tried
	Tried []Attempt
}

func (e *UnusableError) Error() string {
	tried := make([]string, len(e.Tried))
	for i, a := range e.Tried {
		tried[i] = fmt.Sprintf("%s: %v", a.Addr, a.Err)
	}
	return fmt.Sprintf("no usable ZooKeeper server: %s: %s", e.Doing, strings.Join(tried, "; "))
}

func (e *UnusableError) Unwrap() []error {
	errs := make([]error, len(e.Tried))
	for i, a := range e.Tried {
		errs[i] = a.Err
	}
	return errs
}

// withPort completes a server's address.
func withPort(addr string) string {
	if _, _, err := net.SplitHostPort(addr); err == nil {
		return addr
	}
	return net.JoinHostPort(strings.Trim(addr, "[]"), defaultPort)
}

// ownTimeout is the session timeout that the world asks for itself.
const ownTimeout = 10 * time.Second

// dialAny opens a session of the world's own with the first server that gives one.
func (w *World) dialAny(ctx context.Context, doing string, events func(zk.Event)) (*raw, error) {
	failed := &UnusableError{Doing: doing}
	for _, s := range w.servers {
		r, err := dialRaw(ctx, s.addr, zk.ConnectRequest{Timeout: int32(ownTimeout.Milliseconds())}, events)
		if err == nil {
			return r, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		failed.Tried = append(failed.Tried, Attempt{s.addr, err})
	}
	return nil, failed
}

// learn finds out what the servers make of the times: the session timeout that they grant,
// and, unless it is given, their tickTime. The least timeout that they grant is twice that,
// unless they are configured otherwise.
func (w *World) learn(ctx context.Context, addr string) error {
	grant := func(asked time.Duration) (time.Duration, error) {
		req := zk.ConnectRequest{Timeout: int32(asked.Milliseconds())}
		r, err := dialRaw(ctx, addr, req, nil)
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case err != nil:
			return 0, &UnusableError{"asking for a session timeout", []Attempt{{addr, err}}}
		}
		r.close()
		return r.granted, nil
	}
	var err error
	if w.timeout, err = grant(w.cfg.Timeout); err != nil || w.tick > 0 {
		return err
	}
	least, err := grant(time.Millisecond)
	w.tick = max(least/2, time.Millisecond)
	return err
}

// newChroot picks a name that nobody else has.
func newChroot() chroot {
	var unique [8]byte
	rand.Read(unique[:])
	return chroot(fmt.Sprintf("/lockstep-%x", unique))
}

// prepare makes the world's own znode and the lock's directory in it. It is the trace's
// first event.
func (w *World) prepare(own *raw, root string) error {
	fail := func(path string, err error) error {
		return &UnusableError{"creating " + path, []Attempt{{own.nc.RemoteAddr().String(), err}}}
	}
	paths := []string{"/"}
	for i, b := range root {
		if i > 0 && b == '/' {
			paths = append(paths, root[:i])
		}
	}
	if root != "/" {
		paths = append(paths, root)
	}
	for _, path := range paths {
		if _, _, err := own.ask(zk.NewCreate(w.chroot.in(path), nil, zk.Persistent, nil, 0)); err != nil {
			return fail(w.chroot.in(path), err)
		}
	}
	stats := make([]zk.Stat, len(paths))
	for i, path := range paths {
		_, reply, err := own.ask(&zk.ExistsRequest{Path: w.chroot.in(path)})
		if err != nil {
			return fail(w.chroot.in(path), err)
		}
		stats[i] = reply.(*zk.StatReply).Stat
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start = time.Now()
	w.add(trace.Event{Kind: trace.Work, Node: w.servers[0].node, Peer: trace.NoNode, Cause: -1, Text: "set-up"})
	for i, path := range paths {
		w.tree.found(path, &stats[i])
	}
	w.observer.watch(root)
	return nil
}

// cleanUpWithin bounds the end of a world, also of one that was interrupted.
const cleanUpWithin = 5 * time.Second

// cleanUp deletes everything below the world's znode, and the znode. Ephemerals of sessions
// that have not ended yet are among it.
func (w *World) cleanUp() error {
	ctx, cancel := context.WithTimeout(context.Background(), cleanUpWithin)
	defer cancel()
	own, err := w.dialAny(ctx, "removing "+string(w.chroot), nil)
	if err == nil {
		err = remove(ctx, own, string(w.chroot))
		own.close()
	}
	if err != nil {
		return fmt.Errorf("%s is left on the servers: %w", w.chroot, err)
	}
	return nil
}

// remove deletes a znode and all below it. Somebody may still be at work there: a request
// that was sent before the end can arrive after it.
func remove(ctx context.Context, own *raw, path string) error {
	for {
		_, reply, err := own.ask(&zk.GetChildrenRequest{Path: path})
		if errors.Is(err, zk.ErrNoNode) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("listing %s: %w", path, err)
		}
		for _, child := range reply.(*zk.ChildrenReply).Children {
			if err := remove(ctx, own, zk.Join(path, child)); err != nil {
				return err
			}
		}
		_, _, err = own.ask(&zk.DeleteRequest{Path: path, Version: -1})
		switch {
		case err == nil, errors.Is(err, zk.ErrNoNode):
			return nil
		case !errors.Is(err, zk.ErrNotEmpty):
			return fmt.Errorf("deleting %s: %w", path, err)
		case ctx.Err() != nil:
			return fmt.Errorf("deleting %s: %w, again and again", path, err)
		}
	}
}
