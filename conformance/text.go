package conformance

import (
	"fmt"
	"strings"

	"lockstep/zk"
)

func requestsText(requests []request) string {
	lines := make([]string, len(requests))
	for i, r := range requests {
		lines[i] = r.String()
	}
	return strings.Join(lines, "\n")
}

func requestText(r zk.Request) string {
	name := r.Op().String()
	switch r := r.(type) {
	case *zk.CreateRequest:
		text := fmt.Sprintf("%s %s %v %s", name, quoted(r.Path), modeText(r.Mode), dataText(r.Data))
		if r.Code == zk.OpCreateTTL {
			text += fmt.Sprintf(" TTL %d", r.TTL)
		}
		return text + withACL(r.ACL)
	case *zk.SetDataRequest:
		return fmt.Sprintf("%s %s %s version %d", name, quoted(r.Path), dataText(r.Data), r.Version)
	case *zk.SetACLRequest:
		return fmt.Sprintf("%s %s %s version %d", name, quoted(r.Path), aclText(r.ACL), r.Version)
	case *zk.DeleteRequest:
		return fmt.Sprintf("%s %s version %d", name, quoted(r.Path), r.Version)
	case *zk.CheckRequest:
		return fmt.Sprintf("%s %s version %d", name, quoted(r.Path), r.Version)
	case *zk.ExistsRequest:
		return name + " " + quoted(r.Path) + watched(r.Watch)
	case *zk.GetDataRequest:
		return name + " " + quoted(r.Path) + watched(r.Watch)
	case *zk.GetChildrenRequest:
		return name + " " + quoted(r.Path) + watched(r.Watch)
	case *zk.MultiRequest:
		return name + opsText(r.Ops)
	case *zk.MultiReadRequest:
		return name + opsText(r.Ops)
	case *zk.AuthRequest:
		return fmt.Sprintf("%s %s %q", name, r.Scheme, r.Auth)
	case *zk.UnknownRequest:
		return fmt.Sprintf("%s %x", name, r.Body)
	case *zk.SetWatchesRequest:
		text := fmt.Sprintf("%s since %d", name, r.RelativeZxid)
		for _, l := range []struct {
			name  string
			paths []string
		}{{"data", r.Data}, {"exist", r.Exist}, {"child", r.Child}, {"persistent", r.Persistent}, {"recursive", r.Recursed}} {
			if len(l.paths) > 0 {
				text += fmt.Sprintf(" %s %q", l.name, l.paths)
			}
		}
		return text
	}
	return strings.TrimSpace(name + " " + strings.Trim(fmt.Sprintf("%+v", r), "&{}"))
}

func opsText(ops []zk.Request) string {
	text := ""
	for _, op := range ops {
		text += "\n  " + requestText(op)
	}
	return text
}

// quoted shows a path that cannot be mistaken as it is.
func quoted(path string) string {
	if path == "" || strings.ContainsFunc(path, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return fmt.Sprintf("%q", path)
	}
	return path
}

func modeText(m zk.Mode) string {
	if !m.Valid() {
		return fmt.Sprintf("mode %d", m)
	}
	return m.String()
}

func withACL(acl []zk.ACL) string {
	if len(acl) == 1 && acl[0] == zk.OpenACL[0] {
		return ""
	}
	return " ACL " + aclText(acl)
}

func watched(watch bool) string {
	if watch {
		return " watch"
	}
	return ""
}

func replyText(r zk.Reply) string {
	switch r := r.(type) {
	case nil:
		return ""
	case *zk.CreateReply:
		if r.HasStat {
			return r.Path + " " + statText(&r.Stat)
		}
		return r.Path
	case *zk.StatReply:
		return statText(&r.Stat)
	case *zk.DataReply:
		return dataText(r.Data) + " " + statText(&r.Stat)
	case *zk.ChildrenReply:
		text := "[" + strings.Join(r.Children, " ") + "]"
		if r.HasStat {
			text += " " + statText(&r.Stat)
		}
		return text
	case *zk.ACLReply:
		return aclText(r.ACL) + " " + statText(&r.Stat)
	case *zk.MultiReply:
		var b strings.Builder
		for _, result := range r.Results {
			fmt.Fprintf(&b, "\n  %v", result.Op)
			if result.Op == zk.OpError {
				fmt.Fprintf(&b, " %v", result.Err)
			} else if result.Reply != nil {
				b.WriteString(" " + replyText(result.Reply))
			}
		}
		return fmt.Sprintf("%d results%s", len(r.Results), b.String())
	}
	return strings.TrimPrefix(fmt.Sprintf("%+v", r), "&")
}

// statText leaves out what is 0, and the times.
func statText(s *zk.Stat) string {
	text := fmt.Sprintf("c%d m%d p%d", s.Czxid, s.Mzxid, s.Pzxid)
	for _, f := range []struct {
		name  string
		value int64
	}{{"v", int64(s.Version)}, {"cv", int64(s.Cversion)}, {"av", int64(s.Aversion)}, {"owner", s.EphemeralOwner},
		{"len", int64(s.DataLength)}, {"n", int64(s.NumChildren)}} {
		if f.value != 0 {
			text += fmt.Sprintf(" %s%d", f.name, f.value)
		}
	}
	return text
}

func dataText(data []byte) string {
	if data == nil {
		return "null"
	}
	return fmt.Sprintf("%q", data)
}

func aclText(acl []zk.ACL) string {
	if acl == nil {
		return "null"
	}
	entries := make([]string, len(acl))
	for i, a := range acl {
		entries[i] = fmt.Sprintf("%d:%s:%s", a.Perms, a.Scheme, a.ID)
	}
	return "[" + strings.Join(entries, " ") + "]"
}
