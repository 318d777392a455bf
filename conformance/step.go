package conformance

import (
	"fmt"
)

// Clients is how many clients take part. Each has at most one living session.
const Clients = 4

// Step is what happens next. It means something in every state, so that a shrinker may leave out
// steps before it: the client is the next one for which the step is possible, counted from Client.
type Step interface {
	// take takes the step on both servers.
	take(s *Sequence) error
	String() string
}

type (
	// Ask sends requests in one go, on the connection that a client has.
	Ask struct {
		Client   int
		Requests []request
	}
	// Open opens a session, if there is a client without.
	Open struct{ Requests []request }
	// Cut closes a client's connection. Its session lives on.
	Cut struct{ Client int }
	// Return connects as a client that has or had a session, whether it is connected or not.
	Return struct {
		Client   int
		Password password
		Seen     seen
		Requests []request
	}
	// Expire lets a client fall silent until its session ends. It comes back first, with a short
	// timeout; and then goes away if Gone, or keeps its connection.
	Expire struct {
		Client   int
		Gone     bool
		Requests []request
	}
	// Stray opens a connection that never gets a session.
	Stray struct{ Hello []byte }
	// Raw sends bytes that are no frames, or not those of requests.
	Raw struct {
		Client int
		Bytes  []byte
	}
)

// password says what a client that returns gives for its session's password.
type password uint8

const (
	right password = iota
	wrong
	zeros
	short
	none
)

// seen says which transaction a client that returns has seen last.
type seen uint8

const (
	nothing seen = iota
	everything
	future
)

func (a Ask) String() string { return requestsText(a.Requests) }

func (o Open) String() string { return with("open a session", o.Requests) }

func (c Cut) String() string { return "cut the connection" }

func (r Return) String() string {
	text := "return"
	if r.Password != right {
		text += " with " + [...]string{"", "a wrong password", "zeros for a password", "a short password", "no password"}[r.Password]
	}
	switch r.Seen {
	case nothing:
		text += " having seen nothing"
	case future:
		text += " having seen the future"
	}
	return with(text, r.Requests)
}

func (e Expire) String() string {
	text := "fall silent"
	if e.Gone {
		text = "go away"
	}
	return with(text+" until expiry", e.Requests)
}

func (s Stray) String() string { return fmt.Sprintf("a connection that begins with %x", s.Hello) }

func (r Raw) String() string { return fmt.Sprintf("bytes %x", r.Bytes) }

func with(text string, requests []request) string {
	if len(requests) == 0 {
		return text
	}
	return text + ", and\n" + requestsText(requests)
}
