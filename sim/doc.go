// Package sim is a virtual world: time, nodes, processes, a network and its faults. It
// knows nothing of ZooKeeper or of locks.
//
// A [World] is a set of deterministic state machines and an agenda of what could happen
// next: a message arrives, a timer fires. A driver takes one step at a time from the
// agenda. [World.Step] is the timed driver, which takes what is due first; a person or a
// search picks from [World.Choices] instead. Nothing else moves the world: no
// goroutine, no wall clock, no global random source, no map order.
//
// Processes run plain blocking code on coroutines. Such code is a function of the answers
// it gets, so a process is described by its history of answers, and a world can be cloned:
// the clone copies histories, and replays one into a fresh coroutine when it first needs it.
package sim
