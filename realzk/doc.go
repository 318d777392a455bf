// Package realzk is a world made of a real ZooKeeper ensemble: processes run the same
// programs as in a simulation, and the trace reads the same.
//
// A process is one or more goroutines that share a baton, and a session of the
// go-zookeeper library. The library does not talk to the servers itself. Its connections
// end in a tap, which decodes every frame, writes it into the trace, and only then passes
// it on. The tap is also where faults are made: it can fall silent, be slow, or break a
// connection after the request has gone through.
//
// What no frame shows is a session's end on the server, and with it the end of its
// ephemeral znodes. A connection of the world's own watches the directories that hold
// such znodes; what follows from it is marked as inferred.
//
// Everything happens below one znode that the world makes for itself and removes again.
// Processes and the trace see paths without it.
package realzk
