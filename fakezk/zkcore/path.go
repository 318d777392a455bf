package zkcore

import (
	"strings"

	"lockstep/zk"
)

// validPath is the rule of PathUtils.validatePath. Java looks at UTF-16 units, and the two
// surrogates of a character beyond U+FFFF are among those it does not allow.
func validPath(path string) bool {
	return plainPath(path) ||
		zk.ValidPath(path) && strings.IndexFunc(path, func(r rune) bool { return r > 0xffff }) < 0
}

// plainPath reports whether a path is valid at first sight: of printing ASCII characters, and
// no part begins with a dot. Nearly all paths are.
func plainPath(path string) bool {
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
