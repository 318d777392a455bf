package story

import "strings"

// Catalogue holds every sentence that the program says about a run, by key, with names in
// braces where words go. Another language is another catalogue.
type Catalogue map[string]string

// Say fills a sentence: pairs of names and words.
func (c Catalogue) Say(key string, pairs ...string) string {
	sentence, ok := c[key]
	if !ok {
		return key
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		sentence = strings.ReplaceAll(sentence, "{"+pairs[i]+"}", pairs[i+1])
	}
	return sentence
}

// English is the catalogue that exists so far.
var English = Catalogue{
	"request.create":         "create {path} {text}",
	"request.delete":         "delete {path}",
	"request.exists":         "exists {path}",
	"request.exists.watch":   "exists {path}, and watch it",
	"request.get":            "get {path}",
	"request.get.watch":      "get {path}, and watch it",
	"request.set":            "set {path} to {text}",
	"request.get_children":   "children of {path}",
	"request.children.watch": "children of {path}, and watch them",
	"request.multi":          "all or nothing: {text}",
	"request.other":          "{op} {path} {text}",
	"request.upkeep":         "set the watches anew ({text})",
	"request.close":          "close the session",

	"reply.create":       "created {name}",
	"reply.delete":       "deleted {base}",
	"reply.exists":       "{base} is there",
	"reply.exists.no":    "{base} is not there",
	"reply.get":          "{base} holds {text}",
	"reply.set":          "set {base}",
	"reply.get_children": "children {text}",
	"reply.other":        "done",
	"reply.upkeep":       "watches are set",
	"reply.close":        "session closed",
	"reply.error":        "{op} fails: {err}",
	"reply.taken":        "fails: {base} is there already",
	"reply.lost":         "never arrives: {what}",

	"notice":                  "event: {text} {base}",
	"notice.because.delete":   "event: {text} {base}, because {who} deleted it",
	"notice.because.create":   "event: {text} {base}, because {who} created {other}",
	"notice.because.children": "event: {text} {base}, because {who} deleted {other}",
	"notice.because.expired":  "event: {text} {base}, because {who}'s session expired",
	"notice.because.closed":   "event: {text} {base}, because {who} closed its session",
	"notice.because.set":      "event: {text} {base}, because {who} set it",
	"phase.acquiring":         "wants the lock",
	"phase.holding":           "HOLDS the lock: {why}",
	"phase.releasing":         "releases the lock",
	"phase.failed":            "FAILS: {why}",
	"phase.done":              "is done",
	"wait.owner":              "waits for {owner}: it watches {base}",
	"wait.nobody":             "waits: it watches {base}, which belongs to no session",
	"wait.children":           "waits: it watches the children of {path}",
	"wait":                    "waits",
	"told.connected":          "has a session, which lasts {timeout} without a word",
	"told.reconnected":        "is connected again, and its session goes on",
	"told.disconnected":       "is disconnected",
	"told.disconnected.holds": "is disconnected, and still believes that it holds",
	"told.expired":            "learns that its session has expired",
	"told.expired.held":       "learns that its session has expired: it no longer believes that it holds",
	"told.closed":             "has closed its session",
	"expired":                 "ends {who}'s session: nothing heard since {since}, {silence} ago",
	"expired.fault":           "ends {who}'s session, as it was told to",
	"expired.deletes":         "; deletes {bases}",
	"fault":                   "{text}",
	"violation":               "{count} believe that they hold: {names}",
	"standing.nobody":         "nobody holds",
	"standing.holds":          "{who} holds",
	"standing.hold":           "{who} hold",
	"standing.waits.for":      "; {who} waits for {owner}",
	"standing.waits":          "; {who} waits",
	"standing.more":           "; {n} more wait",
	"inferred":                " (inferred)",
	"duration.seconds":        "{n} s",
}
