package lock

import (
	"embed"
	"slices"

	"lockstep/zk"
)

// Recipe describes a lock for those who choose one by name.
type Recipe struct {
	Name    string
	Title   string
	Limit   int // how many may hold at once
	New     func(env Env, c zk.Client, dir string) Lock
	Because string                         // why a process holds when its acquire returns
	File    string                         // the source, in Sources
	Holding func(children []string) string // the child whose owner holds by the server's state, "" for none
}

const (
	created = "it created the znode"
	lowest  = "its number is the lowest"
	woken   = "it was the first, or its watch fired"
)

// Recipes are all of them, in the order in which they are taught.
var Recipes = []Recipe{
	{"persistent", "one persistent znode", 1, NewPersistent, created, "persistent.go", theHolder},
	{"herd", "one ephemeral znode, watched by all", 1, NewHerd, created, "herd.go", theHolder},
	{"children", "a queue in which all watch the list", 1, NewChildren, lowest, "children.go", theLowest},
	{"queue", "a queue in which each watches the one before", 1, NewQueue, lowest, "queue.go", theLowest},
	{"queue-unchecked", "a queue that takes its wake-up for its turn", 1, NewUncheckedQueue, woken, "unchecked.go", theLowest},
}

// Find gives the recipe of that name.
func Find(name string) (Recipe, bool) {
	i := slices.IndexFunc(Recipes, func(r Recipe) bool { return r.Name == name })
	if i < 0 {
		return Recipe{}, false
	}
	return Recipes[i], true
}

// Sources are the recipes as source code, with what they have in common, for reading beside a run.
//
//go:embed persistent.go herd.go children.go queue.go unchecked.go contender.go lock.go
var Sources embed.FS

func theHolder(children []string) string {
	if slices.Contains(children, "holder") {
		return "holder"
	}
	return ""
}

func theLowest(children []string) string {
	lowest := ""
	for _, name := range children {
		if isContender(name) && (lowest == "" || name < lowest) {
			lowest = name
		}
	}
	return lowest
}
