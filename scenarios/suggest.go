package scenarios

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// nearest finds the word that was probably meant, or "" if none is near: more than half of
// a short word must be right, and two thirds of a long one. Among equally near ones it is
// the first.
func nearest(word string, words []string) string {
	length := utf8.RuneCountInString(word)
	best, found := min((length+1)/2, 1+max(1, length/3)), ""
	for _, w := range words {
		if d := distance(strings.ToLower(word), strings.ToLower(w)); d < best {
			best, found = d, w
		}
	}
	return found
}

// longestWord is the longest that is compared, which bounds the work.
const longestWord = 40

// distance is how many letters must be put in, left out, replaced or swapped with their
// neighbour to make one word of the other.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if len(s) > longestWord || len(t) > longestWord {
		return longestWord
	}
	// Three rows of the table are enough: a swap looks two back.
	var before, last []int
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(s); i++ {
		before, last, row = last, row, make([]int, len(t)+1)
		row[0] = i
		for j := 1; j <= len(t); j++ {
			replaced := last[j-1]
			if s[i-1] != t[j-1] {
				replaced++
			}
			row[j] = min(last[j]+1, row[j-1]+1, replaced)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(t)]
}

// either lists words for an error: "a, b or c".
func either(words []string) string {
	const most = 24
	switch n := len(words); {
	case n == 0:
		return "nothing"
	case n == 1:
		return words[0]
	case n > most:
		return strings.Join(words[:most], ", ") + ", …"
	default:
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
