// Package fakezk is a ZooKeeper ensemble that lives in a simulated world: servers as
// nodes, and the client library that connects a process to them.
//
// What a server decides is in zkcore, a state machine without time or network of its own.
// This package gives it both. Its client side keeps the habits and the times of
// go-zookeeper, because real runs use that: a learner can trust a time shown on the screen.
package fakezk
