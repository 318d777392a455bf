package browser

import (
	"strings"

	"github.com/charmbracelet/glamour"
	"github.com/charmbracelet/glamour/ansi"
	"github.com/charmbracelet/glamour/styles"
	"github.com/charmbracelet/lipgloss"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"github.com/muesli/termenv"

	"lockstep/tui/look"
)

// text draws lessons' Markdown, and keeps what it drew last: a lesson is drawn again only for
// another width or another text.
type text struct {
	look    *look.Look
	style   ansi.StyleConfig
	profile termenv.Profile

	renderer *glamour.TermRenderer // for lines of wrap cells
	wrap     int

	source string
	w      int
	lines  []string
}

// newText takes the style from the terminal: with colours for its background, or with none.
func newText(r *lipgloss.Renderer, l *look.Look) *text {
	t := &text{look: l, style: styles.NoTTYStyleConfig, profile: termenv.Ascii}
	if r != nil {
		t.profile = r.ColorProfile()
	}
	t.style.Code.StylePrimitive = ansi.StylePrimitive{Prefix: "`", Suffix: "`"}
	if t.profile != termenv.Ascii {
		colour := func(light, dark string) *string {
			if r.HasDarkBackground() {
				return &dark
			}
			return &light
		}
		yes := true
		bold := ansi.StylePrimitive{Bold: &yes}
		t.style.Emph = ansi.StylePrimitive{Italic: &yes}
		t.style.Strong = bold
		t.style.Strikethrough = ansi.StylePrimitive{CrossedOut: &yes}
		t.style.Code.StylePrimitive = ansi.StylePrimitive{Color: colour("4", "12")}
		t.style.Link = ansi.StylePrimitive{Underline: &yes}
		t.style.Heading.StylePrimitive = ansi.StylePrimitive{BlockSuffix: "\n", Bold: &yes, Color: colour("4", "12")}
		plain := ansi.StyleBlock{}
		t.style.H1, t.style.H2, t.style.H3, t.style.H4, t.style.H5, t.style.H6 = plain, plain, plain, plain, plain, plain
	}
	var none uint
	t.style.Document = ansi.StyleBlock{Margin: &none}
	t.style.List.LevelIndent = 2
	if l.Signs == look.ASCII {
		t.style.Item.BlockPrefix = "- "
	}
	return t
}

// paragraph is wider than any paragraph worth reading.
const paragraph = 4096

// draw breaks a text into lines of at most w cells.
func (t *text) draw(source string, w int) []string {
	if source == t.source && w == t.w {
		return t.lines
	}
	t.source, t.w, t.lines = source, w, nil
	if w <= 0 {
		return nil
	}
	// Glamour joins the lines of a paragraph, and the rest is done here: what follows the first
	// line of an item has to be indented, and a style must not reach over the end of a line.
	source = t.look.Spell(source)
	wrap := paragraph
	if strings.Contains(source, "\n|") { // a table is as wide as it may be
		wrap = w
	}
	drawn := source
	r, err := t.renderer, error(nil)
	if r == nil || wrap != t.wrap {
		r, err = glamour.NewTermRenderer(glamour.WithStyles(t.style), glamour.WithColorProfile(t.profile), glamour.WithWordWrap(wrap))
		t.renderer, t.wrap = r, wrap
	}
	if err == nil {
		if drawn, err = r.Render(source); err != nil {
			drawn = source
		}
	}
	for _, line := range strings.Split(strings.Trim(drawn, "\n"), "\n") {
		line = strings.TrimRight(line, " ")
		hang := ""
		if bare := xansi.Strip(line); strings.HasPrefix(strings.TrimLeft(bare, " "), t.style.Item.BlockPrefix) {
			hang = strings.Repeat(" ", strings.Index(bare, t.style.Item.BlockPrefix)+look.Width(t.style.Item.BlockPrefix))
		}
		if len(hang) >= w {
			hang = ""
		}
		first, rest, more := strings.Cut(cellbuf.Wrap(line, w, ""), "\n")
		// A blank may hang over the edge where a line was broken.
		t.lines = append(t.lines, xansi.Truncate(first, w, ""))
		if !more {
			continue
		}
		if hang != "" {
			rest = cellbuf.Wrap(strings.ReplaceAll(rest, "\n", " "), w-len(hang), "")
		}
		for _, l := range strings.Split(rest, "\n") {
			t.lines = append(t.lines, xansi.Truncate(hang+l, w, ""))
		}
	}
	return t.lines
}
