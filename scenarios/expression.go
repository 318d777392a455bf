package scenarios

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/checker"
	"github.com/expr-lang/expr/compiler"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// Expressions are a small part of expr-lang: names, numbers, texts, lists, operators, and
// the functions below. Everything that could take long, take memory or depend on the day is
// left out: variables, ranges, patterns, maps, reductions, predicates in predicates. What is
// left takes time that grows at worst with the product of an expression's length and of the
// lists it looks at.

// longestExpression bounds an expression, and with it the depth of its parts.
const longestExpression = 500

// functions are those of expr-lang that scenarios may call, by what they do.
var functions = []string{
	"abs", "ceil", "floor", "round", "int", "float", "max", "min", "sum", // of numbers
	"len", "first", "last", "all", "any", "none", "one", "count", "filter", "map", // of lists
	"string", "duration", "ms", // between kinds of values; ms is our own
}

// durationOperators give durations what expr-lang lacks: division, and products that stay durations.
var durationOperators = []expr.Option{
	expr.Function("ms", func(args ...any) (any, error) {
		return int(args[0].(time.Duration) / time.Millisecond), nil
	}, new(func(time.Duration) int)),
	expr.Function("duration by number", func(args ...any) (any, error) {
		return scaled(args[0].(time.Duration), func(d float64) float64 { return d / number(args[1]) })
	}, new(func(time.Duration, int) time.Duration), new(func(time.Duration, float64) time.Duration)),
	expr.Function("duration by duration", func(args ...any) (any, error) {
		return float64(args[0].(time.Duration)) / float64(args[1].(time.Duration)), nil
	}, new(func(time.Duration, time.Duration) float64)),
	expr.Function("duration times number", func(args ...any) (any, error) {
		return scaled(args[0].(time.Duration), func(d float64) float64 { return d * number(args[1]) })
	}, new(func(time.Duration, int) time.Duration), new(func(time.Duration, float64) time.Duration)),
	expr.Function("number times duration", func(args ...any) (any, error) {
		return scaled(args[1].(time.Duration), func(d float64) float64 { return d * number(args[0]) })
	}, new(func(int, time.Duration) time.Duration), new(func(float64, time.Duration) time.Duration)),
	expr.Function("duration times duration", func(...any) (any, error) {
		return nil, errors.New("a duration times a duration is not a duration")
	}, new(func(time.Duration, time.Duration) time.Duration)),
	expr.Operator("/", "duration by number", "duration by duration"),
	expr.Operator("*", "duration times number", "number times duration", "duration times duration"),
}

func number(v any) float64 {
	if i, ok := v.(int); ok {
		return float64(i)
	}
	return v.(float64)
}

// longestDuration is the longest that anything in a scenario may last.
const longestDuration = 1000 * time.Hour

// scaled computes with a duration, of which a double holds every one up to longestDuration
// exactly.
func scaled(d time.Duration, by func(float64) float64) (any, error) {
	result := by(float64(d))
	if !(result >= -float64(longestDuration) && result <= float64(longestDuration)) {
		return nil, fmt.Errorf("a duration longer than %v", longestDuration)
	}
	return time.Duration(result), nil
}

// scope is what an expression may name, each with a value or a sample that shows its type.
type scope struct {
	values map[string]any
	also   map[string]any // more of them
	// early: the run has not been, so its results are no unknown names, but have no value yet.
	early bool
	// missing are names that an earlier error left without a value. Nothing is said about
	// an expression that uses one: the error that counts has been reported.
	missing map[string]bool
	// open: it is not known which names there are, so nothing is said about unknown ones.
	open bool
}

// find gives a name's value.
func (s scope) find(name string) (any, bool) {
	if v, ok := s.values[name]; ok {
		return v, true
	}
	v, ok := s.also[name]
	return v, ok
}

// names lists what an expression may name.
func (s scope) names() []string { return append(sortedKeys(s.values), sortedKeys(s.also)...) }

// flaw is what is wrong with an expression.
type flaw struct {
	at         int // in characters
	found      string
	expected   string
	suggestion string
}

// errMissing says that an expression cannot be judged because of an earlier error.
var errMissing = &flaw{}

// formula is an expression that is ready to be evaluated.
type formula struct {
	program *vm.Program
	left    *vm.Program  // the left side of a comparison, nil for anything else
	result  reflect.Type // what it gives
	names   []string     // what must have a value
}

// formulaOf checks an expression against a scope and compiles it. Its names are resolved
// before its types are checked, because a misspelt name deserves a better error than
// expr-lang's.
func formulaOf(text string, in scope) (*formula, *flaw) {
	switch length := len([]rune(text)); {
	case strings.TrimSpace(text) == "":
		return nil, &flaw{0, "no expression", "one, such as n + 1", ""}
	case length > longestExpression:
		return nil, &flaw{0, fmt.Sprintf("an expression of %d characters", length), fmt.Sprintf("at most %d", longestExpression), ""}
	}
	tree, err := parser.Parse(text)
	if err != nil {
		f := flawOf(err, "an expression")
		if f.found == tooShort {
			f.at = len([]rune(text)) // expr-lang says where its last word begins
		}
		return nil, f
	}
	g := grammar{scope: in}
	ast.Walk(&tree.Node, &g)
	switch {
	case g.missing:
		return nil, errMissing
	case g.flaw != nil:
		return nil, g.flaw
	}
	env := map[string]any{}
	for _, name := range g.names {
		env[name], _ = in.find(name)
	}
	config := conf.CreateNew()
	for _, option := range append(durationOperators, expr.Env(env)) {
		option(config)
	}
	f := &formula{names: g.names}
	if f.result, err = new(checker.Checker).PatchAndCheck(tree, config); err != nil {
		return nil, flawOf(err, "kinds of values that go together")
	}
	if f.program, err = compiler.Compile(tree, config); err != nil {
		return nil, flawOf(err, "an expression")
	}
	if left := comparedIn(tree.Node); left != nil {
		if f.left, err = compiler.Compile(&parser.Tree{Node: left, Source: tree.Source}, config); err != nil {
			return nil, flawOf(err, "an expression")
		}
	}
	return f, nil
}

var comparisons = []string{"==", "!=", "<", "<=", ">", ">=", "in", "contains", "startsWith", "endsWith"}

// comparedIn gives the left side of a comparison: of "a == b", and of "a not in b".
func comparedIn(root ast.Node) ast.Node {
	if not, ok := root.(*ast.UnaryNode); ok && not.Operator == "not" {
		root = not.Node
	}
	if b, ok := root.(*ast.BinaryNode); ok && slices.Contains(comparisons, b.Operator) {
		return b.Left
	}
	return nil
}

// run evaluates a formula's program with the values of its names: from the environment, or
// else from the parameters.
func (f *formula) run(program *vm.Program, env, params map[string]any) (any, error) {
	values := map[string]any{}
	for _, name := range f.names {
		v, ok := env[name]
		if !ok {
			v, ok = params[name]
		}
		if !ok {
			return nil, fmt.Errorf("%s has no value", name)
		}
		values[name] = v
	}
	v, err := vm.Run(program, values)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(flawOf(err, "").found, "runtime error: "))
	}
	return v, nil
}

// lexeme is how expr-lang describes what it did not expect: Operator("&").
var lexeme = regexp.MustCompile(`^unexpected token (\w+)(?:\((".*")\))?$`)

const tooShort = "an expression that ends too early"

// flawOf reads an error of expr-lang.
func flawOf(err error, expected string) *flaw {
	f := &flaw{found: err.Error(), expected: expected}
	var positioned *file.Error
	if errors.As(err, &positioned) {
		f.at, f.found = positioned.From, positioned.Message
	}
	if m := lexeme.FindStringSubmatch(f.found); m != nil {
		if f.found = "unexpected " + m[2]; m[1] == "EOF" {
			f.found = tooShort
		}
	}
	if strings.Contains(f.found, "time.Duration") {
		f.found = strings.ReplaceAll(f.found, "time.Duration", "duration")
		f.expected += "; ms(d) is a duration d in milliseconds"
	}
	return f
}

// show is a value as an error, a text or a list of allowed ones has it.
func show(v any) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("%g", v)
	case time.Duration:
		return showDuration(v)
	}
	return fmt.Sprint(v)
}

// showDuration leaves out the noughts with which Go ends whole minutes and hours: 1h, not 1h0m0s.
func showDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
