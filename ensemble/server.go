package ensemble

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A server is one ZooKeeper process.
type server struct {
	id    int    // from 1
	dir   string // holds its configuration, data and log
	addr  string
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process is gone
}

// The Java heap is small and the compiler's first tier is enough: start-up matters
// more than throughput. Without UsePerfData a killed Java leaves nothing in /tmp.
var javaFlags = []string{
	"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-XX:-UsePerfData",
	"-Dorg.slf4j.simpleLogger.showDateTime=true",
	"-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
}

const mainClass = "org.apache.zookeeper.server.quorum.QuorumPeerMain"

// startServer writes the files of server id and starts its process under the guard.
// The server does not answer yet when this returns.
func startServer(install Install, g *guard, cfg Config, id int, all []ports) (*server, error) {
	s := &server{
		id:    id,
		dir:   filepath.Join(cfg.Dir, fmt.Sprintf("server%d", id)),
		addr:  fmt.Sprintf("127.0.0.1:%d", all[id-1].client),
		ended: make(chan struct{}),
	}
	data := filepath.Join(s.dir, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(data, "myid"), []byte(strconv.Itoa(id)+"\n"), 0o600); err != nil {
		return nil, err
	}
	text := zooCfg(cfg.TickTime, data, all[id-1].client, all)
	if err := os.WriteFile(s.configFile(), []byte(text), 0o600); err != nil {
		return nil, err
	}
	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close() // the process has its own

	// The shell becomes Java, with the same process id, once it is told to: by then the
	// guard knows it. If this process dies before, the pipe ends and so does the shell.
	args := []string{"-c", `read -r go && exec "$@"`, "sh", install.Java}
	args = append(args, javaFlags...)
	args = append(args, "-cp", strings.Join(install.Classpath, string(os.PathListSeparator)), mainClass, s.configFile())
	s.cmd = exec.Command("/bin/sh", args...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = s.dir, log, log
	detach(s.cmd)
	pipe, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting server %d: %w", id, err)
	}
	err = g.add(s.cmd.Process.Pid)
	if err == nil {
		_, err = io.WriteString(pipe, "go\n")
	}
	pipe.Close()
	go func() {
		s.cmd.Wait() // how it ended is in its log
		g.drop(s.cmd.Process.Pid)
		close(s.ended)
	}()
	if err != nil {
		s.kill()
		return nil, fmt.Errorf("starting server %d: %w", id, err)
	}
	return s, nil
}

func (s *server) configFile() string { return filepath.Join(s.dir, "zoo.cfg") }
func (s *server) logFile() string    { return filepath.Join(s.dir, "server.log") }

// kill ends the process and waits until it is gone. ZooKeeper's transaction log is made
// to survive that.
func (s *server) kill() {
	s.cmd.Process.Kill() // an error means that it has ended already
	<-s.ended
}

// errEnded is why a server never became ready: most often another process took one of
// its ports.
var errEnded = errors.New("ended while starting")

// awaitReady returns when the server serves clients, alone or as a member of a quorum.
func (s *server) awaitReady(ctx context.Context) error {
	const (
		answerWithin = 500 * time.Millisecond
		askEvery     = 25 * time.Millisecond
	)
	for {
		if s.serves(ctx, answerWithin) {
			return nil
		}
		select {
		case <-s.ended:
			return s.failure(errEnded)
		case <-ctx.Done():
			return s.failure(fmt.Errorf("not ready: %w", context.Cause(ctx)))
		case <-time.After(askEvery):
		}
	}
}

// serves asks for the server's mode, which it has once it serves requests.
func (s *server) serves(ctx context.Context, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	answer, err := FourLetterWord(ctx, s.addr, "srvr")
	return err == nil && strings.Contains(answer, "\nMode: ")
}

// failure adds the end of the server's log to why.
func (s *server) failure(why error) error {
	const most = 2000
	log, _ := os.ReadFile(s.logFile()) // without a log the reason stands alone
	if len(log) > most {
		log = log[len(log)-most:]
	}
	log = bytes.TrimSpace(log)
	return fmt.Errorf("ZooKeeper server %d at %s: %w; its log ends:\n%s", s.id, s.addr, why, log)
}
