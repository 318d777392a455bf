package trace

import "strings"

// Base is the last part of a path; of the root, the root.
func Base(path string) string {
	if path == "/" {
		return path
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Parent is the path that a path lies directly below; of the root, the root.
func Parent(path string) string {
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "/"
}
