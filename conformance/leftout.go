package conformance

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"lockstep/zk"
	"lockstep/zk/wire"
)

// What sequences leave out, because the real server's answer depends on its haste, or because
// the server does not get over it. docs/fidelity.md lists it for people.

// keepsBelow reports whether a damaged request changes nothing outside the sequence's root, as
// far as it can be read, and leaves the real server intact.
func keepsBelow(r request) bool {
	if r.fault.kind == sound || r.fault.kind == longer {
		return true
	}
	body := r.body(0, 0)
	if r.req.Op() == zk.OpAddWatch && bytes.HasPrefix(body[requestHeader:], be(-1)) {
		return false // a null path: the server cannot close the connection any more
	}
	_, req, err := wire.DecodeRequest(body)
	if broken := (*wire.RequestError)(nil); errors.As(err, &broken) && broken.Err.Field == "ACL" && strings.HasPrefix(broken.Err.Problem, "null") {
		return false // what else is wrong with the list may come first
	}
	if auth, ok := req.(*zk.AuthRequest); ok && !utf8.Valid(auth.Auth) {
		return false // an identity that cannot be told as it came
	}
	return err != nil || below(req)
}

func below(r zk.Request) bool {
	path := Root
	switch r := r.(type) {
	case *zk.CreateRequest:
		path = r.Path
		if r.Mode.IsSequential() && path == Root {
			return false
		}
		if r.Code == zk.OpCreateTTL && r.TTL < 0 && !r.Mode.IsTTL() {
			return false // stops the server
		}
	case *zk.DeleteRequest:
		path = r.Path
	case *zk.SetDataRequest:
		path = r.Path
	case *zk.SetACLRequest:
		path = r.Path
	case *zk.MultiRequest:
		for _, op := range r.Ops {
			if u, ok := op.(*zk.UnknownRequest); ok && !bytes.HasPrefix(u.Body, be(-1)) {
				return false // an ACL with a null id: see lingers
			}
			if !below(op) {
				return false
			}
		}
	}
	return len(path) >= len(Root) && path[:len(Root)] == Root
}

// overtakes reports whether a request may be answered before one that was sent earlier.
func overtakes(r zk.Request) bool { return r.Op() == zk.OpAuth || r.Op() == zk.OpPing }

// lingers reports whether the next request may be judged by something else than what this one
// leaves, unless this one has been carried out by then. After a setACL it is the old ACL. After a
// multi that a server gives up, because of a TTL mode without TTL, it is the operations before.
func lingers(r zk.Request) bool {
	if _, ok := r.(*zk.SetACLRequest); ok {
		return true
	}
	m, ok := r.(*zk.MultiRequest)
	return ok && slices.ContainsFunc(m.Ops, func(op zk.Request) bool {
		c, ok := op.(*zk.CreateRequest)
		return ok && c.Mode.IsTTL() && c.Code != zk.OpCreateTTL
	})
}

func writes(r request) bool {
	switch r.req.(type) {
	case *zk.CreateRequest, *zk.DeleteRequest, *zk.SetDataRequest, *zk.SetACLRequest, *zk.CheckRequest, *zk.MultiRequest:
		return true
	}
	return false
}
