package fakezk

import "lockstep/sim"

// coreHash takes a core's fingerprint into that of the world.
type coreHash struct{ *sim.Hash }

func (h coreHash) Bytes(b []byte)   { h.Write(b) }
func (h coreHash) Zxid(zxid int64)  { h.Int(zxid) }
func (h coreHash) Time(ms int64)    { h.Int(ms) }
func (h coreHash) Session(id int64) { h.Int(id) }
