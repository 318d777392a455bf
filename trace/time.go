package trace

import (
	"fmt"
	"time"
)

// Time is nanoseconds since the run began: virtual in a simulation, measured on a real
// server.
type Time int64

// Forever is later than anything.
const Forever = Time(1<<63 - 1)

// Add gives the time d later, or Forever when that cannot be told from it.
func (t Time) Add(d time.Duration) Time {
	if sum := t + Time(d); d < 0 || sum >= t {
		return sum
	}
	return Forever
}

// Sub is how long t is after u.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Milliseconds rounds down.
func (t Time) Milliseconds() int64 { return int64(t) / 1e6 }

// String gives seconds with milliseconds, "12.345".
func (t Time) String() string {
	ms := t.Milliseconds()
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	return fmt.Sprintf("%s%d.%03d", sign, ms/1000, ms%1000)
}
