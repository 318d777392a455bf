package scenarios

import (
	"fmt"
	"reflect"
	"strings"
)

// Words are the answer to a question as a person would write it: "" if it is nobody, or not known.
func (a Asked) Words() string {
	v := reflect.ValueOf(a.Answer)
	switch {
	case a.Answer == nil:
		return ""
	case v.Kind() != reflect.Slice:
		return fmt.Sprint(a.Answer)
	}
	words := make([]string, v.Len())
	for i := range words {
		words[i] = fmt.Sprint(v.Index(i).Interface())
	}
	return strings.Join(words, ", ")
}

// Right judges somebody's answer as a teacher would: case, commas and spaces do not matter.
func (a Asked) Right(answer string) bool { return bare(answer) == bare(a.Words()) }

func bare(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" ,;[]", r) }), " ")
}
