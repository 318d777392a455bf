// Package scenarios runs scripts: a lesson, a demonstration, a test and an exercise are
// the same YAML file. It holds the embedded lessons, the parser, the runner, which drives
// any [Backend], and the expectations, which are computed from what the run's trace says.
package scenarios
