package realzk

import (
	"strings"

	"lockstep/zk"
)

// chroot is the znode below which a world lives. Processes see paths without it.
type chroot string

// in gives the path on the servers of what a process calls path.
func (c chroot) in(path string) string {
	if path == "/" {
		return string(c)
	}
	return string(c) + path
}

// out gives what a process calls a path on the servers.
func (c chroot) out(path string) string {
	rest, below := strings.CutPrefix(path, string(c))
	switch {
	case below && rest == "":
		return "/"
	case below && rest[0] == '/':
		return rest
	}
	return path
}

func (c chroot) each(paths []string) {
	for i := range paths {
		paths[i] = c.out(paths[i])
	}
}

// request makes the paths of a decoded request those of the process.
func (c chroot) request(r zk.Request) {
	if path := zk.PathOf(r); path != nil {
		*path = c.out(*path)
	}
	switch r := r.(type) {
	case *zk.MultiRequest:
		for _, op := range r.Ops {
			c.request(op)
		}
	case *zk.SetWatchesRequest:
		c.each(r.Data)
		c.each(r.Exist)
		c.each(r.Child)
	}
}

// reply makes the paths of a decoded reply those of the process.
func (c chroot) reply(r zk.Reply) {
	switch r := r.(type) {
	case *zk.CreateReply:
		r.Path = c.out(r.Path)
	case *zk.SyncReply:
		r.Path = c.out(r.Path)
	case *zk.MultiReply:
		for i := range r.Results {
			c.reply(r.Results[i].Reply)
		}
	}
}
