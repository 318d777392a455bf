// Package conformance asks a real ZooKeeper server and the fake one the same things and
// compares every byte that comes back.
//
// A test of a fake by hand-written cases finds what its author thought of. Here the cases are
// drawn at random: sequences of steps ([Step]) in which a few clients open sessions, send
// requests of every kind, good, bad and broken, lose their connections, come back with the right
// credentials or wrong ones, and expire. Each step is taken on both servers ([Sequence]), on the
// level of frames, so that the codec is compared too. What each connection receives must be the
// same, down to the order of a list of children, but for what no two servers share: session ids
// become ordinals, zxids are counted from the sequence's beginning, passwords are known or zeros,
// times are left out.
//
// Steps are plain values that mean something in every state: a shrinker can leave out any of
// them. What is left of a sequence on which the servers disagree is shown as a table.
//
// # What makes sequences independent
//
// All sequences run on one real server, since starting one takes a second. Each has a znode of
// its own that everything happens below, and sessions that end with it; the fake is new every
// time. Steps call that znode [Root], and so does the fake. For the real server the name is
// replaced in each frame by one that was never used before, of the same length and, which takes
// care of the order of Java's hash sets, of the same hash code.
//
// # What keeps time out of it
//
// One step is in flight at a time, and what it caused has arrived everywhere when the next one
// begins: behind its requests goes one whose reply shows that all before is answered, and then
// one on every other connection. An expiry is waited for, and then the fake's session is ended.
// If the machine stood still for so long that the real server may have expired a session that
// should live, the sequence says nothing and is taken again.
package conformance
