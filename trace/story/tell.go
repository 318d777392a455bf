package story

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"lockstep/trace"
)

// Write tells a whole trace, one line an event. paint may give a line a colour; nil leaves
// plain text.
func Write(w io.Writer, t *trace.Trace, teller Teller, paint func(Sort, string) string) error {
	b := bufio.NewWriter(w)
	width := Width(t)
	c := t.Cursor()
	for {
		e, ok := c.Next()
		if !ok {
			return b.Flush()
		}
		l, ok := teller.Tell(c, e)
		if !ok {
			continue
		}
		text := l.Format(width)
		if paint != nil {
			text = paint(l.Sort, text)
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
}

// Requests says how many requests there were, by kind: "48 requests: 10 create, 19 get
// children, 9 exists, 10 delete".
func Requests(requests, failed map[string]int) string {
	var kinds []string
	for kind, n := range requests {
		if n > 0 && kind != "total" {
			kinds = append(kinds, kind)
		}
	}
	slices.SortFunc(kinds, func(a, b string) int {
		if requests[a] != requests[b] {
			return requests[b] - requests[a]
		}
		return strings.Compare(a, b)
	})
	for i, kind := range kinds {
		text := fmt.Sprintf("%d %s", requests[kind], strings.ReplaceAll(kind, "_", " "))
		if f := failed[kind]; f > 0 {
			text += fmt.Sprintf(" (%d fail)", f)
		}
		kinds[i] = text
	}
	total := fmt.Sprintf("%d requests", requests["total"])
	if requests["total"] == 1 {
		total = "1 request"
	}
	if len(kinds) == 0 {
		return total
	}
	return total + ": " + strings.Join(kinds, ", ")
}

// List joins names: "c2, c3 and c4", or the first few of many.
func List(names []string) string {
	const most = 8
	switch n := len(names); {
	case n == 0:
		return "nobody"
	case n == 1:
		return names[0]
	case n > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n-most)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
