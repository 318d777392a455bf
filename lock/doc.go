// Package lock holds the lock recipes that Lockstep teaches, one file each.
//
// A recipe is plain blocking code that reads like the pseudo-code it implements. It
// speaks to an ensemble through a [zk.Client] and to its process through an [Env], and
// to nothing else: no channels, goroutines, clocks, random numbers or map order. So it
// is a function of the answers it gets, and the same code runs in a simulated world
// that can be cloned and replayed, and on real servers. It never learns which.
package lock
