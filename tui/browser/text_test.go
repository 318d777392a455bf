package browser

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	xansi "github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"lockstep/tui/look"
)

// colourful is a terminal with colours, on a dark background or a light one.
func colourful(dark bool) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(termenv.ANSI))
	r.SetColorProfile(termenv.ANSI)
	r.SetHasDarkBackground(dark)
	return r
}

const markdown = "# Heading\n\nOne two *three four five six* seven\n`eight-nine` ten **eleven twelve**.\n\n" +
	"- first item that is longer\n- second\n\n```\ncode\n```\n\n1. one\n2. two\n"

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		r    *lipgloss.Renderer
		l    *look.Look
		want []string
	}{
		{"plain", nil, &look.Look{Signs: look.Unicode}, []string{"• first item that is", "  longer", "• second", "`eight-nine` ten", "*three"}},
		{"ascii", nil, &look.Look{Signs: look.ASCII}, []string{"- first item that is", "  longer"}},
		{"dark", colourful(true), &look.Look{Signs: look.Unicode}, []string{"• first item that is", "  longer", "eight-nine ten"}},
	} {
		got := newText(c.r, c.l).draw(markdown, 20)
		plain := xansi.Strip(strings.Join(got, "\n"))
		for _, want := range c.want {
			if !strings.Contains(plain, want) {
				t.Errorf("%s: %q is missing in\n%s", c.name, want, plain)
			}
		}
	}
	dark, light := newText(colourful(true), &look.Look{}), newText(colourful(false), &look.Look{})
	if strings.Join(dark.draw("`x`", 9), "") == strings.Join(light.draw("`x`", 9), "") {
		t.Error("code looks the same on a dark and on a light background")
	}
}

// No line is too wide, and no style reaches over the end of one.
func TestTextLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 100).Draw(t, "w")
		source := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"*a b*", "`code-span`", "**bold text**", "\n- item", "\n\n", "word", "\n    block", "锁", "<b>", "\n> quote", "\n1. one", "\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"})).Draw(t, "source"), " ")
		for _, line := range newText(colourful(true), &look.Look{Signs: look.Unicode}).draw(source, w) {
			if got := look.Width(line); got > w {
				t.Fatalf("a line of %d cells, want at most %d: %q", got, w, line)
			}
			if i := strings.LastIndex(line, "\x1b["); i >= 0 && !strings.HasPrefix(line[i:], "\x1b[0m") && !strings.HasPrefix(line[i:], "\x1b[m") {
				t.Fatalf("a style is left open: %q", line)
			}
		}
	})
}
