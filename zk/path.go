package zk

import (
	"strings"
	"unicode/utf8"
)

// ValidPath reports whether a znode may have this path: absolute, no empty, "." or
// ".." part, no slash at the end (but for the root itself), valid UTF-8, and none of
// the characters U+0000–001F, U+007F–009F, U+E000–F8FF and U+FFF0 and above. The rule is
// that of org.apache.zookeeper.common.PathUtils, which servers apply to the final
// name of a create. It looks at UTF-16 units, and characters above U+FFFF are two
// surrogates there, which it does not allow.
func ValidPath(path string) bool {
	if plain(path) || path == "/" {
		return true
	}
	if path == "" || path[0] != '/' || path[len(path)-1] == '/' || !utf8.ValidString(path) {
		return false
	}
	for rest := path[1:]; ; {
		part, after, more := strings.Cut(rest, "/")
		if part == "" || part == "." || part == ".." {
			return false
		}
		if !more {
			break
		}
		rest = after
	}
	for _, r := range path {
		switch {
		case r <= 0x1f, r >= 0x7f && r <= 0x9f, r >= 0xe000 && r <= 0xf8ff, r >= 0xfff0:
			return false
		}
	}
	return true
}

// plain reports whether a path is valid at first sight: of printing ASCII characters, and
// no part begins with a dot. Nearly all paths are.
func plain(path string) bool {
	if len(path) < 2 || path[0] != '/' || path[len(path)-1] == '/' {
		return false
	}
	begins := true
	for i := 1; i < len(path); i++ {
		switch b := path[i]; {
		case b < ' ' || b > '~' || begins && (b == '.' || b == '/'):
			return false
		default:
			begins = b == '/'
		}
	}
	return true
}

// Parent gives the path above, and "/" for what is directly below the root.
func Parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "/"
}

// Base gives the last part of a path: the znode's name.
func Base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Join puts a name below a path.
func Join(path, name string) string {
	if path == "/" {
		return path + name
	}
	return path + "/" + name
}
