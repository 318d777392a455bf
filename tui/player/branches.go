package player

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"lockstep/scenarios"
)

// enterBranch records what happens after a move, and then goes on in it at the same point.
func (m *Model) enterBranch(move scenarios.Move) tea.Cmd {
	parent, name := m.at().rec, m.moveName(move)
	return start(m, name, func(ctx context.Context, progress func(int)) (*scenarios.Recording, error) {
		return parent.Branch(ctx, move, progress)
	}, func(m *Model, rec *scenarios.Recording, err error) tea.Cmd {
		if err != nil {
			m.notice = m.say("notice.branch.failed", "what", name, "why", err.Error())
			return nil
		}
		m.addBranch(rec)
		m.notice = m.say("notice.branch", "what", name)
		return nil
	})
}

// addBranch takes up a branch off the run on the screen, and shows the move that it began with.
func (m *Model) addBranch(rec *scenarios.Recording) {
	parent := m.at()
	from := m.current // or what that left, if the branch begins before it did
	for m.branches[from].parent >= 0 && len(m.branches[from].rec.Moves) >= len(rec.Moves) {
		from = m.branches[from].parent
	}
	b := m.newBranch(rec, from)
	b.follow = parent.follow
	at := b.lastMove().At
	for i, q := range rec.Questions { // what was asked before the branch is not asked again
		if i < len(parent.asked) && q.Event < at {
			b.asked[i] = parent.asked[i]
		}
	}
	b.move(at+1, at)
	m.branches = append(m.branches, b)
	m.current = len(m.branches) - 1
}

// lastMove is what the branch began with.
func (b *branch) lastMove() scenarios.Move { return b.rec.Moves[len(b.rec.Moves)-1] }

// moveName says in a few words what a move is.
func (m *Model) moveName(move scenarios.Move) string {
	switch {
	case move.Fault != nil:
		return move.Fault.String()
	case move.Pick != nil && move.Pick.From != "":
		return m.say("move.pick", "from", move.Pick.From, "to", move.Pick.Node)
	case move.Pick != nil:
		return m.say("move.timer", "node", move.Pick.Node)
	}
	return ""
}

// branchName says in a few words what a branch is.
func (m *Model) branchName(i int) string {
	if m.branches[i].parent < 0 || len(m.branches[i].rec.Moves) == 0 {
		return m.say("branch.main")
	}
	return m.moveName(m.branches[i].lastMove())
}

// branchMenu lists the branches as a tree.
func branchMenu(m *Model) tea.Cmd {
	m.pause()
	var order []int
	l := &menu{title: m.say("title.branches"), hint: m.say("keys.branches")}
	var list func(parent, depth int)
	list = func(parent, depth int) {
		for i, b := range m.branches {
			if b.parent != parent {
				continue
			}
			text := m.branchName(i)
			if depth > 0 {
				text = strings.Repeat("  ", depth-1) + m.look.Signs.BottomLeft + m.look.Signs.Horizontal + " " + text
			}
			if i == m.current {
				l.chosen = len(order)
			}
			order = append(order, i)
			l.items = append(l.items, item{text: text, detail: m.branchDetail(i)})
			list(i, depth+1)
		}
	}
	list(-1, 0)
	l.choose = func(m *Model, i int) tea.Cmd {
		m.closeOverlay()
		m.current = order[i]
		m.notice = m.say("notice.switched", "what", m.branchName(m.current))
		return nil
	}
	l.other = func(m *Model, key string) tea.Cmd {
		if key != "W" {
			return nil
		}
		m.closeOverlay()
		m.current = order[l.chosen]
		return save(m)
	}
	m.overlay = l
	return nil
}

// branchDetail says where a branch began, and where the reader is in it.
func (m *Model) branchDetail(i int) string {
	b := m.branches[i]
	place := m.say("branch.place", "beat", strconv.Itoa(b.place()+1), "of", strconv.Itoa(b.places.count()))
	if b.parent < 0 || len(b.rec.Moves) == 0 {
		return place
	}
	at := b.rec.Trace.Cursor().At(min(b.lastMove().At, b.rec.Trace.Len()-1)).At
	return fmt.Sprintf("%s, %s", m.say("branch.at", "t", at.String()), place)
}
