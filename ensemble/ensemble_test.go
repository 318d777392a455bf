package ensemble_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"lockstep/ensemble"
	"lockstep/ensemble/ensembletest"
	"lockstep/zk"
	"lockstep/zk/wire"
)

// conn is a session over raw frames.
type conn struct {
	t   *testing.T
	net net.Conn
	xid int32
}

func dial(t *testing.T, addr string) *conn {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	nc.SetDeadline(time.Now().Add(30 * time.Second))
	c := &conn{t: t, net: nc}
	c.write(wire.AppendConnectRequest(nil, &zk.ConnectRequest{Timeout: 10000}))
	reply, err := wire.DecodeConnectReply(c.read())
	if err != nil {
		t.Fatal(err)
	}
	if reply.Session == 0 || reply.Timeout != 10000 {
		t.Fatalf("connecting to %s gave %+v, want a session with timeout 10000", addr, reply)
	}
	return c
}

func (c *conn) write(body []byte) {
	c.t.Helper()
	if _, err := c.net.Write(wire.AppendFrame(nil, body)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conn) read() []byte {
	c.t.Helper()
	body, err := wire.ReadFrame(c.net, wire.MaxFrame)
	if err != nil {
		c.t.Fatal(err)
	}
	return body
}

// ask sends a request and returns its reply, which must not be an error.
func (c *conn) ask(req zk.Request) zk.Reply {
	c.t.Helper()
	c.xid++
	c.write(wire.AppendRequest(nil, c.xid, req))
	hdr, reply, err := wire.DecodeReply(c.read(), req.Op())
	if err != nil {
		c.t.Fatal(err)
	}
	if hdr.Xid != c.xid || hdr.Err != zk.OK {
		c.t.Fatalf("%v was answered by %+v, want xid %d and no error", req.Op(), hdr, c.xid)
	}
	return reply
}

func TestOneServer(t *testing.T) {
	e := ensembletest.Start(t, ensemble.Config{})
	if n := len(e.Addrs()); n != 1 {
		t.Fatalf("%d addresses, want 1", n)
	}
	c := dial(t, e.Addrs()[0])
	got := c.ask(zk.NewCreate("/lock-", []byte("x"), zk.EphemeralSequential, nil, 0))
	if want := (&zk.CreateReply{Path: "/lock-0000000000"}); !reflect.DeepEqual(got, want) {
		t.Errorf("the create gave %+v, want %+v", got, want)
	}
	if got := c.ask(zk.NewCreate("/ttl", nil, zk.PersistentTTL, nil, 1000)).(*zk.CreateReply); got.Path != "/ttl" || !got.HasStat {
		t.Errorf("the TTL create gave %+v, want the path /ttl and a Stat", got)
	}
	c.ask(&zk.CloseRequest{})

	stopLeavesNothing(t, e)
}

func TestThreeServers(t *testing.T) {
	e := ensembletest.Start(t, ensemble.Config{Servers: 3, TickTime: 500 * time.Millisecond})
	roles := map[string]int{}
	for _, addr := range e.Addrs() {
		answer, err := ensemble.FourLetterWord(t.Context(), addr, "srvr")
		if err != nil {
			t.Fatal(err)
		}
		_, mode, _ := strings.Cut(answer, "\nMode: ")
		mode, _, _ = strings.Cut(mode, "\n")
		roles[mode]++
	}
	if want := map[string]int{"leader": 1, "follower": 2}; !reflect.DeepEqual(roles, want) {
		t.Errorf("the servers are %v, want %v", roles, want)
	}
	writer, reader := dial(t, e.Addrs()[0]), dial(t, e.Addrs()[2])
	writer.ask(zk.NewCreate("/a", []byte("hello"), zk.Persistent, nil, 0))
	reader.ask(&zk.SyncRequest{Path: "/"})
	if got := reader.ask(&zk.GetDataRequest{Path: "/a"}).(*zk.DataReply); string(got.Data) != "hello" {
		t.Errorf("another server has %q, want %q", got.Data, "hello")
	}

	stopLeavesNothing(t, e)
}

// stopLeavesNothing stops the ensemble and looks for its folder and its servers.
func stopLeavesNothing(t *testing.T, e *ensemble.Ensemble) {
	t.Helper()
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(e.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after Stop %s is still there (%v)", e.Dir(), err)
	}
	for _, addr := range e.Addrs() {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			t.Errorf("after Stop %s still accepts connections", addr)
		}
	}
	if err := e.Stop(); err != nil {
		t.Errorf("a second Stop gave %v", err)
	}
}

func TestCallersFolderIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder")
	e := ensembletest.Start(t, ensemble.Config{Dir: dir})
	c := dial(t, e.Addrs()[0])
	c.ask(zk.NewCreate("/kept", []byte("hello"), zk.Persistent, nil, 0))
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}

	e = ensembletest.Start(t, ensemble.Config{Dir: dir})
	c = dial(t, e.Addrs()[0])
	if got := c.ask(&zk.GetDataRequest{Path: "/kept"}).(*zk.DataReply); string(got.Data) != "hello" {
		t.Errorf("after a restart the data is %q, want %q", got.Data, "hello")
	}
}

func TestFailedStartShowsLogAndLeavesNothing(t *testing.T) {
	ensembletest.Require(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("changed my mind"))
	_, err := ensemble.Start(ctx, ensemble.Config{})
	if err == nil || !strings.Contains(err.Error(), "changed my mind") || !strings.Contains(err.Error(), "its log ends") {
		t.Errorf("error %v, want the cause and the log", err)
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) != 0 {
		t.Errorf("%v is left (%v)", left, err)
	}
}

// childVariable makes this test binary start an ensemble, say where, and wait to be
// killed.
const childVariable = "LOCKSTEP_ENSEMBLE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	e, err := ensemble.Start(context.Background(), ensemble.Config{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(e.Dir())
	fmt.Println(e.Addrs()[0])
	select {}
}

func TestNothingOutlivesAKilledParent(t *testing.T) {
	ensembletest.Require(t)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childVariable+"=1")
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	lines := bufio.NewScanner(out)
	var said []string
	for len(said) < 2 && lines.Scan() {
		said = append(said, lines.Text())
	}
	if len(said) < 2 {
		t.Fatalf("the child said %q and ended", said)
	}
	dir, addr := said[0], said[1]
	dial(t, addr).ask(&zk.SyncRequest{Path: "/"})

	child.Process.Kill()
	child.Wait()
	gone := func() bool {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			c.Close()
		}
		_, statErr := os.Stat(dir)
		return err != nil && errors.Is(statErr, os.ErrNotExist)
	}
	for deadline := time.Now().Add(20 * time.Second); !gone(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("20 s after its parent was killed, the server at %s or its folder %s is still there", addr, dir)
		}
	}
}
