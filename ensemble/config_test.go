package ensemble

import (
	"strings"
	"testing"
	"time"
)

func TestZooCfg(t *testing.T) {
	standalone := `tickTime=2000
dataDir=/d
clientPort=1
clientPortAddress=127.0.0.1
maxClientCnxns=0
admin.enableServer=false
4lw.commands.whitelist=*
extendedTypesEnabled=true
`
	one := []ports{{1, 2, 3}}
	if got := zooCfg(2*time.Second, "/d", 1, one); got != standalone {
		t.Errorf("one server:\n%s\nwant:\n%s", got, standalone)
	}
	quorum := strings.Replace(standalone, "tickTime=2000", "tickTime=500", 1) + `initLimit=10
syncLimit=5
server.1=127.0.0.1:2:3
server.2=127.0.0.1:5:6
server.3=127.0.0.1:8:9
`
	three := []ports{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	if got := zooCfg(500*time.Millisecond, "/d", 1, three); got != quorum {
		t.Errorf("three servers:\n%s\nwant:\n%s", got, quorum)
	}
}

func TestConfigLimits(t *testing.T) {
	got, err := Config{}.withDefaults()
	if want := (Config{Servers: 1, TickTime: 2 * time.Second}); err != nil || got != want {
		t.Errorf("defaults: %+v, %v, want %+v", got, err, want)
	}
	for _, bad := range []struct {
		cfg  Config
		want string
	}{
		{Config{Servers: -1}, "-1 servers, expected 1 to 9"},
		{Config{Servers: 10}, "10 servers, expected 1 to 9"},
		{Config{TickTime: time.Microsecond}, "a tick of 1µs, expected at least 1ms"},
		{Config{TickTime: -time.Second}, "a tick of -1s, expected at least 1ms"},
	} {
		if _, err := bad.cfg.withDefaults(); err == nil || err.Error() != bad.want {
			t.Errorf("%+v: error %v, want %q", bad.cfg, err, bad.want)
		}
	}
}

func TestServerPortsDiffer(t *testing.T) {
	all, err := serverPorts(5)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, p := range all {
		for _, port := range []int{p.client, p.quorum, p.election} {
			if port == 0 || seen[port] {
				t.Errorf("port %d is zero or picked twice: %v", port, all)
			}
			seen[port] = true
		}
	}
}
