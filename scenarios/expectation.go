package scenarios

import "reflect"

// Expectation is something that must be true of a run.
type Expectation struct {
	Pos     Pos
	Text    string
	formula *formula
	params  map[string]any
}

// Eval says whether the expectation holds for the results of a run, and what was got: of a
// comparison, the value of its left side, so that a failure can say "requests.total == 110:
// got 112".
func (e *Expectation) Eval(results map[string]any) (ok bool, got any, err error) {
	v, err := e.formula.run(e.formula.program, results, e.params)
	if err != nil {
		return false, nil, err
	}
	ok = v.(bool)
	if e.formula.left == nil {
		return ok, ok, nil
	}
	got, err = e.formula.run(e.formula.left, results, e.params)
	return ok, got, err
}

// expectation compiles one.
func (b *binder) expectation(n *node) *Expectation {
	f, text, ok := b.result(n, b.results)
	if !ok {
		return nil
	}
	if f.result == nil || f.result.Kind() != reflect.Bool {
		b.wrong(n, "an expression that gives "+kindOf(f.result), "one that is true or false, such as max_holders == 1")
		return nil
	}
	return &Expectation{n.pos, text, f, b.plan.Params}
}
