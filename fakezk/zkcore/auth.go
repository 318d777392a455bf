package zkcore

import (
	"crypto/sha1"
	"encoding/base64"
	"slices"
	"strings"

	"lockstep/zk"
)

// Identity is who a connection speaks for (org.apache.zookeeper.data.Id): its address,
// scheme "ip", and what it has authenticated as, scheme "digest".
type Identity struct{ Scheme, ID string }

// localIdentity is what a connection has whose address nobody has told.
var localIdentity = []Identity{{"ip", "127.0.0.1"}}

// SetAddress tells the IPv4 address that a session is connected from, which ACLs of scheme
// "ip" and whoAmI go by. Until the next Connect of the session.
func (c *Core) SetAddress(session int64, ip string) {
	if pos := c.sessions.find(session); pos != none {
		c.sessions.all[pos].ids = []Identity{{"ip", ip}}
	}
}

// authenticate adds an identity to a connection. On an error the connection is closed.
func (c *Core) authenticate(s *session, r *zk.AuthRequest) zk.Error {
	switch r.Scheme {
	case "ip": // the address is an identity anyway
	case "digest":
		if r.Auth == nil {
			return zk.ErrAuthFailed
		}
		s.ids = withIdentity(s.ids, Identity{"digest", Digest(string(r.Auth))})
	default:
		return zk.ErrAuthFailed
	}
	return zk.OK
}

// Digest gives the id that an ACL of scheme "digest" has for "user:password".
func Digest(userPassword string) string {
	user, _, _ := strings.Cut(userPassword, ":")
	sum := sha1.Sum([]byte(userPassword))
	return user + ":" + base64.StdEncoding.EncodeToString(sum[:])
}

// withIdentity gives a new list, in the order that a server tells them: that of a Java
// ConcurrentHashMap. (Its order within a bucket once it has grown, at twelve identities,
// is not followed.)
func withIdentity(ids []Identity, id Identity) []Identity {
	if slices.Contains(ids, id) {
		return ids
	}
	ids = append(slices.Clip(ids), id)
	table := uint32(16)
	for 4*len(ids) >= 3*int(table) {
		table *= 2
	}
	slices.SortStableFunc(ids, func(a, b Identity) int {
		return int(a.hash()&(table-1)) - int(b.hash()&(table-1))
	})
	return ids
}

// hash is the spread hashCode of Id, a record that Jute generates.
func (id Identity) hash() uint32 {
	return spread(37*(37*17+javaHash(id.Scheme)) + javaHash(id.ID))
}

// whoAmI names the user of each identity, without hashes.
func whoAmI(ids []Identity) *zk.WhoAmIReply {
	reply := &zk.WhoAmIReply{IDs: make([]zk.ACL, len(ids))}
	for i, id := range ids {
		user := id.ID
		if id.Scheme == "digest" {
			user, _, _ = strings.Cut(user, ":")
		}
		reply.IDs[i] = zk.ACL{Scheme: id.Scheme, ID: user}
	}
	return reply
}
