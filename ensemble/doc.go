// Package ensemble starts real ZooKeeper servers on this machine, for tests and for
// trying things out: one server or several that elect a leader, on free loopback
// ports, with their data and logs in a folder of their own.
//
// The servers are what is installed: Debian's package libzookeeper-java, or a release
// of ZooKeeper unpacked where ZOOKEEPER_HOME points.
//
// Nothing is left behind. Stop ends the servers and removes the folder, and if this
// process dies without calling it, a guard process does the same.
package ensemble
