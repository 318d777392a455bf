package pane

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"lockstep/scenarios"
	"lockstep/trace"
	"lockstep/tui/look"
)

// Znodes shows the lock's part of the server's tree: whose each znode is, who watches it, and what
// the newest step changed.
type Znodes struct{}

func NewZnodes() *Znodes { return &Znodes{} }

func (*Znodes) Name() string { return labels["znodes.name"] }
func (*Znodes) Help() string { return labels["znodes.help"] }

// twig is one znode of the tree.
type twig struct {
	place
	mark string // the key of what the newest step did to it, "" for nothing
}

// View draws the lock's directory and a row for each child.
func (*Znodes) View(m *Moment, w, h int) []string {
	l := newLineup(m)
	root, ok := m.State().Znodes[trace.ZnodeKey{Server: l.server, Path: scenarios.Root}]
	if !ok {
		return m.Look.FitAll([]string{m.Look.Paint(look.Faint, m.fitting(w, "znodes.nothing"))}, w, h)
	}
	marks, gone := l.changes()
	twigs := make([]twig, 0, len(l.places)+len(gone))
	for _, p := range l.places {
		twigs = append(twigs, twig{p, marks[p.name]})
	}
	holding := ""
	if l.holding >= 0 {
		holding = l.places[l.holding].name
	}
	for _, p := range gone {
		i := sort.Search(len(twigs), func(i int) bool { return twigs[i].name >= p.name })
		twigs = slices.Insert(twigs, i, twig{p, "znodes.gone"})
	}
	watchers := l.watchers()
	lines := []string{l.directory(root, watchers[""], w)}
	acted := actors(m)
	seen := fold(len(twigs), h-1, func(i int) bool {
		t := &twigs[i]
		return t.mark != "" || t.name == holding || t.owner != trace.NoNode && (t.owner == m.Follow ||
			len(acted) > 0 && t.owner == acted[0])
	})
	lines = append(lines, l.drawTwigs(twigs, seen, watchers, w)...)
	if more := len(twigs) - len(seen); more > 0 {
		away := 0
		for i := range twigs {
			if twigs[i].mark == "znodes.gone" && !slices.Contains(seen, i) {
				away++
			}
		}
		key := "znodes.more"
		if away > 0 {
			key = "znodes.more.gone"
		}
		lines = append(lines, m.Look.Paint(look.Faint,
			m.fitting(w, key, "more", m.Look.Signs.Ellipsis, "n", strconv.Itoa(more), "gone", strconv.Itoa(away))))
	}
	return m.Look.FitAll(lines, w, h)
}

// mostChanges bounds how many events of a step are looked at for what they changed.
const mostChanges = 4000

// changes finds what the newest step did to the children: by name, and those that are gone.
func (l *lineup) changes() (marks map[string]string, gone []place) {
	m := l.m
	marks = map[string]string{}
	lost := map[string]place{}
	below := scenarios.Root + "/"
	for i := max(m.From, m.N()-mostChanges); i < m.N(); i++ {
		e := m.Cursor.At(i)
		for _, change := range e.Changes {
			z, ok := change.(*trace.ZnodeChange)
			if !ok || z.Key.Server != l.server || !strings.HasPrefix(z.Key.Path, below) || strings.Contains(z.Key.Path[len(below):], "/") {
				continue
			}
			name := z.Key.Path[len(below):]
			switch {
			case z.New.Mode == trace.NoZnode:
				if marks[name] != "znodes.new" {
					lost[name] = place{name, z.Old, m.State().Client(z.Old.Owner)}
				}
				delete(marks, name)
			case z.Old.Mode == trace.NoZnode:
				marks[name] = "znodes.new"
				delete(lost, name)
			case marks[name] == "" && (z.New.Version != z.Old.Version || z.New.Mzxid != z.Old.Mzxid):
				marks[name] = "znodes.set"
			}
		}
	}
	for _, p := range lost {
		gone = append(gone, p)
	}
	slices.SortFunc(gone, func(a, b place) int { return strings.Compare(a.name, b.name) })
	return marks, gone
}

// watchers are who watches each child, by name; "" is the directory itself.
func (l *lineup) watchers() map[string][]trace.Node {
	state := l.m.State()
	by := map[string][]trace.Node{}
	for key := range state.Watches {
		name, ok := strings.CutPrefix(key.Path, scenarios.Root)
		n := state.Client(key.Session)
		if key.Server != l.server || !ok || n == trace.NoNode || name != "" && name[0] != '/' {
			continue
		}
		name = strings.TrimPrefix(name, "/")
		by[name] = append(by[name], n)
	}
	for _, nodes := range by {
		slices.Sort(nodes)
	}
	return by
}

// named lists the first few of some processes.
func (m *Moment) named(nodes []trace.Node, most int) string {
	nodes = slices.Compact(nodes)
	var names []string
	for _, n := range nodes[:min(len(nodes), most)] {
		names = append(names, m.who(n))
	}
	text := strings.Join(names, ", ")
	if more := len(nodes) - most; more > 0 {
		text = m.label("znodes.who.more", "who", text, "n", strconv.Itoa(more))
	}
	return text
}

// watched says who watches, in at most w cells, or at least how many do.
func (m *Moment) watched(nodes []trace.Node, w int) string {
	nodes = slices.Compact(nodes)
	var forms []string
	for most := min(3, len(nodes)); most > 0; most-- {
		forms = append(forms, m.label("znodes.watched", "who", m.named(nodes, most)))
	}
	if len(nodes) == 1 {
		forms = append(forms, m.label("znodes.watched.one", "who", m.named(nodes, 1)))
	}
	forms = append(forms, m.label("znodes.watched.brief", "n", strconv.Itoa(len(nodes))))
	if text := longest(w, forms); look.Width(text) <= w {
		return text
	}
	return ""
}

// directory draws the lock's own znode.
func (l *lineup) directory(root trace.Znode, watchers []trace.Node, w int) string {
	m := l.m
	key := "znodes.children"
	switch root.Children {
	case 0:
		key = "znodes.empty"
	case 1:
		key = "znodes.child"
	}
	text := m.label(key, "n", strconv.Itoa(int(root.Children)))
	left := scenarios.Root
	if nodes := slices.Compact(watchers); len(nodes) > 0 {
		text = longest(w-look.Width(left)-2, []string{m.label("znodes.list", "who", m.named(nodes, 2)) + "  " + text,
			m.label("znodes.list.brief", "n", strconv.Itoa(len(nodes))) + "  " + text})
	}
	gap := max(2, w-look.Width(left)-look.Width(text))
	return m.Look.Paint(look.Title, left) + strings.Repeat(" ", gap) + m.Look.Paint(look.Faint, text)
}

// kind is the letter of a znode's kind.
func kind(z trace.Znode) string {
	switch z.Mode {
	case trace.EphemeralZnode:
		return "E"
	case trace.ContainerZnode:
		return "C"
	case trace.TTLZnode:
		return "T"
	}
	return "P"
}

// drawTwigs writes children in columns: name, kind, owner, transaction, watchers, and what changed.
func (l *lineup) drawTwigs(twigs []twig, seen []int, watchers map[string][]trace.Node, w int) []string {
	m := l.m
	var names, owners []string
	for _, i := range seen {
		names = append(names, clean(twigs[i].name))
		owner := m.label("znodes.sessionless")
		if twigs[i].owner != trace.NoNode {
			owner = m.who(twigs[i].owner)
		}
		owners = append(owners, owner)
	}
	if w < 2+widest(w, names...)+28 {
		for k, i := range seen {
			names[k] = m.abbreviated(twigs[i].name)
		}
	}
	name, owner := widest(max(4, w/2), names...), widest(max(3, w/5), owners...)
	var lines []string
	for k, i := range seen {
		t := &twigs[i]
		branch := m.Look.Signs.Branch
		if k == len(seen)-1 && len(seen) == len(twigs) {
			branch = m.Look.Signs.BottomLeft
		}
		role := look.Normal
		switch {
		case t.mark == "znodes.gone":
			role = look.Faint
		case t.mark != "":
			role = look.Fresh
		}
		line := m.Look.Paint(look.Faint, branch) + " " + m.Look.Paint(role, m.Look.Fit(names[k], name)) + "  " +
			m.Look.Paint(role, kind(t.znode)+" "+m.Look.Fit(owners[k], owner))
		if w >= 52 {
			line += "  " + m.Look.Paint(look.Faint, m.Look.Fit(m.label("znodes.czxid", "n", strconv.FormatInt(t.znode.Czxid, 10)), 9))
		}
		if t.mark != "" {
			what := look.Fresh
			if t.mark == "znodes.gone" {
				what = look.Bad
			}
			line += "  " + m.Look.Paint(what, m.Look.Signs.ToLeft+" "+m.label(t.mark))
		}
		if who := watchers[t.name]; len(who) > 0 {
			line += "  " + m.Look.Paint(look.Note, m.watched(who, w-look.Width(line)-2))
		}
		lines = append(lines, line)
	}
	return lines
}
