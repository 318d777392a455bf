package zkcore

// Clone gives a copy that knows nothing of the original, and nobody of it: it has no
// observer. Slabs and tables are copied, sets of names are shared until one of the two
// changes them, and what is immutable (data, ACLs, paths, lists already made) for ever.
func (c *Core) Clone() *Core {
	// Neither may change a set in place that the other can see.
	c.tree.owner = new(token)
	owner := new(token)
	return &Core{
		options:  c.options,
		tree:     c.tree.clone(owner),
		sessions: c.sessions.clone(),
		watches:  c.watches.clone(),
		pending:  c.pending.clone(),

		nextSession: c.nextSession,
		prepared:    c.prepared,
		applied:     c.applied,
	}
}
