// Package story tells a trace as a person would: one line an event, with the reason where
// there is one to give. It is what a terminal prints, what golden transcripts hold, and
// what a screen reader reads.
package story
