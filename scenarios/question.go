package scenarios

import "strings"

// Question asks the learner what will happen. The answer is computed from how the run goes
// on, never typed in.
type Question struct {
	Pos     Pos
	Ask     string
	Choices []string // may be empty
	Answer  *Answer
	Because string // told with the answer; may be empty
}

// Answer is an expression that gives the answer to a question.
type Answer struct {
	Pos     Pos
	Text    string
	formula *formula
	params  map[string]any
}

// Eval computes the answer from the results of how the run went on. They include those that
// only answers may name: see answerSamples.
func (a *Answer) Eval(results map[string]any) (any, error) {
	return a.formula.run(a.formula.program, results, a.params)
}

// answerSamples are the names that only answers may use.
var answerSamples = map[string]any{
	"next_holder": "", // the process that is the next to acquire; "" if none does
}

// question reads what the learner is asked.
func (b *binder) question(n *node) *Question {
	fields, ok := b.fields(n, "a question", []string{"ask", "choices", "answer", "because"}, "ask", "answer")
	if !ok {
		return nil
	}
	q := &Question{Pos: n.pos, Ask: b.text(fields["ask"]), Because: b.text(fields["because"])}
	if choices := fields["choices"]; choices != nil {
		for _, item := range b.list(choices, "choices") {
			q.Choices = append(q.Choices, b.text(item))
		}
	}
	if answer := fields["answer"]; answer != nil {
		q.Answer = b.answer(answer)
	}
	return q
}

// answer compiles one.
func (b *binder) answer(n *node) *Answer {
	if n.kind == scalar && !strings.HasPrefix(n.text, "=") {
		b.wrong(n, n.String(), "an expression, such as = next_holder: answers are computed, not typed in")
		return nil
	}
	f, text, ok := b.result(n, b.answers)
	if !ok {
		return nil
	}
	if kind := kindOf(f.result); kind == severalParts {
		b.wrong(n, "an expression that gives "+kind, "one that gives a text, a number, true or false, or a list")
		return nil
	}
	return &Answer{n.pos, text, f, b.plan.Params}
}
