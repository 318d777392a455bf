package fakezk

import (
	"slices"
	"strings"

	"lockstep/sim"
)

// watchTable is a client library's own list of the watches of one kind: which sources wait
// for which path, in the order of the paths, and of registration where a path has several.
type watchTable []armed

type armed struct {
	path   string
	source uint32
}

// find gives where the watches of a path begin, or would.
func (t watchTable) find(path string) int {
	i, _ := slices.BinarySearchFunc(t, path, func(a armed, path string) int { return strings.Compare(a.path, path) })
	return i
}

func (t *watchTable) add(path string, source uint32) {
	i := t.find(path)
	for i < len(*t) && (*t)[i].path == path {
		i++
	}
	*t = slices.Insert(*t, i, armed{path, source})
}

// fire fires the watches of a path, which are then gone.
func (t *watchTable) fire(p *sim.Proc, path string, seen *eventAnswer) {
	from := t.find(path)
	to := from
	for to < len(*t) && (*t)[to].path == path {
		p.FireSource((*t)[to].source, seen)
		to++
	}
	*t = slices.Delete(*t, from, to)
}

// remove drops the watches of a path without firing them.
func (t *watchTable) remove(path string) {
	*t = slices.DeleteFunc(*t, func(a armed) bool { return a.path == path })
}

// paths lists each path once.
func (t watchTable) paths() []string {
	paths := make([]string, 0, len(t))
	for i, a := range t {
		if i == 0 || a.path != t[i-1].path {
			paths = append(paths, a.path)
		}
	}
	return paths
}

func (t watchTable) clone() watchTable { return slices.Clone(t) }
