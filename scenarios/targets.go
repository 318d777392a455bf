package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// names reads one name or a list of names.
func (b *binder) names(n *node) []string {
	if n.kind == sequence {
		var names []string
		for _, item := range b.list(n, "processes") {
			if word, ok := b.word(item); ok {
				names = append(names, word)
			}
		}
		return names
	}
	v, described, ok := b.value(n, "a process or a list of processes")
	if !ok {
		return nil
	}
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var names []string
		for _, item := range v {
			word, ok := item.(string)
			if !ok {
				break
			}
			names = append(names, word)
		}
		if len(names) == len(v) && len(v) > 0 {
			return names
		}
	}
	b.wrong(n, described, "a process or a list of processes")
	return nil
}

// targets reads the processes that a step is about.
func (b *binder) targets(n *node, words ...string) []string {
	names := b.names(n)
	for i, word := range names {
		at := n
		if n.kind == sequence && len(names) == len(n.items) {
			at = n.items[i]
		}
		switch {
		case slices.Contains(words, word):
			if len(names) > 1 {
				b.wrong(at, word+" in a list", word+" alone, or a list of processes")
			}
		case slices.Contains(names[:i], word):
			b.unfit(at, "the process "+word+" again", "each once")
		default:
			b.named(at, "process", word, words, b.plan.Processes)
		}
	}
	return names
}

// named checks that there is a node of that name.
func (b *binder) named(n *node, what, word string, words, nodes []string) {
	if b.unnamed || b.untaken || slices.Contains(nodes, word) {
		return
	}
	b.unknown(n, what, word, slices.Concat(words, nodes))
}

// condition reads what to wait for.
func (b *binder) condition(n *node) Condition {
	const shape = `settled, ended, "event 57", or a process and its state, such as "c1 waits"`
	text, ok := b.word(n)
	if !ok {
		return Condition{}
	}
	words := strings.Fields(text)
	switch len(words) {
	case 1:
		if state, ok := findState(words[0], true); ok && state != Happened {
			return Condition{State: state}
		}
		b.wrong(n, n.String(), shape)
		b.errs[len(b.errs)-1].Suggestion = nearest(words[0], stateWords[:Idle])
	case 2:
		if words[0] == Happened.String() {
			return Condition{State: Happened, Event: b.count(n, words[1])}
		}
		b.named(n, "process", words[0], nil, slices.Concat([]string{Somebody, Everybody, Nobody}, b.plan.Processes))
		state, ok := findState(words[1], false)
		if !ok {
			b.unknown(n, "state", words[1], stateWords[Idle:])
		}
		return Condition{Who: words[0], State: state}
	default:
		b.wrong(n, n.String(), shape)
	}
	return Condition{}
}

// count reads how many events there have to be.
func (b *binder) count(n *node, word string) int {
	count, err := strconv.Atoi(word)
	if err != nil || count < 0 || count > mostEvents {
		b.wrong(n, n.String(), fmt.Sprintf("event and a whole number from 0 to %d", mostEvents))
	}
	return count
}
