package scenarios

import (
	"reflect"
	"slices"

	"github.com/expr-lang/expr/ast"
)

// grammar walks an expression, collects its names, and finds what scenarios do not allow.
type grammar struct {
	scope
	names   []string
	missing bool
	flaw    *flaw // the leftmost
}

// leftOut says of what the language lacks how it is called, and of all else "".
func leftOut(n ast.Node) string {
	switch n := n.(type) {
	case *ast.NilNode:
		return "nil"
	case *ast.BytesNode:
		return "bytes"
	case *ast.ChainNode:
		return "an optional member (?.)"
	case *ast.VariableDeclaratorNode:
		return "a variable (let)"
	case *ast.SequenceNode:
		return "a sequence (;)"
	case *ast.MapNode, *ast.PairNode:
		return "a map"
	case *ast.BinaryNode:
		switch n.Operator {
		case "..", "matches", "??":
			return "the operator " + n.Operator
		}
	case *ast.MemberNode:
		if n.Optional {
			return "an optional member (?.)"
		}
	case *ast.CallNode:
		if _, ok := n.Callee.(*ast.IdentifierNode); !ok {
			return "a method"
		}
	}
	return ""
}

// Visit is called for parts before the whole, so a call's name is seen before the call.
func (g *grammar) Visit(at *ast.Node) {
	n := *at
	if what := leftOut(n); what != "" {
		g.wrong(n, what, "names, numbers, texts, operators and functions", "")
		return
	}
	switch n := n.(type) {
	case *ast.IdentifierNode:
		g.name(n)
	case *ast.MemberNode:
		g.member(n)
	case *ast.BuiltinNode:
		if !slices.Contains(functions, n.Name) {
			g.unknown(n, "function ", n.Name, functions)
		}
		for _, argument := range n.Arguments {
			if p, ok := argument.(*ast.PredicateNode); ok && holdsPredicate(p.Node) {
				g.wrong(p, "a predicate in a predicate", "one at a time", "")
			}
		}
	}
}

func holdsPredicate(n ast.Node) bool {
	return ast.Find(n, func(n ast.Node) bool { _, ok := n.(*ast.PredicateNode); return ok }) != nil
}

func (g *grammar) name(n *ast.IdentifierNode) {
	if slices.Contains(functions, n.Value) {
		return
	}
	switch _, ok := g.find(n.Value); {
	case ok:
		if !slices.Contains(g.names, n.Value) {
			g.names = append(g.names, n.Value)
		}
	case g.open || g.scope.missing[n.Value]:
		g.missing = true
	case g.early && slices.Contains(resultNames, n.Value):
		g.wrong(n, "the result "+n.Value+", which is known only after the run", "a parameter: "+either(g.scope.names()), "")
	default:
		g.unknown(n, "name ", n.Value, g.scope.names())
	}
}

// member checks the name of a member, because expr-lang gives zero for a key that a map
// does not have.
func (g *grammar) member(n *ast.MemberNode) {
	of, ok := n.Node.(*ast.IdentifierNode)
	if !ok {
		return
	}
	property, ok := n.Property.(*ast.StringNode)
	if !ok {
		return
	}
	value, _ := g.find(of.Value)
	members := membersOf(value)
	if len(members) > 0 && !slices.Contains(members, property.Value) {
		g.unknown(property, of.Value+".", property.Value, members)
	}
}

// membersOf lists what a value has after the dot.
func membersOf(v any) []string {
	var names []string
	switch t := reflect.TypeOf(v); {
	case t == nil:
	case t.Kind() == reflect.Map:
		for _, k := range reflect.ValueOf(v).MapKeys() {
			names = append(names, k.String())
		}
		slices.Sort(names)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if tag := t.Field(i).Tag.Get("expr"); tag != "" {
				names = append(names, tag)
			}
		}
	}
	return names
}

func (g *grammar) unknown(n ast.Node, what, name string, words []string) {
	g.wrong(n, "unknown "+what+name, either(words), nearest(name, words))
}

func (g *grammar) wrong(n ast.Node, found, expected, suggestion string) {
	if at := n.Location().From; g.flaw == nil || at < g.flaw.at {
		g.flaw = &flaw{at, found, expected, suggestion}
	}
}
