package pane

import (
	"fmt"
	"strings"
	"time"

	"lockstep/trace"
	"lockstep/trace/story"
	"lockstep/tui/look"
)

// label says a label or a sentence of the panes beside the lanes.
func (m *Moment) label(key string, pairs ...string) string {
	if _, ok := m.Teller.Catalogue[key]; ok {
		return m.Teller.Catalogue.Say(key, pairs...)
	}
	return labels.Say(key, pairs...)
}

// fitting says the longest form of a label that fits into w cells, or the shortest.
func (m *Moment) fitting(w int, key string, pairs ...string) string {
	return longest(w, strings.Split(m.label(key, pairs...), "|"))
}

// longest is the first of some texts that fits into w cells, or the last.
func longest(w int, forms []string) string {
	for _, f := range forms {
		if look.Width(f) <= w {
			return f
		}
	}
	return forms[len(forms)-1]
}

// labels are their words. What is said in few cells too has several forms, from the longest to the
// shortest, with a bar between them.
var labels = story.Catalogue{
	"queue.name":            "queue",
	"queue.help":            "Who holds the lock by the server's state ({holds}), who waits for whom, in order ({waits}), and who only believes that it holds ({violation}).",
	"queue.nobody":          "nobody holds",
	"queue.none":            "nobody has come yet",
	"queue.holds":           "holds {time}",
	"queue.holds.left":      "crashed; its znode stays for ever|crashed; znode stays",
	"queue.holds.failed":    "failed; its znode is still there|failed; znode is there",
	"queue.holds.unaware":   "is first, and does not know it yet|is first, not told yet",
	"queue.state":           "{state}; {what}|{state}",
	"queue.left":            "{state}, {time} left; {what}|{state}, {time} left",
	"queue.due":             "{state}, ends now; {what}|{state}, ends now",
	"queue.until.holds":     "holds until then",
	"queue.until.stays":     "its znode stays for ever",
	"queue.until.place":     "keeps its place until then",
	"queue.is.crashed":      "crashed",
	"queue.is.paused":       "paused",
	"queue.is.cut":          "cut off",
	"queue.is.lost":         "disconnected",
	"queue.releases":        "releases",
	"queue.believes":        "believes that it holds",
	"queue.believes.ended":  "believes that it holds: its session expired at {at}|believes; expired at {at}|believes; ended {at}",
	"queue.believes.before": "believes that it holds: {owner} is before it|believes; {owner} is before",
	"queue.believes.taken":  "believes that it holds: {owner} does|believes; {owner} holds",
	"queue.waits.for":       "waits for {owner}",
	"queue.waits.list":      "waits, watches the list|watches the list",
	"queue.waits":           "waits",
	"queue.asks":            "is asking",
	"queue.comes":           "connects",
	"queue.crashed":         "crashed",
	"queue.failed":          "failed",
	"queue.done":            "done: {names}",
	"queue.idle":            "does not want the lock",
	"queue.more.wait":       "{more} and {n} more wait",
	"queue.more":            "{more} and {n} more",
	"queue.unordered":       "Those who wait have no order: all wait for {owner}.|no order: all wait for {owner}|no order, all wait",
	"queue.unordered.none":  "Those who wait have no order: all race for the znode.|no order: all race for it|no order",

	"znodes.name":          "znodes",
	"znodes.help":          "The tree of the server: each znode with its kind (E ephemeral, P persistent), the client whose session it belongs to, the transaction that made it, and who watches it.",
	"znodes.children":      "{n} children",
	"znodes.child":         "1 child",
	"znodes.empty":         "no children",
	"znodes.nothing":       "the server has not said anything yet|nothing is known yet",
	"znodes.watched":       "watched by {who}",
	"znodes.watched.one":   "watch: {who}",
	"znodes.watched.brief": "{n} watch it",
	"znodes.list.brief":    "{n} watch",
	"znodes.new":           "new",
	"znodes.gone":          "gone",
	"znodes.set":           "set",
	"znodes.more":          "{more} and {n} more",
	"znodes.more.gone":     "{more} and {n} more, {gone} of them gone|{more} {n} more, {gone} gone",
	"znodes.list":          "list watched by {who}",
	"znodes.who.more":      "{who} and {n} more",
	"znodes.czxid":         "zxid {n}",
	"znodes.sessionless":   "-",

	"sessions.name":           "sessions",
	"sessions.help":           "Each session with what its client believes of it and what the server does. The server ends a session at the first tick that comes a whole session timeout after it last heard something from it.",
	"sessions.none":           "no session yet",
	"sessions.left":           "{time} left",
	"sessions.due":            "ends now",
	"sessions.expired":        "expired",
	"sessions.closed":         "closed",
	"sessions.ended.unaware":  "the server has ended it; {who} does not know yet|ended; {who} does not know",
	"sessions.closed.unaware": "closed; {who} does not know yet|closed; {who} does not know",
	"sessions.connecting":     "connecting",
	"sessions.connected":      "connected",
	"sessions.disconnected":   "disconnected",
	"sessions.crashed":        "crashed",
	"sessions.paused":         "paused",
	"sessions.more":           "{more} and {n} more",
	"sessions.more.over":      "{more} and {n} more, over",

	"counts.name":     "counts",
	"counts.help":     "The lock's own messages so far: requests by kind, watch events, and all messages with replies. +n is what the newest step added. Heartbeats and sessions are counted apart.",
	"counts.requests": "requests",
	"counts.fail":     "({n} failed)|{n} fail|{sign}{n}",
	"counts.events":   "watch events",
	"counts.messages": "messages in all",
	"counts.pings":    "heartbeats",
	"counts.expired":  "expired",
	"counts.compact":  "requests {requests}   events {events}   messages {messages}|requests {requests}  events {events}",

	"why.name":        "why",
	"why.help":        "What the newest step did, what caused it, and what will come of it.",
	"source.name":     "source",
	"source.help":     "The lock's own code, with each process at the line that it has reached. Up and down scroll; a step brings the line of whoever acted back into view.",
	"source.none":     "there is no source of {lock}",
	"source.more":     "{who} +{n}",
	"source.returned": "{who}: back from Acquire",
}

// duration writes a short time in few characters: "112 ms", "3.89 s", "2 min 5 s".
func duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%.2f s", d.Truncate(10*time.Millisecond).Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	}
	return d.Truncate(time.Second).String()
}

// clean makes text safe for a line: whatever would move the terminal's cursor becomes a blank.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}

// who is a node's name on the screen.
func (m *Moment) who(n trace.Node) string { return clean(m.Trace().Name(n)) }

// abbreviated leaves out the zeros of a sequential znode's number: lock-…12.
func (m *Moment) abbreviated(name string) string {
	const digits = 10
	head := len(name) - digits
	if head < 1 || strings.Trim(name[head:], "0123456789") != "" {
		return clean(name)
	}
	number := strings.TrimLeft(name[head:], "0")
	if number == "" {
		number = "0"
	}
	return clean(name[:head]) + m.Look.Signs.Ellipsis + number
}

// widest is how many cells the widest text takes, most at most.
func widest(most int, texts ...string) int {
	w := 0
	for _, t := range texts {
		w = max(w, look.Width(t))
	}
	return min(w, most)
}
