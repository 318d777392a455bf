package fakezk

import (
	"lockstep/sim"
	"lockstep/zk"
)

// What a process's code asks of its client library, and the answers.

type (
	// serverRequest is a request for the server. Its watch, if it leaves one, fires a source.
	// Where it can be sent at once, it becomes the message.
	serverRequest struct {
		requestMsg
		watch uint32
	}
	stateRequest   struct{}
	sourcesRequest struct{ lost, disconnected uint32 }
)

type (
	stateAnswer struct {
		state   zk.State
		session int64
	}
	eventAnswer zk.Event
)

func (a *stateAnswer) Fingerprint(h *sim.Hash) {
	h.Int(int64(a.state))
	h.Int(a.session)
}

func (a *eventAnswer) Fingerprint(h *sim.Hash) {
	h.Int(int64(a.Type))
	h.Int(int64(a.State))
	h.String(a.Path)
}

// failed is the answer to a request that got none from a server.
func failed(err zk.Error) *replyMsg { return &replyMsg{hdr: zk.Header{Err: err}} }
