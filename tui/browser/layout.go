package browser

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/scenarios"
	"lockstep/tui/look"
	"lockstep/tui/progress"
)

// The smallest window that the browser fits in.
const (
	NeedW = 60
	NeedH = 18
)

// Widths and heights at which the arrangement changes.
const (
	besideW = 76 // from here on list and text stand beside each other
	belowH  = 34 // a narrower window of this height has the text below the list
	widest  = 88 // a line of text is not longer, so that it reads well
)

// rect is a part of the screen.
type rect struct{ x, y, w, h int }

func (r rect) contains(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// areas are the frames on the screen; one that is not shown is empty.
type areas struct{ list, text, params rect }

func (m *Model) tooSmall() bool { return m.w < NeedW || m.h < NeedH }

// areas arranges the frames between the title and the line of keys.
func (m *Model) areas() areas {
	body := rect{0, 1, m.w, m.h - 2}
	var a areas
	right := body
	switch {
	case m.w >= besideW:
		a.list = rect{0, body.y, max(38, min(body.w*2/5, 72)), body.h}
		right = rect{a.list.w, body.y, body.w - a.list.w, body.h}
	case m.h >= belowH:
		a.list = rect{0, body.y, body.w, body.h * 2 / 5}
		right = rect{0, body.y + a.list.h, body.w, body.h - a.list.h}
	case !m.showText:
		a.list = body
		return a
	}
	params := min(len(m.paramLines(right.w-4))+2, right.h*2/5)
	a.text = rect{right.x, right.y, right.w, right.h - params}
	a.params = rect{right.x, right.y + a.text.h, right.w, params}
	return a
}

// View draws the screen: h lines of w cells.
func (m *Model) View() string { return strings.Join(m.lines(), "\n") }

func (m *Model) lines() []string {
	if m.tooSmall() {
		return m.look.FitAll(look.Wrap(m.words.Say("small", "needW", strconv.Itoa(NeedW), "needH", strconv.Itoa(NeedH),
			"w", strconv.Itoa(m.w), "h", strconv.Itoa(m.h)), m.w), m.w, m.h)
	}
	a := m.areas()
	var left, right []string
	if a.list.h > 0 {
		left = m.listView(a.list)
	}
	if a.text.h > 0 {
		right = append(m.textView(a.text), m.paramsView(a.params)...)
	}
	body := append(left, right...)
	if len(left) > 0 && len(right) == len(left) && a.text.x > 0 {
		body = look.Beside(left, right)
	}
	lines := slices.Concat([]string{m.header()}, body, []string{m.footer()})
	lines = m.look.FitAll(lines, m.w, m.h)
	if m.overlay != nil {
		lines = look.Over(lines, m.overlay.view(m, min(m.w-4, 76), m.h-2), m.w)
	}
	return lines
}

// header names the program, and counts.
func (m *Model) header() string {
	done, all := 0, 0
	for _, e := range m.entries {
		if e.lesson != "" {
			all++
			if m.progress.Of(e.lesson) == progress.Done {
				done++
			}
		}
	}
	right := m.words.Say("count", "done", strconv.Itoa(done), "all", strconv.Itoa(all)) + " "
	left := " " + m.look.Paint(look.Title, m.words.Say("name"))
	room := m.w - look.Width(right)
	if with := left + "  " + m.look.Paint(look.Faint, m.words.Say("subtitle")); look.Width(with) < room {
		left = with
	}
	return m.look.Fit(left, room) + right
}

// footer is a notice, or the keys.
func (m *Model) footer() string {
	switch {
	case m.loading != nil:
		return m.ends(" "+m.loading.Line(), m.words.Say("loading.keys")+" ")
	case m.notice != "":
		return " " + m.notice
	case m.overlay != nil:
		return " " + m.look.Paint(look.Faint, m.words.Say(m.overlay.keys()))
	case m.typing:
		return " " + m.words.Say("filter.keys")
	}
	return m.keyBar()
}

// ends puts one text at the left end of a line and one at its right end.
func (m *Model) ends(left, right string) string {
	return m.look.Fit(left, m.w-look.Width(right)) + m.look.Paint(look.Faint, right)
}

// textView is the lesson: what it is about, then its text.
func (m *Model) textView(r rect) []string {
	title, lines := "", []string(nil)
	if e := m.entry(); e != nil {
		title, lines = e.scenario.Title, m.textLines(e, r.w-4)
	}
	room := max(0, r.h-2)
	m.textTop = max(0, min(m.textTop, len(lines)-room))
	part := ""
	if len(lines) > room {
		part = " " + m.look.Signs.Horizontal + " " + m.words.Say("lines", "from", strconv.Itoa(m.textTop+1),
			"to", strconv.Itoa(m.textTop+room), "all", strconv.Itoa(len(lines)))
	}
	if look.Width(title+part) > r.w-4 { // the list has the title
		title = m.words.Say("lesson")
	}
	title += part
	lines = lines[min(m.textTop, len(lines)):]
	return m.look.Box(title, indent(lines), r.w, r.h, m.w < besideW && m.h < belowH)
}

// textLines is all that is said about an entry.
func (m *Model) textLines(e *entry, w int) []string {
	w = min(w, widest)
	s := e.scenario
	var lines []string
	for _, line := range look.Wrap(s.Summary, w) {
		lines = append(lines, m.look.Paint(look.Title, line))
	}
	if len(s.Tags) > 0 {
		for _, line := range look.Wrap(strings.Join(s.Tags, ", "), w) {
			lines = append(lines, m.look.Paint(look.Faint, line))
		}
	}
	lines = append(lines, "")
	lines = append(lines, m.text.draw(e.text(), w)...)
	if s.Source != "" {
		lines = append(lines, "")
		for _, line := range look.Wrap(m.words.Say("source", "url", s.Source), w) {
			lines = append(lines, m.look.Paint(look.Faint, line))
		}
	}
	return lines
}

// paramsView shows the values that the lesson would be started with.
func (m *Model) paramsView(r rect) []string {
	title := m.words.Say("params")
	e := m.entry()
	lines := m.paramLines(r.w - 4)
	if e != nil && len(e.scenario.Params) > 0 {
		title += " " + m.look.Signs.Horizontal + " " + m.words.Say("params.edit")
	}
	if room := r.h - 2; len(lines) > room && room > 0 {
		lines = append(lines[:room-1:room-1], m.look.Paint(look.Faint, m.words.Say("params.more", "n", strconv.Itoa(len(lines)-room+1))))
	}
	return m.look.Box(title, indent(lines), r.w, r.h, false)
}

// paramLines has a line for each parameter, and below it what it is about.
func (m *Model) paramLines(w int) []string {
	e := m.entry()
	if e == nil {
		return nil
	}
	if len(e.scenario.Params) == 0 {
		return []string{m.look.Paint(look.Faint, m.words.Say("params.none"))}
	}
	var lines []string
	for _, p := range e.scenario.Params {
		value, role := show(p.Default), look.Normal
		if v, ok := e.values[p.Name]; ok {
			value, role = v, look.Fresh
		}
		line := m.look.Paint(role, p.Name+" = "+value) + m.look.Paint(look.Faint, "  "+m.choices(p, value))
		lines = append(lines, m.look.Cut(line, w))
		for _, l := range look.Wrap(p.About, max(1, w-2)) {
			if l != "" {
				lines = append(lines, m.look.Paint(look.Faint, "  "+l))
			}
		}
	}
	return lines
}

// choices says in a few words which values a parameter takes, and which it had by itself.
func (m *Model) choices(p scenarios.Param, value string) string {
	words := p.Type.String()
	switch {
	case len(p.OneOf) > 0:
		words = ""
		for i, v := range p.OneOf {
			if i > 0 {
				words += ", "
			}
			words += show(v)
		}
	case p.Min != nil && p.Max != nil:
		words = m.words.Say("param.range", "min", show(p.Min), "max", show(p.Max))
	case p.Min != nil:
		words = m.words.Say("param.min", "min", show(p.Min))
	case p.Max != nil:
		words = m.words.Say("param.max", "max", show(p.Max))
	}
	if value != show(p.Default) {
		words = m.words.Say("param", "allowed", words, "default", show(p.Default))
	}
	return words
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = " " + l
	}
	return out
}
