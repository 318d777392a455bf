package pane

// longestChain bounds how far causes are followed.
const longestChain = 64

// chain finds the events that made an event happen, each with its distance: 0 for the event
// itself.
func (m *Moment) chain(event int) map[int]int {
	chain := map[int]int{}
	for n := event; n >= 0 && len(chain) < longestChain; {
		chain[n] = len(chain)
		n = m.Cursor.At(n).Cause
	}
	return chain
}

// newestRow is the newest row that something made happen: what the narrator says has no cause.
func newestRow(rows []row) (row, bool) {
	for _, r := range rows {
		if r.shape != voice {
			return r, true
		}
	}
	return row{}, false
}

// marks gives each row, the newest first, its mark at the edge when causes are drawn: the newest
// of the chain has none, the others count how many rows of causes away they are, and a line joins
// them. If the chain begins above the first row, the line goes on to there.
func (m *Moment) marks(rows []row, chain map[int]int) []string {
	marks := make([]string, len(rows))
	if len(chain) < 2 {
		return marks
	}
	begun, joined, count := false, 0, 0
	for i, r := range rows {
		distance, ok := chain[r.event]
		switch {
		case ok && distance == 0:
			begun = true
		case ok:
			if count++; count < 10 {
				marks[i] = itoa(count)
			} else {
				marks[i] = "+"
			}
			joined = i
		case begun:
			marks[i] = m.Look.Signs.Vertical
		}
	}
	if first := m.firstDrawn(chain); len(rows) > 0 && rows[len(rows)-1].event <= first {
		for i := joined + 1; i < len(rows); i++ {
			marks[i] = ""
		}
	}
	return marks
}

// firstDrawn is the oldest event of a chain that has a row.
func (m *Moment) firstDrawn(chain map[int]int) int {
	oldest := m.N()
	w := newWalker(m)
	for n := range chain {
		if n < oldest {
			e := m.Cursor.At(n)
			if _, ok := w.row(&e); ok {
				oldest = n
			}
		}
	}
	return oldest
}
