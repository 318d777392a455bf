package ensemble

import (
	"fmt"
	"strings"
	"time"
)

// Config says what to start.
type Config struct {
	// Servers is how many, 1 if zero. With 1 the server is standalone.
	Servers int
	// TickTime is ZooKeeper's unit of time, 2 s if zero, at least 1 ms. Sessions time out
	// after 2 to 20 ticks and expiry is rounded up to a tick.
	TickTime time.Duration
	// Dir is where the servers keep data and logs. It is made if need be and kept by Stop.
	// If empty, a temporary folder is made, and removed by Stop.
	Dir string
}

const (
	defaultTickTime = 2 * time.Second
	// maxServers bounds what a mistyped number can start: each is a Java process of 65 to
	// 80 MB.
	maxServers = 9
)

func (c Config) withDefaults() (Config, error) {
	if c.Servers == 0 {
		c.Servers = 1
	}
	if c.TickTime == 0 {
		c.TickTime = defaultTickTime
	}
	if c.Servers < 1 || c.Servers > maxServers {
		return c, fmt.Errorf("%d servers, expected 1 to %d", c.Servers, maxServers)
	}
	if c.TickTime < time.Millisecond {
		return c, fmt.Errorf("a tick of %v, expected at least 1ms", c.TickTime)
	}
	return c, nil
}

// ports are the ports of one server.
type ports struct {
	client   int
	quorum   int // followers talk to the leader here
	election int
}

// zooCfg is the configuration file of a server with this data folder and client port.
// all holds the ports of every server of the ensemble, in the order of their ids.
func zooCfg(tick time.Duration, dataDir string, client int, all []ports) string {
	var b strings.Builder
	fmt.Fprintf(&b, "tickTime=%d\n", tick.Milliseconds())
	fmt.Fprintf(&b, "dataDir=%s\n", dataDir)
	fmt.Fprintf(&b, "clientPort=%d\n", client)
	b.WriteString("clientPortAddress=127.0.0.1\n" +
		"maxClientCnxns=0\n" +
		"admin.enableServer=false\n" +
		"4lw.commands.whitelist=*\n" +
		"extendedTypesEnabled=true\n") // TTL znodes
	if len(all) > 1 {
		b.WriteString("initLimit=10\nsyncLimit=5\n")
		for i, p := range all {
			fmt.Fprintf(&b, "server.%d=127.0.0.1:%d:%d\n", i+1, p.quorum, p.election)
		}
	}
	return b.String()
}
