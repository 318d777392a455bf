package story

func init() {
	for key, sentence := range englishWhy {
		English["why."+key] = sentence
	}
}

// englishWhy are the sentences that explain a step.
var englishWhy = Catalogue{
	"begin":   "Nothing has happened yet. Press → for the first step.",
	"nothing": "Only heartbeats: they tell the server that its sessions are alive.",
	"nobody":  "nobody",

	"connected":      "{who} has a session now. It lasts for {timeout} without a word from {who}.",
	"reconnected":    "{who} is connected again, inside its session timeout: its session goes on, and its znodes are still there.",
	"numbered":       "{who}'s znode gets the next number: {base}. A number says who came first; it does not say who holds. Next {who} asks for the list.",
	"created":        "{who} has created {base}: nobody else had it.",
	"taken":          "{who} cannot create {base}: it is there already, and belongs to {owner}. Next {who} looks at it and leaves a watch, to be told when it goes.",
	"taken.in_vain":  "{who} was woken in vain: {owner} was faster, and {base} is there again. {who} sets its watch anew and waits.",
	"error":          "{who}'s {op} fails: {err}.",
	"listed.lowest":  "No number in the list is lower than {who}'s own, {base}.",
	"listed.behind":  "{who} is number {count} behind the lowest. The znode just before its own is {base}: that is the one to watch.",
	"listed.without": "{who} asks who is there.",
	"gone":           "{base} went before {who} could watch it. So {who} looks again.",

	"waits.before":     "{who} waits for {owner}'s znode {base}, the one just before its own, and for nothing else: when it goes, {who} alone is told.",
	"waits.list":       "{who} waits for any change of the list. So do {count} in all: whoever comes or goes wakes all of them.",
	"waits.all":        "{who} waits for {owner}'s {base} to go, as {count} do in all: all of them will be told, and only one can win.",
	"waits.one":        "{who} waits for {owner}'s {base} to go.",
	"waits.persistent": "{who} waits for {base} to go. It is persistent, so only a delete removes it: if its maker dies, nobody does that.",

	"told":           "{who} gets the {what}.",
	"releases":       "{who} lets go.",
	"deleted.nobody": "{who}'s {base} is gone. Nobody watched it, so nobody is told.",
	"deleted.one":    "{who}'s {base} is gone. One watch was on it: {names} is told, and nobody else wakes.",
	"deleted.many":   "{who}'s {base} is gone. {count} watches were on it, and all {count} fire: {names}.",
	"holds":          "{who} holds the lock: {why}.",
	"failed":         "{who} gives up its job: {why}.",
	"done":           "{who} is done.",
	"lost":           "What was on its way to {who} never arrives ({what}).",

	"disconnected":       "{who} has heard nothing for two thirds of its session timeout: it knows that its connection is gone, but not whether its session is.",
	"disconnected.holds": "It still believes that it holds; a careful process would stop its work now.",
	"expired.told":       "{who} is back, and learns only now that its session is over: what it did since then, it did without the lock.",

	"expired":          "The server has heard nothing of {who} since {heard}. Its session timeout of {timeout} has passed, so at this tick the server ends the session.",
	"expired.forced":   "The server ends {who}'s session.",
	"expired.gone":     "With it goes what belonged to it: {names}. Whoever watches that is told.",
	"expired.believes": "Nobody can tell {who}: it still believes that it holds.",

	"fault.crash":          "{who} stops without a word: it releases nothing, and nobody is told.",
	"fault.crash.server":   "The server stops. Its tree and its sessions are on disk; until it is back, nobody is answered.",
	"fault.restart":        "{who} starts anew. It remembers nothing, and opens a new session.",
	"fault.restart.server": "The server is back, with its tree and its sessions. Each session has its whole timeout before it again.",
	"fault.pause":          "Nothing of {who} runs any more: no heartbeat, no answer, no clock. It does not notice.",
	"fault.resume":         "{who} goes on as if no time had passed. What came meanwhile reaches it now, in order.",
	"fault.cut":            "Nothing passes between {who} and the servers any more, and no connection breaks: each side only hears silence.",
	"fault.heal":           "The network of {who} works again. What was held back arrives now.",
	"fault.delay":          "Messages of {who} take longer from now on.",
	"fault.drop_reply":     "The next request of {who} will be done, but its reply is lost: {who} will not know whether it was.",
	"fault.expire":         "The server is told to end {who}'s session.",
	"fault.close":          "{who} closes its session: its znodes go with it at once.",
	"fault.jump_clock":     "The wall clock of {who} jumps. ZooKeeper's sessions do not ask wall clocks.",
	"fault.other":          "On purpose: {text}.",
	"fault.until":          "If the server hears nothing more, the session of {who} ends at {deadline}, and until then its znodes stay.",
	"fault.believes":       "{who} still believes that it holds.",

	"violation": "Now {names} believe at once that they hold the lock: mutual exclusion is broken.",
}
