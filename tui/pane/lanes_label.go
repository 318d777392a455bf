package pane

import (
	"slices"
	"strconv"
	"strings"

	"lockstep/trace"
	"lockstep/tui/look"
)

// longestText is how many bytes of a text are looked at: no arrow is longer.
const longestText = 400

// number finds the number at the end of a sequential name: where it begins, or len(name).
func number(name string) int {
	const digits = 10
	i := len(name)
	for i > 0 && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	if len(name)-i < digits {
		return len(name)
	}
	return len(name) - digits
}

// brief is as little of a name as tells it from others: of a sequential one its number.
func (m *Moment) brief(name string) string {
	i := number(name)
	if i == len(name) {
		return name
	}
	rest := strings.TrimLeft(name[i:], "0")
	if rest == "" {
		rest = "0"
	}
	if strings.HasSuffix(name[:i], "--") { // the counter has overflowed
		return "-" + rest
	}
	if len(rest) > 8 {
		return rest
	}
	return "0" + m.Look.Signs.Ellipsis + rest
}

// modeLetters abbreviates a create's mode: "ephemeral sequential" is (E,S).
func modeLetters(mode string) string {
	var letters []string
	for _, word := range strings.Fields(mode) {
		if word != "persistent" {
			letters = append(letters, strings.ToUpper(word[:1]))
		}
	}
	if len(letters) == 0 {
		return ""
	}
	return "(" + strings.Join(letters, ",") + ")"
}

// messageKey finds the text of a message.
func messageKey(msg *trace.Msg) string {
	var key string
	switch msg.Class {
	case trace.Request:
		key = "lane.request." + msg.Op.String()
		if _, ok := laneWords[key]; !ok {
			key = "lane.request.other"
		}
		if _, ok := laneWords[key+".watch"]; ok && msg.Watch {
			key += ".watch"
		}
	case trace.Reply:
		key = "lane.reply." + msg.Op.String()
		_, ok := laneWords[key]
		switch {
		case msg.Op == trace.Exists && msg.Err == "NoNode":
			key += ".no"
		case msg.Op == trace.Create && msg.Err == "NodeExists":
			key = "lane.reply.taken"
		case msg.Err != "":
			key = "lane.reply.error"
		case msg.Op == trace.GetChildren && len(msg.Text) > 2 && !strings.Contains(msg.Text, " "):
			key += ".one"
		case !ok:
			key = "lane.reply.other"
		}
	default:
		if key = "lane." + msg.Class.String(); laneWords[key] == "" {
			key = "lane.message"
		}
	}
	return key
}

// message says a message in few words, from the longest form to the shortest; there is at least one.
func (m *Moment) message(msg *trace.Msg) []string {
	name, made := trace.Base(plain(msg.Path)), trace.Base(plain(msg.Text))
	pairs := []string{"path", plain(msg.Path), "name", name, "n", m.brief(name), "made", made, "m", m.brief(made),
		"op", strings.ReplaceAll(msg.Op.String(), "_", " "), "err", plain(msg.Err), "class", msg.Class.String()}
	text := msg.Text
	switch {
	case msg.Class == trace.Reply && msg.Op == trace.GetChildren:
		list, count := m.children(text)
		pairs = append(pairs, "list", list, "len", itoa(count))
	case msg.Class == trace.Request && msg.Op == trace.Create:
		pairs = append(pairs, "mode", modeLetters(text))
	}
	if len(text) > longestText {
		text = text[:longestText]
	}
	pairs = append(pairs, "text", plain(text))
	forms := slices.DeleteFunc(m.forms(messageKey(msg), pairs...), func(s string) bool { return s == "" })
	if len(forms) == 0 {
		return []string{msg.Class.String()}
	}
	return forms
}

// children writes a list of children in few characters, in the order of their names, and counts
// them. Of many the trace has only some and the number: "[a b c …] 40 in all"; then there is no list.
func (m *Moment) children(text string) (list string, count int) {
	inside, number, _ := strings.Cut(strings.TrimPrefix(text, "["), "]")
	if words := strings.Fields(number); len(words) > 0 {
		count, _ = strconv.Atoi(words[0])
		return "", count
	}
	names := strings.Fields(plain(inside))
	slices.Sort(names)
	for i, n := range names {
		names[i] = m.brief(n)
	}
	return "[" + strings.Join(names, ", ") + "]", len(names)
}

// choose takes the longest form that fits into w cells. The shortest is cut, but of a name the
// number at its end remains.
func (m *Moment) choose(forms []string, w int) string {
	if w <= 0 || len(forms) == 0 {
		return ""
	}
	for _, f := range forms {
		if look.Width(f) <= w {
			return f
		}
	}
	last := forms[len(forms)-1]
	if i := number(last); i < len(last) && w > 2 {
		return m.Look.Signs.Ellipsis + last[max(i, len(last)-w+1):]
	}
	if w < 3 {
		return ""
	}
	return m.Look.Cut(last, w)
}

// prefixed puts who it was before each form.
func (m *Moment) prefixed(who string, forms []string) []string {
	out := make([]string, len(forms))
	for i, f := range forms {
		out[i] = m.words("lane.who", "who", who, "what", f)
	}
	return out
}
