package realzk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"lockstep/zk"
	"lockstep/zk/wire"
)

const (
	// answerWithin bounds every question of the world's own: to connect, to be greeted, to be
	// answered. A server that has just started may accept a connection and stay silent.
	answerWithin = 3 * time.Second
	// maxReply bounds the memory that one frame of a server can take. Servers do not limit
	// what they send: a list of children may be longer than any request.
	maxReply = 32 << 20
)

var (
	errSessionUnknown = errors.New("the session is not known to the server")
	errSilent         = fmt.Errorf("no answer within %v", answerWithin)
)

// raw is a session of the world's own, over bare frames. It is never tapped and never
// counted.
type raw struct {
	nc      net.Conn
	granted time.Duration  // the session timeout
	events  func(zk.Event) // told of watch events, by the reading goroutine

	asking  sync.Mutex // one question at a time
	xid     int32
	writing sync.Mutex
	replies chan []byte
	ended   chan struct{} // closed when the connection is gone
	pinging sync.WaitGroup
}

// dialRaw connects to a server. A connect request that names a session takes it over.
func dialRaw(ctx context.Context, addr string, req zk.ConnectRequest, events func(zk.Event)) (*raw, error) {
	dialer := net.Dialer{Timeout: answerWithin}
	nc, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { nc.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	nc.SetDeadline(time.Now().Add(answerWithin))
	reply, err := greet(nc, &req)
	if err != nil {
		nc.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("connected, but no session was opened: %w", err)
	}
	if !stop() {
		nc.Close()
		return nil, ctx.Err()
	}
	nc.SetDeadline(time.Time{})
	granted := time.Duration(reply.Timeout) * time.Millisecond
	r := &raw{nc: nc, granted: granted, events: events, replies: make(chan []byte, 1), ended: make(chan struct{})}
	r.pinging.Add(1)
	go r.read()
	go r.ping(granted / 3)
	return r, nil
}

func greet(nc net.Conn, req *zk.ConnectRequest) (*zk.ConnectReply, error) {
	if _, err := nc.Write(wire.AppendFrame(nil, wire.AppendConnectRequest(nil, req))); err != nil {
		return nil, err
	}
	body, err := wire.ReadFrame(nc, wire.MaxFrame)
	if err != nil {
		return nil, err
	}
	reply, err := wire.DecodeConnectReply(body)
	if err != nil {
		return nil, err
	}
	if reply.Session == 0 {
		return nil, errSessionUnknown
	}
	return reply, nil
}

func (r *raw) read() {
	defer close(r.ended)
	in := bufio.NewReader(r.nc)
	for {
		body, err := wire.ReadFrame(in, maxReply)
		if err != nil {
			return
		}
		hdr, err := wire.DecodeHeader(body)
		switch {
		case err != nil:
			return
		case hdr.Xid == zk.XidEvent:
			if e, err := wire.DecodeEvent(body); err == nil && r.events != nil {
				r.events(e)
			}
		case hdr.Xid != zk.XidPing:
			select {
			case r.replies <- body:
			default:
				return // there was no question
			}
		}
	}
}

func (r *raw) ping(every time.Duration) {
	defer r.pinging.Done()
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if r.write(zk.XidPing, &zk.PingRequest{}) != nil {
				r.nc.Close()
			}
		case <-r.ended:
			return
		}
	}
}

func (r *raw) write(xid int32, req zk.Request) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	r.nc.SetWriteDeadline(time.Now().Add(answerWithin))
	_, err := r.nc.Write(wire.AppendFrame(nil, wire.AppendRequest(nil, xid, req)))
	return err
}

// ask sends a request and waits for its reply. The error is the server's, as a zk.Error, or
// says why there is no reply; the connection is gone then.
func (r *raw) ask(req zk.Request) (zk.Header, zk.Reply, error) {
	r.asking.Lock()
	defer r.asking.Unlock()
	r.xid++
	if err := r.write(r.xid, req); err != nil {
		r.nc.Close()
		return zk.Header{}, nil, err
	}
	limit := time.NewTimer(answerWithin)
	defer limit.Stop()
	select {
	case body := <-r.replies:
		hdr, reply, err := wire.DecodeReply(body, req.Op())
		if err == nil && hdr.Xid != r.xid {
			err = fmt.Errorf("the reply has xid %d, expected %d", hdr.Xid, r.xid)
		}
		if err != nil {
			r.nc.Close()
			return hdr, nil, err
		}
		if hdr.Err != zk.OK {
			return hdr, nil, hdr.Err
		}
		return hdr, reply, nil
	case <-r.ended:
		return zk.Header{}, nil, errors.New("the server closed the connection")
	case <-limit.C:
		r.nc.Close()
		return zk.Header{}, nil, errSilent
	}
}

// close ends the session, as far as the server can be told, and gives the transaction that
// did it.
func (r *raw) close() (int64, error) {
	hdr, _, err := r.ask(&zk.CloseRequest{})
	r.hangUp()
	return hdr.Zxid, err
}

// hangUp closes the connection and leaves the session as it is.
func (r *raw) hangUp() {
	r.nc.Close()
	r.pinging.Wait()
	<-r.ended
}
