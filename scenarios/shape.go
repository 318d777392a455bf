package scenarios

import (
	"fmt"
	"slices"
	"strings"
)

// wrong reports what is wrong whatever the parameters' values are.
func (b *binder) wrong(n *node, found, expected string) { b.wrongAt(n.pos, found, expected) }

func (b *binder) wrongAt(at Pos, found, expected string) {
	b.errs = append(b.errs, b.source.fault(at, found, expected))
}

// unfit reports what may be right for other values, and need not be right in a branch that
// these do not take.
func (b *binder) unfit(n *node, found, expected string) {
	if !b.untaken {
		b.wrong(n, found, expected)
	}
}

// unknown reports a word that is not one of those there are.
func (b *binder) unknown(n *node, what, word string, words []string) {
	b.wrong(n, fmt.Sprintf("unknown %s %s", what, quote(word)), either(words))
	b.errs[len(b.errs)-1].Suggestion = nearest(word, words)
}

// fields reads a mapping: only known keys, and all that are required. It reports false if
// it is no mapping at all.
func (b *binder) fields(n *node, what string, known []string, required ...string) (map[string]*node, bool) {
	if n.kind != mapping {
		b.wrong(n, n.String(), fmt.Sprintf("%s, with the keys %s", what, either(known)))
		return nil, false
	}
	fields := map[string]*node{}
	var meant []string
	for _, f := range n.fields {
		if !slices.Contains(known, f.key) {
			b.unknown(&node{pos: f.pos}, "key", f.key, known)
			meant = append(meant, nearest(f.key, known))
			continue
		}
		fields[f.key] = f.value
	}
	var absent []string
	for _, key := range required {
		if fields[key] == nil && !slices.Contains(meant, key) {
			absent = append(absent, key)
		}
	}
	if len(absent) > 0 {
		b.wrong(n, fmt.Sprintf("%s without %s", what, either(absent)), strings.Join(absent, ", "))
	}
	return fields, true
}

// list reads a list that has something in it.
func (b *binder) list(n *node, of string) []*node {
	if n.kind != sequence || len(n.items) == 0 {
		found := n.String()
		if n.kind == sequence {
			found = "an empty list"
		}
		b.wrong(n, found, "a list of "+of)
		return nil
	}
	return n.items
}

// isText reports whether a node is a text with something in it, and reports it if not.
func (b *binder) isText(n *node) bool {
	if n.kind != scalar || strings.TrimSpace(n.text) == "" {
		found := n.String()
		if n.kind == mapping {
			found += " (a text that contains a colon and a space goes into quotes)"
		}
		b.wrong(n, found, "a text")
		return false
	}
	return true
}

// line reads a text that stands on one line.
func (b *binder) line(n *node) string {
	if n == nil || !b.isText(n) {
		return ""
	}
	text := strings.TrimSpace(n.text)
	if strings.Contains(text, "\n") {
		b.wrong(n, "several lines", "one line")
	}
	return text
}
