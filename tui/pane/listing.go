package pane

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"sync"

	"lockstep/lock"
	"lockstep/trace"
)

// listing is a recipe's source as it is read beside a run: the recipe itself, and what it calls of
// the files that recipes have in common.
type listing struct {
	lines []sourceLine
	calls map[call][]int // the lines on which a process can be, by what it does there; one each
}

// sourceLine is one line of a listing.
type sourceLine struct {
	code, comment string
	title         bool // it names the file that follows
}

// call is what a process does when it is at a line: a request, or a wait.
type call struct {
	op    trace.Op // NoOp: it waits
	leave bool     // the delete of one who gives up
}

// requestOf names the calls of a client that a process can be in.
var requestOf = map[string]trace.Op{
	"Create": trace.Create, "Children": trace.GetChildren, "ChildrenW": trace.GetChildren,
	"ExistsW": trace.Exists, "Delete": trace.Delete,
}

// part is some declarations of a file; none named: all but the package and its imports.
type part struct {
	file  string
	names []string
}

var (
	queueParts = []part{{"contender.go", []string{"enter", "orLeave", "Release"}}, {"lock.go", []string{"awaiting"}}}
	herdParts  = []part{{"lock.go", []string{"awaiting"}}}
)

// partsOf lists what belongs to a recipe.
func partsOf(r lock.Recipe) []part {
	switch r.File {
	case "persistent.go":
		return append([]part{{r.File, nil}, {"herd.go", []string{"Acquire", "Release"}}}, herdParts...)
	case "herd.go":
		return append([]part{{r.File, nil}}, herdParts...)
	}
	return append([]part{{r.File, nil}}, queueParts...)
}

var listings sync.Map // by the recipe's name

// listingOf gives the source of a recipe; nil if there is none.
func listingOf(recipe string) *listing {
	if l, ok := listings.Load(recipe); ok {
		return l.(*listing)
	}
	r, ok := lock.Find(recipe)
	if !ok {
		return nil
	}
	l := &listing{calls: map[call][]int{}}
	for _, p := range partsOf(r) {
		l.add(p)
	}
	listings.Store(recipe, l)
	return l
}

// add appends declarations of a file.
func (l *listing) add(p part) {
	src, err := lock.Sources.ReadFile(p.file)
	if err != nil {
		return
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, p.file, src, parser.ParseComments)
	if err != nil {
		return
	}
	text := strings.Split(string(src), "\n")
	comments := map[int]int{} // where the comment of a line begins
	for _, group := range file.Comments {
		for _, c := range group.List {
			at := set.Position(c.Pos())
			comments[at.Line] = at.Column
		}
	}
	l.lines = append(l.lines, sourceLine{comment: p.file, title: true})
	for _, d := range file.Decls {
		from, name := set.Position(d.Pos()).Line, ""
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			if d.Doc != nil {
				from = set.Position(d.Doc.Pos()).Line
			}
		case *ast.FuncDecl:
			name = d.Name.Name
			if d.Doc != nil {
				from = set.Position(d.Doc.Pos()).Line
			}
		}
		if len(p.names) > 0 && !slices.Contains(p.names, name) {
			continue
		}
		offset := len(l.lines) - from
		for n := from; n <= set.Position(d.End()).Line; n++ {
			line := sourceLine{code: text[n-1]}
			if column, ok := comments[n]; ok {
				line.code, line.comment = text[n-1][:column-1], text[n-1][column-1:]
			}
			l.lines = append(l.lines, line)
		}
		l.lines = append(l.lines, sourceLine{})
		if f, ok := d.(*ast.FuncDecl); ok {
			l.find(f, func(pos token.Pos) int { return set.Position(pos).Line + offset })
		}
	}
}

// find notes the lines of a function on which a process can be.
func (l *listing) find(f *ast.FuncDecl, line func(token.Pos) int) {
	ast.Inspect(f, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch called := c.Fun.(type) {
		case *ast.SelectorExpr:
			client, ok := called.X.(*ast.SelectorExpr)
			op, known := requestOf[called.Sel.Name]
			if ok && known && client.Sel.Name == "c" {
				l.note(call{op, op == trace.Delete && f.Name.Name == "orLeave"}, line(c.Pos()))
			}
		case *ast.Ident:
			if called.Name == "await" {
				l.note(call{}, line(c.Pos()))
			}
		case *ast.CallExpr:
			if made, ok := called.Fun.(*ast.Ident); ok && made.Name == "awaiting" {
				l.note(call{}, line(c.Pos()))
			}
		}
		return true
	})
}

func (l *listing) note(c call, line int) { l.calls[c] = append(l.calls[c], line) }

// line is where a call is, −1 if it is nowhere.
func (l *listing) line(c call) int {
	if at := l.calls[c]; len(at) > 0 {
		return at[0]
	}
	return -1
}
