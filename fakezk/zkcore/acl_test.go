package zkcore

import (
	"reflect"
	"testing"

	"lockstep/zk"
)

func acl(perms zk.Perm, scheme, id string) zk.ACL {
	return zk.ACL{Perms: perms, Scheme: scheme, ID: id}
}

func TestPermissions(t *testing.T) {
	const none = zk.Perm(0)
	for _, c := range []struct {
		name string
		r    zk.Request
		on   string  // the znode whose list decides
		need zk.Perm // any of these, or none
	}{
		{"create", create("/p/c/new", zk.Persistent), "/p/c", zk.PermCreate},
		{"delete", &zk.DeleteRequest{Path: "/p/c/d", Version: -1}, "/p/c", zk.PermDelete},
		{"getData", &zk.GetDataRequest{Path: "/p/c"}, "/p/c", zk.PermRead},
		{"getChildren", &zk.GetChildrenRequest{Path: "/p/c"}, "/p/c", zk.PermRead},
		{"getChildren2", &zk.GetChildrenRequest{Path: "/p/c", WantStat: true}, "/p/c", zk.PermRead},
		{"getAllChildrenNumber", &zk.ChildrenNumberRequest{Path: "/p/c"}, "/p/c", zk.PermRead},
		{"check", &zk.CheckRequest{Path: "/p/c", Version: -1}, "/p/c", zk.PermRead},
		{"setData", &zk.SetDataRequest{Path: "/p/c", Version: -1}, "/p/c", zk.PermWrite},
		{"setACL", &zk.SetACLRequest{Path: "/p/c", ACL: zk.OpenACL, Version: -1}, "/p/c", zk.PermAdmin},
		{"getACL", &zk.GetACLRequest{Path: "/p/c"}, "/p/c", zk.PermRead | zk.PermAdmin},
		{"exists", &zk.ExistsRequest{Path: "/p/c"}, "/p/c", none},
		{"sync", &zk.SyncRequest{Path: "/p/c"}, "/p/c", none},
	} {
		for perm := none; perm <= zk.PermAll; perm++ {
			b := newBench(t, Options{}, "A")
			for _, path := range []string{"/p", "/p/c", "/p/c/d"} {
				b.create("A", path, zk.Persistent)
			}
			// No inheritance: the parent forbids everything, or what is below does.
			for _, path := range []string{"/p", "/p/c/d"} {
				b.must("A", &zk.SetACLRequest{Path: path, ACL: []zk.ACL{{Scheme: "world", ID: "anyone"}}, Version: -1})
			}
			b.must("A", &zk.SetACLRequest{Path: c.on, ACL: []zk.ACL{{Perms: perm, Scheme: "world", ID: "anyone"}}, Version: -1})
			want := zk.OK
			if c.need != none && perm&c.need == 0 {
				want = zk.ErrNoAuth
			}
			if _, err := b.ask("A", c.r); err != want {
				t.Errorf("%s with permissions %05b: %v, want %v", c.name, perm, err, want)
			}
		}
	}
}

func TestIdentities(t *testing.T) {
	u, v := Digest("u:p"), Digest("v:q")
	auth := func(s string) zk.Request { return &zk.AuthRequest{Scheme: "digest", Auth: []byte(s)} }
	get := &zk.GetDataRequest{Path: "/x"}
	for _, c := range []struct {
		name string
		acl  zk.ACL
		auth []zk.Request
		ip   string
		want zk.Error
	}{
		{"digest", zk.ACL{Perms: zk.PermAll, Scheme: "digest", ID: u}, []zk.Request{auth("u:p")}, "", zk.OK},
		{"no digest", zk.ACL{Perms: zk.PermAll, Scheme: "digest", ID: u}, nil, "", zk.ErrNoAuth},
		{"another password", zk.ACL{Perms: zk.PermAll, Scheme: "digest", ID: u}, []zk.Request{auth("u:x")}, "", zk.ErrNoAuth},
		{"one of two", zk.ACL{Perms: zk.PermAll, Scheme: "digest", ID: v}, []zk.Request{auth("u:p"), auth("v:q")}, "", zk.OK},
		{"address", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "127.0.0.1"}, nil, "", zk.OK},
		{"another address", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "127.0.0.1"}, nil, "10.1.2.3", zk.ErrNoAuth},
		{"network", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "10.1.0.0/16"}, nil, "10.1.2.3", zk.OK},
		{"another network", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "10.1.0.0/16"}, nil, "10.2.2.3", zk.ErrNoAuth},
		{"any network", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "1.2.3.4/0"}, nil, "10.2.2.3", zk.OK},
		{"an address that is none", zk.ACL{Perms: zk.PermAll, Scheme: "ip", ID: "1.2.3.4/0"}, nil, "::1", zk.ErrNoAuth},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Options{}, "A", "B")
			b.must("A", zk.NewCreate("/x", nil, zk.Persistent, []zk.ACL{c.acl}, 0))
			if c.ip != "" {
				b.core.SetAddress(b.id("B"), c.ip)
			}
			for _, r := range c.auth {
				b.must("B", r)
			}
			b.fails("B", get, c.want)
			// Identities belong to the connection.
			b.renew("B")
			if len(c.auth) > 0 && c.want == zk.OK {
				b.fails("B", get, zk.ErrNoAuth)
			}
		})
	}
}

func TestDigest(t *testing.T) {
	for in, want := range map[string]string{
		"u:p":       "u:Jq7wMyA/w2Vd5WIDAKdu4OIIFEQ=",
		"user:pass": "user:smGaoVKd/cQkjm7b88GyorAUz20=",
		"":          ":2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
	} {
		if got := Digest(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestFixACL(t *testing.T) {
	all := zk.PermAll
	u, v := Digest("u:p"), Digest("v:q")
	ids := []Identity{{"ip", "127.0.0.1"}, {"digest", u}, {"digest", v}}
	for _, c := range []struct {
		name string
		in   []zk.ACL
		want []zk.ACL // nil: not valid
	}{
		{"null", nil, nil},
		{"empty", []zk.ACL{}, nil},
		{"open", zk.OpenACL, zk.OpenACL},
		{"no permissions", []zk.ACL{acl(0, "world", "anyone")}, []zk.ACL{acl(0, "world", "anyone")}},
		{"duplicates", []zk.ACL{acl(all, "world", "anyone"), acl(1, "world", "anyone"), acl(all, "world", "anyone")}, []zk.ACL{acl(all, "world", "anyone"), acl(1, "world", "anyone")}},
		{"somebody of the world", []zk.ACL{acl(all, "world", "me")}, nil},
		{"auth is who I am", []zk.ACL{acl(3, "auth", "")}, []zk.ACL{acl(3, "digest", u), acl(3, "digest", v)}},
		{"auth among others", []zk.ACL{acl(1, "world", "anyone"), acl(3, "auth", "ignored")}, []zk.ACL{acl(1, "world", "anyone"), acl(3, "digest", u), acl(3, "digest", v)}},
		{"unknown scheme", []zk.ACL{acl(all, "kerberos", "x")}, nil},
		{"super", []zk.ACL{acl(all, "super", "")}, nil},
		{"one bad", []zk.ACL{acl(all, "world", "anyone"), acl(all, "digest", "x")}, nil},
		{"digest", []zk.ACL{acl(all, "digest", "u:h")}, []zk.ACL{acl(all, "digest", "u:h")}},
		{"digest without user", []zk.ACL{acl(all, "digest", ":h")}, []zk.ACL{acl(all, "digest", ":h")}},
		{"digest without hash", []zk.ACL{acl(all, "digest", "u:")}, nil},
		{"digest of three", []zk.ACL{acl(all, "digest", "u:h:x")}, nil},
		{"digest with an empty third", []zk.ACL{acl(all, "digest", "u:h:")}, []zk.ACL{acl(all, "digest", "u:h:")}},
		{"empty digest", []zk.ACL{acl(all, "digest", "")}, nil},
		{"address", []zk.ACL{acl(all, "ip", "10.0.0.1")}, []zk.ACL{acl(all, "ip", "10.0.0.1")}},
		{"network", []zk.ACL{acl(all, "ip", "10.0.0.0/8")}, []zk.ACL{acl(all, "ip", "10.0.0.0/8")}},
		{"33 bits", []zk.ACL{acl(all, "ip", "10.0.0.0/33")}, nil},
		{"no bits", []zk.ACL{acl(all, "ip", "10.0.0.0/")}, nil},
		{"three numbers", []zk.ACL{acl(all, "ip", "10.0.0")}, nil},
		{"256", []zk.ACL{acl(all, "ip", "10.0.0.256")}, nil},
		{"IPv6", []zk.ACL{acl(all, "ip", "::1")}, nil},
	} {
		got, ok := fixACL(c.in, ids)
		if ok != (c.want != nil) || ok && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v %v, want %v", c.name, got, ok, c.want)
		}
	}
	if _, ok := fixACL([]zk.ACL{acl(all, "auth", "")}, ids[:1]); ok {
		t.Error("an address is enough for auth")
	}
}

func TestGetACL(t *testing.T) {
	b := newBench(t, Options{}, "A", "B")
	u := Digest("u:p")
	b.must("A", &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")})
	b.must("A", zk.NewCreate("/x", nil, zk.Persistent, []zk.ACL{acl(zk.PermAll, "auth", ""), acl(zk.PermRead, "world", "anyone")}, 0))
	for name, want := range map[string]string{"A": u, "B": "u:x"} { // masked unless ADMIN
		reply := b.must(name, &zk.GetACLRequest{Path: "/x"}).(*zk.ACLReply)
		if !reflect.DeepEqual(reply.ACL, []zk.ACL{acl(zk.PermAll, "digest", want), acl(zk.PermRead, "world", "anyone")}) {
			t.Errorf("%s sees %v", name, reply.ACL)
		}
		if reply.Stat != b.stat("/x") {
			t.Errorf("%+v", reply.Stat)
		}
	}
	if got := b.must("A", &zk.GetACLRequest{Path: "/zookeeper/config"}).(*zk.ACLReply); !reflect.DeepEqual(got.ACL, zk.ReadOnlyACL) {
		t.Errorf("config has %v", got.ACL)
	}
}

func TestWhoAmI(t *testing.T) {
	b := newBench(t, Options{}, "A")
	check := func(want ...zk.ACL) {
		t.Helper()
		if got := b.must("A", &zk.WhoAmIRequest{}).(*zk.WhoAmIReply).IDs; !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	check(zk.ACL{Scheme: "ip", ID: "127.0.0.1"})
	b.must("A", &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")})
	b.must("A", &zk.AuthRequest{Scheme: "digest", Auth: []byte("u:p")}) // the same once more
	b.must("A", &zk.AuthRequest{Scheme: "ip"})
	check(zk.ACL{Scheme: "ip", ID: "127.0.0.1"}, zk.ACL{Scheme: "digest", ID: "u"})
	b.fails("A", &zk.AuthRequest{Scheme: "kerberos"}, zk.ErrAuthFailed)
}

// The end of a session deletes its ephemerals whatever their parents allow.
func TestCleanUpIgnoresACLs(t *testing.T) {
	b := newBench(t, Options{}, "A")
	b.create("A", "/p", zk.Persistent)
	b.create("A", "/p/e", zk.Ephemeral)
	b.must("A", &zk.SetACLRequest{Path: "/p", ACL: []zk.ACL{acl(zk.PermRead, "world", "anyone")}, Version: -1})
	b.fails("A", &zk.DeleteRequest{Path: "/p/e", Version: -1}, zk.ErrNoAuth)
	b.must("A", &zk.CloseRequest{})
	if b.exists("/p/e") {
		t.Error("it is still there")
	}
}
