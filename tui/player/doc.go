// Package player steps through one recorded run: forwards, backwards, and off on branches where
// somebody broke something. It shows panes side by side, asks the questions of the lesson, and
// keeps nothing of the run but where the reader stands: what is on the screen is a function of
// that place, of the panes that the reader opened, and of the size.
package player
