package zkcore

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"lockstep/zk"
	"lockstep/zk/zkgen"
)

// treeText is the tree alone, as text.
func treeText(c *Core) string {
	var p printer
	c.hashZnode(root, &p)
	return p.text.String()
}

// proposals prepares random writes of three sessions, and openings and closings.
type proposals struct {
	leader *Core
	r      *rand.Rand
	ids    []int64
}

func (p *proposals) next(now int64) *Txn {
	if len(p.ids) < 3 || p.r.IntN(40) == 0 {
		t := new(Txn)
		p.leader.prepareOpen(t, now, 10_000)
		p.ids = append(p.ids, t.Session)
		return t
	}
	g := zkgen.Gen{Source: p.r}
	session := p.ids[p.r.IntN(len(p.ids))]
	ids := []Identity{{"ip", "127.0.0.1"}, {"digest", Digest("u:p")}}
	switch p.r.IntN(30) {
	case 0:
		return p.leader.Prepare(now, session, ids, &zk.CloseRequest{}) // whose later requests fail
	case 1, 2, 3, 4:
		return p.leader.Prepare(now, session, ids, g.Multi())
	case 5:
		return p.leader.Prepare(now, session, ids, g.SetACL())
	}
	return p.leader.Prepare(now, session, ids, g.Write())
}

// Applying the same transactions to another tree makes an equal tree.
func TestApplyElsewhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomOptions(t)
		p := &proposals{leader: New(o), r: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		o.ServerID = 2
		follower := New(o)
		for now := range int64(120) {
			txn := p.next(now)
			p.leader.Apply(txn, nil, now%2 == 0)
			follower.Apply(txn, nil, now%3 == 0)
		}
		if got, want := treeText(follower), treeText(p.leader); got != want {
			t.Fatalf("the follower has\n%s\nthe leader\n%s", got, want)
		}
		if follower.Zxid() != p.leader.Zxid() {
			t.Fatalf("zxids %d and %d", follower.Zxid(), p.leader.Zxid())
		}
	})
}

// A leader that prepares while earlier transactions are under way comes to the same
// transactions as one that applies each before the next.
func TestPrepareAhead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{ServerID: 1, Epoch: epoch, Sorted: true} // Java's set of what closes remembers the way
		seed := rapid.Uint64().Draw(t, "seed")
		depth := rapid.IntRange(1, 12).Draw(t, "depth")
		one := &proposals{leader: New(o), r: rand.New(rand.NewPCG(seed, 0))}
		ahead := &proposals{leader: New(o), r: rand.New(rand.NewPCG(seed, 0))}
		var waiting []*Txn
		for now := range int64(120) {
			want := one.next(now)
			one.leader.Apply(want, nil, false)
			got := ahead.next(now)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("transaction %d: ahead of %d\n%+v\nwant\n%+v", now, len(waiting), got, want)
			}
			waiting = append(waiting, got)
			apply := 0
			switch {
			case got.Op == zk.OpCreateSession: // before that, nothing comes of it
				apply = len(waiting)
			case len(waiting) > depth:
				apply = rapid.IntRange(1, len(waiting)).Draw(t, "applied")
			}
			for range apply {
				ahead.leader.Apply(waiting[0], nil, false)
				waiting = waiting[1:]
			}
			if now == 60 {
				ahead.leader = ahead.leader.Clone()
			}
		}
		for _, txn := range waiting {
			ahead.leader.Apply(txn, nil, false)
		}
		if got, want := print(ahead.leader), print(one.leader); got != want {
			t.Fatalf("\n%s\nwant\n%s", got, want)
		}
		if n := len(ahead.leader.pending.byPath); n != 0 {
			t.Fatalf("%d changes are still pending", n)
		}
	})
}

// What a session makes while its closing is prepared but not applied, and what it deletes.
func TestCloseAhead(t *testing.T) {
	c := New(Options{ServerID: 1})
	open := new(Txn)
	c.prepareOpen(open, 0, 10_000)
	c.Apply(open, nil, false)
	prepare := func(r zk.Request) *Txn { return c.Prepare(0, open.Session, nil, r) }
	c.Apply(prepare(create("/gone", zk.Ephemeral)), nil, false)
	txns := []*Txn{
		prepare(&zk.DeleteRequest{Path: "/gone", Version: -1}),
		prepare(create("/new", zk.Ephemeral)),
		prepare(create("/brief", zk.Ephemeral)),
		prepare(&zk.DeleteRequest{Path: "/brief", Version: -1}),
		prepare(create("/stays", zk.Persistent)),
		prepare(&zk.CloseRequest{}),
		prepare(create("/late", zk.Ephemeral)),
	}
	if got := txns[5].Paths; len(got) != 1 || got[0] != "/new" {
		t.Errorf("it deletes %q, want /new", got)
	}
	if txns[6].Err != zk.ErrSessionExpired {
		t.Errorf("after it: %v", txns[6].Err)
	}
	again := prepare(&zk.CloseRequest{})
	if again.Op != zk.OpCloseSession || again.Paths != nil {
		t.Errorf("closed again: %+v", again)
	}
	for _, txn := range append(txns, again) {
		c.Apply(txn, nil, false)
	}
	if again = prepare(&zk.CloseRequest{}); again.Op != zk.OpCloseSession || again.Zxid != 11 {
		t.Errorf("closed when it is gone: %+v", again)
	}
	c.Apply(again, nil, false)
	if c.tree.find("/new") != none || c.tree.find("/stays") == none || c.tree.find("/gone") != none {
		t.Error("the wrong znodes are left")
	}
	checkInvariants(t, c)
}
