// Package trace holds what happened in a run: events, their causes, what each one
// changed, and the state that follows from them.
//
// It is the only thing that a screen, a story, an expectation or an export reads, and
// it is the same for a simulated run and a real one. A [Trace] is written once, from
// front to back, and read from anywhere: a [Cursor] folds the events into a [State],
// forwards or backwards, one at a time or by a leap.
//
// Writers report only what is new ("this znode is now so"). The trace keeps the state
// at its head, looks up what was there before, and stores both: so each event carries
// its own inverse, and no writer can get it wrong.
package trace
