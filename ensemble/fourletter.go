package ensemble

import (
	"context"
	"io"
	"net"
	"time"
)

// FourLetterWord asks the server at addr one of ZooKeeper's plain-text questions, such
// as "srvr", "mntr" or "cons", and returns the answer. A server that has just started
// may accept the connection and never answer, so ctx should have a deadline.
func FourLetterWord(ctx context.Context, addr, word string) (string, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := io.WriteString(conn, word); err != nil {
		return "", err
	}
	const longest = 16 << 20 // dumps of watches and sessions grow with their number
	answer, err := io.ReadAll(io.LimitReader(conn, longest))
	return string(answer), err
}
