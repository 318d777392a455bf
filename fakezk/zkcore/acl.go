package zkcore

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/zk"
)

// Shared by every znode that has them, so that they cost nothing.
var (
	openACL     = []zk.ACL{{Perms: zk.PermAll, Scheme: "world", ID: "anyone"}}
	readOnlyACL = []zk.ACL{{Perms: zk.PermRead, Scheme: "world", ID: "anyone"}}
)

// permitted reports whether one of the identities, or everybody, has one of the
// permissions (ZooKeeperServer.checkACL).
func permitted(acl []zk.ACL, perm zk.Perm, ids []Identity) bool {
	for i := range acl {
		a := &acl[i]
		if a.Perms&perm == 0 {
			continue
		}
		if a.Scheme == "world" && a.ID == "anyone" {
			return true
		}
		for _, id := range ids {
			if id.Scheme == a.Scheme && matches(id, a.ID) {
				return true
			}
		}
	}
	return len(acl) == 0
}

func matches(id Identity, expression string) bool {
	if id.Scheme == "ip" {
		return matchesNetwork(id.ID, expression)
	}
	return id.ID == expression
}

// fixACL checks a list that a client sends and writes out its relative entries
// (PrepRequestProcessor.fixupACL): no duplicates, "auth" replaced by the client's own
// identities. It reports false for a list that is not valid. The result may share
// memory with the argument.
func fixACL(acl []zk.ACL, ids []Identity) ([]zk.ACL, bool) {
	if len(acl) == 1 && acl[0] == openACL[0] {
		return openACL, true
	}
	var fixed []zk.ACL
	for i, a := range acl {
		if slices.Contains(acl[:i], a) {
			continue
		}
		switch a.Scheme {
		case "auth":
			before := len(fixed)
			for _, id := range ids {
				if id.Scheme == "digest" { // an address authenticates nobody
					fixed = append(fixed, zk.ACL{Perms: a.Perms, Scheme: id.Scheme, ID: id.ID})
				}
			}
			if len(fixed) == before {
				return nil, false
			}
			continue
		case "world":
			if a.ID != "anyone" {
				return nil, false
			}
		case "digest":
			if !validDigest(a.ID) {
				return nil, false
			}
		case "ip":
			if !validNetwork(a.ID) {
				return nil, false
			}
		default:
			return nil, false
		}
		fixed = append(fixed, a)
	}
	return fixed, len(fixed) > 0
}

// validDigest is DigestAuthenticationProvider.isValid: two parts at colons, where Java's
// split leaves out empty parts at the end.
func validDigest(id string) bool {
	return strings.Count(strings.TrimRight(id, ":"), ":") == 1
}

// masked hides the hashes of digest identities from who may not change the list.
func masked(acl []zk.ACL) []zk.ACL {
	acl = slices.Clone(acl)
	for i := range acl {
		if user, _, ok := strings.Cut(acl[i].ID, ":"); ok && acl[i].Scheme == "digest" {
			acl[i].ID = user + ":x"
		}
	}
	return acl
}

// parseNetwork reads "a.b.c.d" or "a.b.c.d/bits".
func parseNetwork(s string) (address uint32, bits int, ok bool) {
	s, suffix, hasBits := strings.Cut(s, "/")
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return 0, 0, false
	}
	for _, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || v < 0 || v > 255 {
			return 0, 0, false
		}
		address = address<<8 | uint32(v)
	}
	if !hasBits {
		return address, 32, true
	}
	bits, err := strconv.Atoi(suffix)
	return address, bits, err == nil && bits >= 0 && bits <= 32
}

func validNetwork(s string) bool {
	_, _, ok := parseNetwork(s)
	return ok
}

func matchesNetwork(address, network string) bool {
	want, bits, ok := parseNetwork(network)
	if !ok {
		return false
	}
	have, _, ok := parseNetwork(address)
	return ok && (want^have)>>(32-bits) == 0
}
