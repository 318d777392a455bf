package scenarios

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits on a file. The YAML parser is recursive, and takes time that grows with the square
// of a list's length, so depth and size are bounded before it runs.
const (
	mostBytes  = 1 << 20
	mostTokens = 40_000
	mostDepth  = 32
)

// source is the text of a file, for errors to show.
type source struct {
	file  string
	lines []string
}

// fault makes an error at a place.
func (s *source) fault(at Pos, found, expected string) *Error {
	e := &Error{File: s.file, Line: max(at.Line, 1), Column: max(at.Column, 1), Found: found, Expected: expected}
	if e.Line <= len(s.lines) {
		e.Source = s.lines[e.Line-1]
	}
	return e
}

// nodeKind is what a node is.
type nodeKind uint8

const (
	nothing nodeKind = iota // an empty value, or null
	scalar
	sequence
	mapping
)

var kindWords = [...]string{"nothing", "a value", "a list", "a mapping"}

// node is a piece of YAML and where it stands. Scalars keep their text: what it means
// depends on what is expected there, so `yes`, `0x10` and `1e3` are never a surprise.
type node struct {
	kind   nodeKind
	pos    Pos
	text   string // of a scalar
	quoted bool   // a scalar in quotes, or a block of text
	items  []*node
	fields []field
}

// field is an entry of a mapping.
type field struct {
	pos   Pos
	key   string
	value *node
}

// String describes a node for an error.
func (n *node) String() string {
	if n.kind == scalar {
		return quote(n.text)
	}
	return kindWords[n.kind]
}

// quote shows a text in an error, shortened if it is long.
func quote(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// read turns the text of a file into nodes. Of YAML it takes the plain part: mappings,
// lists and scalars. What makes one place of a file mean another (anchors, aliases, merge
// keys) or a value mean something else than it says (tags) is refused, and so is what
// editors show in different ways (tabs).
func read(file string, src []byte) (*source, *node, []*Error) {
	s := &source{file: file}
	if len(src) > mostBytes {
		return s, nil, []*Error{s.fault(Pos{1, 1}, fmt.Sprintf("a file of more than %d bytes", mostBytes), "a smaller one")}
	}
	text := strings.TrimPrefix(strings.ReplaceAll(string(src), "\r\n", "\n"), "\ufeff")
	s.lines = strings.Split(text, "\n")
	if e := s.checkCharacters(); e != nil {
		return s, nil, []*Error{e}
	}
	var tokens token.Tokens
	if !calm(func() { tokens = lexer.Tokenize(text) }) {
		return s, nil, []*Error{s.notYAML()}
	}
	if e := s.checkTokens(tokens); e != nil {
		return s, nil, []*Error{e}
	}
	body, e := s.parse(tokens)
	if e != nil {
		return s, nil, []*Error{e}
	}
	c := converter{source: s}
	root := c.convert(body, 0)
	return s, root, c.errs
}

func (s *source) checkCharacters() *Error {
	for i, line := range s.lines {
		column := 0
		for _, r := range line {
			column++
			at := Pos{i + 1, column}
			switch {
			case r == '\t':
				return s.fault(at, "a tab", "spaces")
			case r == utf8.RuneError:
				return s.fault(at, "bytes that are not UTF-8", "text in UTF-8")
			case unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff':
				return s.fault(at, fmt.Sprintf("the control character %U", r), "printable text")
			}
		}
	}
	return nil
}

// refused says of YAML's features that a scenario does without what they are called, and
// what to write instead.
var refused = map[token.Type][2]string{
	token.AnchorType:      {"a YAML anchor (&)", "a value; put a text that begins with & into quotes"},
	token.AliasType:       {"a YAML alias (*)", "a value; put a text that begins with * into quotes"},
	token.TagType:         {"a YAML tag (!)", "a value; put a text that begins with ! into quotes"},
	token.MergeKeyType:    {"a YAML merge key (<<)", "keys written out"},
	token.DirectiveType:   {"a YAML directive (%)", "a value; put a text that begins with % into quotes"},
	token.MappingKeyType:  {"a YAML complex key (?)", "a key followed by a colon"},
	token.DocumentEndType: {"an end of document (...)", "one document, which ends with the file"},
}

// checkTokens refuses what a scenario does without, and what could hurt the parser.
// Depth in block style needs no more care: it grows by a line that is indented further.
func (s *source) checkTokens(tokens token.Tokens) *Error {
	flow, dashes, line := 0, 0, 0
	for i, t := range tokens {
		at := position(t)
		if i == mostTokens {
			return s.fault(at, fmt.Sprintf("more than %d values, keys and signs", mostTokens), "fewer")
		}
		if r, ok := refused[t.Type]; ok {
			return s.fault(at, r[0], r[1])
		}
		if t.Position.Line != line {
			line, dashes = t.Position.Line, 0
		}
		switch t.Type {
		case token.DocumentHeaderType:
			if i > 0 && tokens[i-1].Type != token.CommentType {
				return s.fault(at, "a second YAML document (---)", "one document in the file")
			}
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType:
			dashes++
		}
		if flow+dashes > mostDepth {
			return s.fault(at, fmt.Sprintf("lists and mappings nested more than %d deep", mostDepth), "fewer")
		}
	}
	return nil
}

// calm runs a part of the YAML library. It reports false if that panics: then broken input
// has found a fault in it, which is a syntax error and no more.
func calm(part func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	part()
	return true
}

// parse runs the YAML parser.
func (s *source) parse(tokens token.Tokens) (ast.Node, *Error) {
	var file *ast.File
	var err error
	// Repeated keys are found in the conversion: each of them, with a clearer message.
	if !calm(func() { file, err = parser.Parse(tokens, 0, parser.AllowDuplicateMapKey()) }) {
		return nil, s.notYAML()
	}
	if err != nil {
		return nil, s.syntax(err)
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil, s.fault(Pos{1, 1}, "an empty file", mappingWanted)
	}
	return file.Docs[0].Body, nil
}

const mappingWanted = "a mapping that begins with title:"

func (s *source) notYAML() *Error { return s.fault(Pos{1, 1}, "text that is not YAML", mappingWanted) }

func (s *source) syntax(err error) *Error {
	var positioned yaml.Error
	if errors.As(err, &positioned) && positioned.GetToken() != nil {
		return s.fault(position(positioned.GetToken()), positioned.GetMessage(),
			"YAML (a value that contains a colon and a space, or begins with a quote or a bracket, goes into quotes)")
	}
	return s.notYAML()
}

func position(t *token.Token) Pos { return Pos{t.Position.Line, t.Position.Column} }

// converter turns what the YAML parser gives into nodes.
type converter struct {
	*source
	errs []*Error
}

func (c *converter) convert(from ast.Node, depth int) *node {
	n := &node{pos: position(from.GetToken())}
	if depth > mostDepth {
		c.errs = append(c.errs, c.fault(n.pos, fmt.Sprintf("lists and mappings nested more than %d deep", mostDepth), "fewer"))
		return n
	}
	switch from := from.(type) {
	case *ast.NullNode:
	case *ast.MappingNode:
		c.mapping(n, from.Values, depth)
	case *ast.MappingValueNode:
		c.mapping(n, []*ast.MappingValueNode{from}, depth)
	case *ast.SequenceNode:
		n.kind = sequence
		for _, value := range from.Values {
			n.items = append(n.items, c.convert(value, depth+1))
		}
	case *ast.LiteralNode:
		n.kind, n.text, n.quoted = scalar, from.Value.Value, true
	case ast.ScalarNode:
		t := from.GetToken()
		n.kind, n.text = scalar, t.Value
		n.quoted = t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	default:
		c.errs = append(c.errs, c.fault(n.pos, "a YAML "+from.Type().YAMLName(), "a value, a list or a mapping"))
	}
	return n
}

func (c *converter) mapping(n *node, values []*ast.MappingValueNode, depth int) {
	n.kind = mapping
	seen := map[string]Pos{}
	for i, value := range values {
		t := value.Key.GetToken()
		f := field{pos: position(t), key: t.Value}
		if i == 0 && n.pos.compare(f.pos) > 0 {
			n.pos = f.pos // of a block mapping, the parser gives its first colon
		}
		if first, ok := seen[f.key]; ok {
			c.errs = append(c.errs, c.fault(f.pos, "the key "+quote(f.key)+" a second time",
				fmt.Sprintf("it once (see line %d)", first.Line)))
			continue
		}
		seen[f.key] = f.pos
		f.value = c.convert(value.Value, depth+1)
		n.fields = append(n.fields, f)
	}
}

// locate finds where a scalar's fragment stands in the file, which may write the scalar
// over several lines. It gives the scalar's own place for what is not there word for word.
func (s *source) locate(n *node, fragment string) Pos {
	if n.pos.Line > len(s.lines) {
		return n.pos
	}
	line := s.lines[n.pos.Line-1]
	indent := indentation(line)
	from := len(string([]rune(line)[:min(n.pos.Column-1, utf8.RuneCountInString(line))]))
	for i := n.pos.Line; ; from = 0 {
		if at := strings.Index(line[from:], fragment); at >= 0 {
			return Pos{i, 1 + utf8.RuneCountInString(line[:from+at])}
		}
		if i++; i > len(s.lines) {
			return n.pos
		}
		if line = s.lines[i-1]; line != "" && indentation(line) <= indent {
			return n.pos // the scalar has ended
		}
	}
}

// holds reports whether a fragment stands at a place.
func (s *source) holds(at Pos, fragment string) bool {
	if at.Line > len(s.lines) {
		return false
	}
	line := []rune(s.lines[at.Line-1])
	return strings.HasPrefix(string(line[min(at.Column-1, len(line)):]), fragment)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
