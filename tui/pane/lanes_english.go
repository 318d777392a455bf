package pane

import (
	"strings"

	"lockstep/trace/story"
)

// laneWords are the texts of the lanes. Arrows are short, so a text has several forms, from the
// longest to the shortest, with a bar between them: {name} is the whole name of a znode, {n} as
// little of it as tells it from others. The last form says what sort of thing it is and nothing
// else, and stands for many of that sort.
var laneWords = story.Catalogue{
	"lane.name":   "lanes",
	"lane.help":   "One column for each process and server, one row for each message; the newest is at the bottom. A row is drawn when its message arrives. {fresh} marks what the newest step did, {fly} a message on its way, {lost} one that is lost. A thick line: it believes that it holds. {holds} before a name: it holds by the server's state, too; {first}: it only believes so. {paused}: paused. {folded}: many processes in one column. {cut}: cut off. With the causes drawn, 1 is what made the newest happen, 2 what made 1 happen.\n\nup/k and down/j move through the rows, pgup and pgdown by a page.",
	"lane.others": "{more} {count} others|{more} {count}|{more}",
	"lane.who":    "{who}: {what}",
	"lane.many":   "{what} ×{count}",

	"lane.request.create":             "create {name} {mode}|create {name}|create",
	"lane.request.delete":             "delete {name}|delete {n}|delete",
	"lane.request.exists":             "exists {name}|exists {n}|exists",
	"lane.request.exists.watch":       "exists {name}, watch|exists {n}, watch|exists {n}|exists",
	"lane.request.get":                "get {name}|get {n}|get",
	"lane.request.get.watch":          "get {name}, watch|get {n}, watch|get {n}|get",
	"lane.request.set":                "set {name}|set {n}|set",
	"lane.request.get_children":       "getChildren {path}|getChildren|children",
	"lane.request.get_children.watch": "getChildren {path}, watch|getChildren, watch|children, watch|children",
	"lane.request.other":              "{op} {name}|{op} {n}|{op}",
	"lane.reply.create":               "{made}|{m}|created",
	"lane.reply.exists":               "yes",
	"lane.reply.exists.no":            "no",
	"lane.reply.get":                  "{text}|value",
	"lane.reply.delete":               "deleted",
	"lane.reply.get_children":         "{list}|{len} children|children",
	"lane.reply.get_children.one":     "{list}|{len} child|children",
	"lane.reply.other":                "done",
	"lane.reply.taken":                "create fails: exists|create fails|fails",
	"lane.reply.error":                "{op} fails: {err}|{op} fails|fails",
	"lane.notice":                     "event: {text} {name}|event: {text} {n}|{text} {n}|{text}|event",
	"lane.open":                       "open a session|open",
	"lane.opened":                     "session opened|opened",
	"lane.close":                      "close session|close",
	"lane.closed":                     "session closed|closed",
	"lane.upkeep":                     "set watches anew|watches anew|watches",
	"lane.upkeep done":                "watches are set|watches set|done",
	"lane.message":                    "{class}",
	"lane.holds":                      "holds",
	"lane.holds.too":                  "holds too!",
	"lane.releases":                   "releases",
	"lane.fails":                      "fails: {text}|fails: {short}|fails",
	"lane.waits.owner":                "waits for {owner}|waits",
	"lane.waits.children":             "waits for children of {path}|waits",
	"lane.waits.path":                 "waits: {name}|waits: {n}|waits",
	"lane.waits":                      "waits",
	"lane.session":                    "session opens|session",
	"lane.again":                      "connected again|connected",
	"lane.disconnected":               "told: disconnected|disconnected",
	"lane.told expired":               "told: session expired|told: expired|expired",
	"lane.ended":                      "session closed|closed",
	"lane.expired":                    "{who}'s session expires, {gone} deleted|{who}'s session expires|sessions expire",
	"lane.expired.nothing":            "{who}'s session expires|sessions expire",
	"lane.expired.many":               "{who}'s session expires, {len} znodes deleted|{who}'s session expires|sessions expire",
	"lane.fault":                      "{text}",
	"timeline.percent":                "{n} %",
}

// words says a sentence of the moment's catalogue, or of the lanes' own.
func (m *Moment) words(key string, pairs ...string) string {
	if _, ok := m.Teller.Catalogue[key]; ok {
		return m.Teller.Catalogue.Say(key, pairs...)
	}
	return laneWords.Say(key, pairs...)
}

// forms says a text of several forms. Forms in which a word is missing are tidied up.
func (m *Moment) forms(key string, pairs ...string) []string {
	forms := strings.Split(m.words(key), "|")
	for i, f := range forms {
		for p := 0; p+1 < len(pairs); p += 2 {
			f = strings.ReplaceAll(f, "{"+pairs[p]+"}", pairs[p+1])
		}
		forms[i] = strings.TrimSpace(f)
	}
	return forms
}
