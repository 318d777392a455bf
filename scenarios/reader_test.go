package scenarios

import (
	"strings"
	"testing"
)

// TestPlaces holds that an error points at the right character, however the text around it
// is written.
func TestPlaces(t *testing.T) {
	for name, c := range map[string]struct{ steps, want string }{
		"plain":          {"  - say: an {{x}}\n", "10:15: unknown name x"},
		"in quotes":      {"  - say: \"an {{  x  }}\"\n", "10:18: unknown name x"},
		"after a letter": {"  - say: x or {{n+x}}\n", "10:19: unknown name x"},
		"second":         {"  - say: '{{n}} {{x}}'\n", "10:19: unknown name x"},
		"wide letters":   {"  - say: 锁 é {{x}}\n", "10:16: unknown name x"},
		"literal block":  {"  - say: |\n      {{n}}\n\n      and {{x}}\n", "13:13: unknown name x"},
		"folded block":   {"  - say: >\n      {{n}}\n      and {{x}}\n", "12:13: unknown name x"},
		"braces first":   {"  - say: {{n}}\n", "10:11: could not find flow map content"},
		"plain lines":    {"  - say: one\n      {{x}} two\n", "11:9: unknown name x"},
		"escaped":        {"  - wait: \"= \\x6e + x\"\n", "10:11: unknown name x"},
		"broken in two":  {"  - wait: = n +\n      x\n  - wait: = n + x\n", "10:11: unknown name x"},
		"expression":     {"  - wait: =   n + x\n", "10:19: unknown name x"},
		"quoted":         {"  - wait: '= n + x'\n", "10:18: unknown name x"},
		"key":            {"  - {say: a, 'start': A}\n", "10:14: a second action, start"},
	} {
		src := plain("params: {n: 1}\n", c.steps)
		for ending, src := range map[string]string{"LF": src, "CRLF": strings.ReplaceAll(src, "\n", "\r\n"), "BOM": "\ufeff" + src} {
			_, err := Parse("f", []byte(src))
			if err == nil || !strings.HasPrefix(err.Error(), "f:"+c.want) {
				t.Errorf("%s with %s: got %v, want %s", name, ending, err, c.want)
			}
		}
	}
}

// TestScalars holds that a value means what it says, and nothing that YAML knows besides.
func TestScalars(t *testing.T) {
	for text, want := range map[string]string{
		"5": "a whole number", "-5": "a whole number", "+5": "a whole number", "007": "a whole number",
		"true": "true or false", "false": "true or false",
		"6s": "a duration such as 6s or 50ms", "1m30s": "a duration such as 6s or 50ms",
		`"5"`: "a text", "'true'": "a text", "yes": "a text", "no": "a text", "True": "a text", "0x10": "a text",
		"1e3": "", "1.5": "", ".inf": "a text", "null": "", "~": "", "": "", "1_000": "", "[1]": "", "2026-01-02": "a text",
	} {
		s, err := Parse("f", []byte(plain("params:\n  p: "+text+"\n", "")))
		switch {
		case err != nil && want != "":
			t.Errorf("%s: %v", text, err)
		case err == nil && s.Params[0].Type.String() != want:
			t.Errorf("%s: got %v, want %s", text, s.Params[0].Type, want)
		}
	}
}
