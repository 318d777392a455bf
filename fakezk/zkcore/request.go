package zkcore

import (
	"slices"

	"lockstep/zk"
)

// Sink receives the events of watches, in the order in which the connections must send
// them. It must not call the core.
type Sink interface {
	Event(session int64, e zk.Event)
	// Expiring tells that a session ends because its time is over. The changes and events that
	// follow, up to the next call of it, are what comes of that.
	Expiring(session int64)
}

// Next says what becomes of the connection that a request came on.
type Next uint8

const (
	Keep   Next = iota // send the reply
	Close              // send the reply, then close the connection
	Drop               // send nothing, and close: there is no such session, or no way to answer
	Silent             // send nothing, as a real server that fails to encode its reply
	Greet              // send [Core.Greeting] instead, as to a connect request
)

// Request answers a request of a session, except for the connect request. Watch events go
// to out before it returns, so before the reply. A request whose body could not be read is a
// [zk.UnknownRequest] with its opcode and no body.
//
// The reply's memory is shared and must not be changed. Requests of a session that is not
// there, such as those that come after its closing on the same connection, are dropped.
func (c *Core) Request(now, session int64, xid int32, r zk.Request, out Sink) (zk.Header, zk.Reply, Next) {
	s := c.sessions.find(session)
	if s == none || c.sessions.all[s].closing {
		return zk.Header{Xid: xid, Zxid: c.applied, Err: zk.ErrSessionExpired}, nil, Drop
	}
	if r, ok := r.(*zk.AuthRequest); ok {
		if err := c.authenticate(&c.sessions.all[s], r); err != zk.OK {
			return zk.Header{Xid: xid, Err: err}, nil, Close
		}
		return zk.Header{Xid: xid}, nil, Keep
	}
	c.touch(now, s)

	var reply zk.Reply
	var err zk.Error
	next := Keep
	switch r := r.(type) {
	case *zk.ExistsRequest:
		reply, err = c.exists(s, r)
	case *zk.GetDataRequest:
		reply, err = c.getData(s, r)
	case *zk.GetChildrenRequest:
		reply, err = c.getChildren(s, r)
	case *zk.CreateRequest, *zk.DeleteRequest, *zk.SetDataRequest, *zk.SetACLRequest:
		reply, err = c.write(now, s, r, out)
	case *zk.MultiRequest:
		if slices.ContainsFunc(r.Ops, unreadable) {
			// The server gives up between the zxid that it takes and the transaction.
			c.prepared++
			reply, err = &zk.MultiReply{}, zk.ErrMarshalling
			break
		}
		reply, err = c.write(now, s, r, out)
	case *zk.CheckRequest: // meant for a multi only
		if reply, err = c.write(now, s, r, out); err == zk.OK {
			next = Silent
		}
	case *zk.CloseRequest:
		reply, err = c.write(now, s, r, out)
		next = Close
		if c.observer != nil {
			c.observer.SessionEnded(session, false)
		}
	case *zk.PingRequest:
		xid = zk.XidPing
	case *zk.SyncRequest:
		reply = &zk.SyncReply{Path: r.Path}
	case *zk.GetACLRequest:
		reply, err = c.getACL(s, r)
	case *zk.MultiReadRequest:
		reply, err = c.multiRead(s, r)
	case *zk.ChildrenNumberRequest:
		reply, err = c.childrenNumber(s, r)
	case *zk.GetEphemeralsRequest:
		reply = c.ephemeralsBelow(s, r)
	case *zk.WhoAmIRequest:
		reply = whoAmI(c.sessions.all[s].ids)
	case *zk.AddWatchRequest:
		if err = c.addWatch(s, r); err == zk.OK {
			reply = &zk.AddWatchReply{}
		}
	case *zk.RemoveWatchesRequest:
		err = c.removeWatches(s, r)
	case *zk.CheckWatchesRequest:
		err = c.checkWatches(r)
	case *zk.SetWatchesRequest:
		c.setWatches(s, r, out)
	case *zk.UnknownRequest:
		return c.unread(now, s, xid, r, out)
	default:
		return c.unread(now, s, xid, &zk.UnknownRequest{Code: r.Op()}, out)
	}
	return zk.Header{Xid: xid, Zxid: c.applied, Err: err}, reply, next
}

// write prepares a write and applies it at once.
func (c *Core) write(now int64, s int32, r zk.Request, out Sink) (zk.Reply, zk.Error) {
	session := &c.sessions.all[s]
	t := &c.txn
	c.prepare(t, now, session.id, session.ids, r)
	return c.Apply(t, out, true), t.Err
}

// unread answers a request that has no type of its own, mostly because nobody could read it. A
// known operation fails with a MarshallingError, and takes a zxid if it is a write; an unknown
// one ends the connection.
func (c *Core) unread(now int64, s int32, xid int32, r *zk.UnknownRequest, out Sink) (zk.Header, zk.Reply, Next) {
	switch r.Code {
	case zk.OpReconfig:
		if r.Body == nil {
			break // it is read before it takes a zxid
		}
		fallthrough
	case zk.OpCreate, zk.OpCreate2, zk.OpCreateContainer, zk.OpCreateTTL, zk.OpDelete, zk.OpDeleteContainer,
		zk.OpSetData, zk.OpSetACL, zk.OpCheck, zk.OpMulti, zk.OpCreateSession:
		_, err := c.write(now, s, r, out)
		if err == zk.OK {
			return zk.Header{Xid: xid, Zxid: c.applied}, nil, Greet
		}
		return zk.Header{Xid: xid, Zxid: c.applied, Err: err}, nil, Keep
	case zk.OpSASL:
		if r.Body == nil {
			return zk.Header{Xid: xid}, nil, Drop
		}
		return zk.Header{Xid: xid}, &zk.UnknownReply{Body: nullString}, Keep
	case zk.OpAuth:
		return zk.Header{Xid: xid}, nil, Drop
	case zk.OpSync:
		if r.Body == nil {
			break
		}
		return zk.Header{Xid: xid, Zxid: c.applied}, &zk.UnknownReply{Body: nullString}, Keep // it gives back its path
	case zk.OpExists, zk.OpGetData, zk.OpGetACL, zk.OpGetChildren, zk.OpGetChildren2, zk.OpCheckWatches,
		zk.OpRemoveWatches, zk.OpMultiRead, zk.OpSetWatches, zk.OpSetWatches2, zk.OpGetEphemerals,
		zk.OpChildrenNumber, zk.OpAddWatch:
	default:
		return zk.Header{Xid: xid, Zxid: -1, Err: zk.ErrUnimplemented}, nil, Close
	}
	return zk.Header{Xid: xid, Zxid: c.applied, Err: zk.ErrMarshalling}, nil, Keep
}

var nullString = []byte{0xff, 0xff, 0xff, 0xff}

// Greeting is the reply to the connect request of a session that is there.
func (c *Core) Greeting(session int64) zk.ConnectReply {
	pos := c.sessions.find(session)
	if pos == none {
		return zk.ConnectReply{}
	}
	return zk.ConnectReply{Timeout: c.sessions.all[pos].timeout, Session: session, Password: c.password(session)}
}
