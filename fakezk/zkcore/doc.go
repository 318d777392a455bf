// Package zkcore is the core of one fake ZooKeeper server: everything that
// org.apache.zookeeper 3.8 decides, and nothing that it needs a machine for.
//
// A [Core] is a deterministic state machine. It has no connection, clock, goroutine
// or randomness: who calls it says what time it is and which session speaks, and
// gets the reply and the watch events as values. It stands apart from the server
// that wraps it because the same core serves four worlds: the simulated one, an
// exhaustive search that clones it at every branch, a TCP server that real clients
// talk to, and the tests that compare it with a real ensemble.
//
// A write has two halves, as on a real server. [Core.Prepare] (PrepRequestProcessor)
// checks a request against the tree and the writes not yet applied, takes a zxid and
// decides the outcome: a [Txn]. [Core.Apply] (FinalRequestProcessor and DataTree) is
// the only code that changes the tree, and cannot fail. Servers that apply the same
// transactions have the same tree; for a single server the halves run back to back.
package zkcore
