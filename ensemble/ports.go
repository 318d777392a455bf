package ensemble

import (
	"fmt"
	"net"
)

// freePorts picks n loopback ports that nobody uses at this moment. Somebody may take
// one before the server does, so starting must be prepared to fail and try again.
func freePorts(n int) ([]int, error) {
	var picked []int
	for range n {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("no free loopback port: %w", err)
		}
		defer l.Close() // only once all are picked, so that they differ
		picked = append(picked, l.Addr().(*net.TCPAddr).Port)
	}
	return picked, nil
}

// serverPorts picks the ports of n servers.
func serverPorts(n int) ([]ports, error) {
	free, err := freePorts(3 * n)
	if err != nil {
		return nil, err
	}
	all := make([]ports, n)
	for i := range all {
		all[i] = ports{free[3*i], free[3*i+1], free[3*i+2]}
	}
	return all, nil
}
