package zkcore

import (
	"strings"

	"lockstep/zk"
)

// validPath is the rule of PathUtils.validatePath. Java looks at UTF-16 units, and the two
// surrogates of a character beyond U+FFFF are among those it does not allow.
func validPath(path string) bool {
	return zk.ValidPath(path) && strings.IndexFunc(path, func(r rune) bool { return r > 0xffff }) < 0
}
