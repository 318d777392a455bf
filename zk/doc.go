// Package zk is ZooKeeper's vocabulary, shared by everything that speaks of it:
// the fake ensemble, a real one, the lock recipes, and the wire protocol.
//
// It holds names and rules, no machinery. [Client] is what a recipe may ask of an
// ensemble; which ensemble answers is decided elsewhere, and a recipe cannot tell.
// [Request] and [Reply] are the same questions and answers as typed values, for
// code that carries them rather than asks them.
package zk
