package pane

import (
	"lockstep/trace"
	"lockstep/tui/look"
)

// The lanes have a few signs of their own, each in both sets.

func pick(s *look.Signs, unicode, ascii string) string {
	if s == look.ASCII {
		return ascii
	}
	return unicode
}

func begins(s *look.Signs) string   { return pick(s, "┬", "+") } // a session begins
func ends(s *look.Signs) string     { return pick(s, "┴", "+") } // a process is done
func believes(s *look.Signs) string { return pick(s, "┃", "#") } // it thinks that it holds
func paused(s *look.Signs) string   { return pick(s, "║", "\"") }
func cutOff(s *look.Signs) string   { return pick(s, "╱", "/") }
func backPoint(s *look.Signs) string {
	return pick(s, "◂", "<")
}
func times(s *look.Signs) string { return pick(s, "×", "x") }

// lifeline is how a lane looks beside what happens in others.
func lifeline(s *look.Signs, p trace.Proc, server, tooMany bool) (string, look.Role) {
	switch {
	case p.Life == trace.Crashed:
		return " ", look.Faint
	case p.Life == trace.Paused:
		return paused(s), look.Bad
	case server:
		return s.Vertical, look.Faint
	case p.Phase == trace.Unborn && p.View == trace.NoSession, p.Phase == trace.Done, p.Phase == trace.Failed:
		return " ", look.Faint
	case p.Believes() && tooMany:
		return believes(s), look.Bad
	case p.Believes():
		return believes(s), look.Holder
	}
	return s.Vertical, look.Faint
}

// nodeSign is the sign before a name: what its node is now, and whether who believes that it holds
// does so by the server's state; first: it is the first in line.
func nodeSign(s *look.Signs, p trace.Proc, holder, first bool) (string, look.Role) {
	switch {
	case p.Life == trace.Crashed:
		return s.Fault, look.Bad
	case p.Life == trace.Paused:
		return paused(s), look.Bad
	case p.Phase == trace.Failed:
		return s.Fault, look.Bad
	case p.Believes() && !holder:
		return s.Violation, look.Bad
	case p.Believes():
		return s.Holds, look.Holder
	case p.Phase == trace.Acquiring && first:
		return s.Waits, look.Waiter
	case p.Waits():
		return s.Waits, look.Waiter
	}
	return "", look.Normal
}
