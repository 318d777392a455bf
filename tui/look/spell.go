package look

import "strings"

// Spell writes in ASCII what sentences use besides, where the signs are ASCII.
func (l *Look) Spell(text string) string {
	if l.Signs != ASCII {
		return text
	}
	return spelled.Replace(text)
}

// spelled are the signs of sentences, and those of the Unicode set that a help explains.
var spelled = strings.NewReplacer(
	"→", "->", "←", "<-", "↑/↓", "up/down", "↑", "^", "↓", "v", "⇧", "s-",
	"“", `"`, "”", `"`, "‘", "'", "’", "'", "…", "...", "–", "-", "—", "-", "›", ">",
	"×", "x", "−", "-", "²", "^2", "≤", "<=", "≥", ">=", "≠", "!=", "¼", "1/4", "½", "1/2",
	"▸", ">", "▶", ">", "◀", "<", "◂", "<", "─", "-", "│", "|", "┃", "#", "║", `"`, "╱", "/",
	"┆", ":", "┄", ".", "├", "+", "┤", "+", "┬", "+", "┴", "+",
	"●", "*", "○", "o", "✗", "x", "✓", "v", "⧖", "!", "▲", "^", "▇", "#")
