package scenarios

import (
	"fmt"
	"strings"
)

// mostExpanded bounds the bytes that expressions add to texts.
const mostExpanded = 1 << 20

// text reads a text and puts in what its {{expressions}} give.
func (b *binder) text(n *node) string {
	if n == nil || !b.isText(n) {
		return ""
	}
	var out strings.Builder
	rest := n.text
	for {
		before, after, found := strings.Cut(rest, "{{")
		out.WriteString(before)
		if !found {
			return strings.TrimRight(out.String(), "\n")
		}
		inside, after, found := strings.Cut(after, "}}")
		if !found {
			b.wrongAt(b.source.locate(n, "{{"+strings.SplitN(inside, "\n", 2)[0]), "{{ without an end", "}} after the expression")
			return out.String()
		}
		rest = after
		v, ok := b.eval(inTemplate(n, inside))
		if !ok {
			continue
		}
		put := show(v)
		if b.expanded += len(put); b.expanded > mostExpanded {
			b.unfit(n, fmt.Sprintf("expressions that give more than %d bytes of text", mostExpanded), "less")
			return out.String()
		}
		out.WriteString(put)
	}
}

// inTemplate finds the expression between {{ and }}.
func inTemplate(n *node, inside string) passage {
	text := strings.TrimSpace(inside)
	before, after, _ := strings.Cut(inside, text)
	return passage{n, "{{" + before, text, after + "}}"}
}
