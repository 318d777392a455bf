package story

func init() {
	for key, sentence := range englishWhy {
		English["why."+key] = sentence
	}
}

// englishWhy are the sentences that explain a step. A key that ends in the name of a recipe holds
// for that recipe alone; .one and .many are for one process and for several that do the same.
var englishWhy = Catalogue{
	"begin":    "Nothing has happened yet. Press the right arrow for the first step.",
	"nothing":  "Only heartbeats: they tell the server that its sessions are alive.",
	"somebody": "somebody",

	// A process comes.
	"setup":              "The server is ready. The lock's directory is there and empty: nobody wants the lock yet.",
	"starts":             "{who} starts, and opens a session at the server.",
	"wants":              "{who} wants the lock.",
	"connected":          "{who} has a session now: the server ends it if it hears nothing for {timeout}.",
	"numbered":           "{who}'s znode gets the next number, {number}. A number says who came first; it does not say who holds. So next {who} asks for the list.",
	"created":            "{who} has created {base}.",
	"created.herd":       "No {base} was there, so {who} could create it. Whoever manages to create it holds the lock.",
	"created.persistent": "No {base} was there, so {who} could create it. Whoever manages to create it holds the lock.",
	"taken.one":          "{who} cannot create {base}: it is there already, because {owner} has created it. So next {who} sets a watch on it, to be told when it goes.",
	"taken.many":         "{who} cannot create {base}: it is there already, because {owner} has created it. So next they set a watch on it, to be told when it goes.",
	"in_vain.one":        "{who} was woken in vain: {owner} was faster, and {base} is there again. {who} must set a new watch and wait again.",
	"in_vain.many":       "{who} were woken in vain: {owner} was faster, and {base} is there again. All of them must set a new watch and wait again.",

	// It looks at the list, and decides.
	"listed.lowest":      "In the list, no number is lower than {who}'s own, {number}: it is {who}'s turn.",
	"listed.behind.one":  "{who}'s number is {number}, and one contender in the list comes before it: {owner}, with {base}. So next {who} sets a watch on that znode.",
	"listed.behind.many": "{who}'s number is {number}, and {count} others come before it in the list. The one just before is {owner}'s {base}: next {who} sets a watch on that znode, and on none of the others.",
	"listed.one":         "{who} is not the lowest in the list.",
	"listed.many":        "{who} are not the lowest in the list.",
	"listed.without":     "{who} does not find its own znode in the list: it has lost its place.",
	"exists":             "{base} is there, and the server has noted {who}'s watch on it.",
	"gone":               "{base} went before {who} could set its watch, so no event will come. {who} looks again.",

	// It waits.
	"waits.before":                 "{who} waits for {owner}'s znode {base}, the one just before its own, and for nothing else: when it goes, only {who} is told.",
	"waits.before.queue-unchecked": "{who} waits for {owner}'s znode {base}, the one just before its own. When it goes, {who} will take that for its turn, without looking whether it is.",
	"waits.gone":                   "{base} has gone already, and its event is on the way to {who}.",
	"waits.list.one":               "{who} waits for any change of {path}'s list: whoever comes or goes wakes all who watch it, so far {all}.",
	"waits.list.many":              "{who} wait for any change of {path}'s list: whoever comes or goes wakes all who watch it, so far {all}.",
	"waits.first.one":              "{who} waits until {owner}'s {base} goes. Then it is told, and tries again to create it.",
	"waits.first.many":             "{who} wait until {owner}'s {base} goes.",
	"waits.all.one":                "{who} waits until {owner}'s {base} goes; {all} wait for that by now. All of them will be told at once and will try to create it, and one will manage.",
	"waits.all.many":               "{who} wait until {owner}'s {base} goes. All of them will be told at once and will try to create it, and one will manage.",
	"waits.list.only":              "only {who}",
	"waits.persistent.one":         "{who} waits until {base} goes. It is persistent and belongs to no session: only a delete removes it, and only the process that holds the lock sends one.",
	"waits.persistent.many":        "{who} wait until {base} goes. It is persistent and belongs to no session: only a delete removes it, and only the process that holds the lock sends one.",

	// Somebody lets go, and others are woken.
	"releases":                  "{who} lets go: it deletes its znode.",
	"deletes.nobody":            "{who} lets go: its {base} is gone. Nobody watches it, so nobody is told.",
	"deletes.one":               "{who} lets go: its {base} is gone. One watch was on it, so {names} is told and nobody else.",
	"deletes.many":              "{who} lets go: its {base} is gone. {count} watches were on it, and all of them fire: {names} are told.",
	"deletes.nobody.children":   "{who} lets go: its {base} is gone from the list. Nobody watches the list, so nobody is told.",
	"deletes.one.children":      "{who} lets go: its {base} is gone from the list. The one who watches the list is told: {names}.",
	"deletes.many.children":     "{who} lets go: its {base} is gone from the list. {count} watch the list, and all of them are told: {names}.",
	"creates.told":              "{who}'s arrival changes the list, and whoever watches the list is told: {names}.",
	"closed.gone":               "{who} closes its session, and what belonged to it goes at once: {gone}.",
	"deleted":                   "The server tells {who} that {base} is deleted.",
	"told":                      "{who} gets an event, but is not waiting for one, and makes nothing of it.",
	"woken.one":                 "{who} is woken, and looks again.",
	"woken.many":                "{who} are woken, and look again.",
	"woken.one.herd":            "{who} is woken because {base} is gone, and tries again to create it.{others}",
	"woken.many.herd":           "{who} are woken because {base} is gone, and all of them try again to create it.{others}",
	"woken.one.persistent":      "{who} is woken because {base} is gone, and tries again to create it.{others}",
	"woken.many.persistent":     "{who} are woken because {base} is gone, and all of them try again to create it.{others}",
	"woken.one.queue":           "{who} is woken. That the one before it is gone does not yet mean that it is {who}'s turn, so it asks for the list again.",
	"woken.one.queue-unchecked": "{who} is woken because the one before it is gone.",
	"woken.one.children":        "{who} is woken, and must ask for the list again.",
	"woken.many.children":       "{who} are woken, and all of them must ask for the list again.",

	"woken.others.one":  " {others} other tries at the same moment, and only one can manage.",
	"woken.others.many": " {others} others try at the same moment, and only one can manage.",

	// It holds, or is done.
	"holds":              "{who} holds the lock: {why}.",
	"holds.so":           "So {who} holds the lock.",
	"holds.woken":        "{who} takes its wake-up for its turn. It does not look whether anybody is still before it.",
	"holds.woken.before": "{who} takes that for its turn, and does not look: {owner} still holds.",
	"failed":             "{who} gives up its job: {why}.",
	"done":               "{who} is done.",

	// Single messages.
	"asks.create":       "{who} asks the server to create a znode ({what}). Nothing has changed yet: the request is on its way.",
	"asks.delete":       "{who} asks the server to delete {base}. Nothing has changed yet: the request is on its way.",
	"asks.exists":       "{who} asks whether {base} is there, and wants to be told when that changes.",
	"asks.get_children": "{who} asks who is in the list.",
	"asks.other":        "{who} asks the server: {what}.",
	"serves":            "The server has done what {who} asked for ({what}). {who} does not know yet.",
	"sends":             "{who} sends to {peer}: {what}.",
	"sends.event":       "A watch of {who} fires, and is used up. On its way to {who}: {what}.",
	"sends.reply":       "On its way back to {who}: {what}.",
	"arrives":           "{who} receives: {what}.",
	"lost":              "What was on its way to {who} never arrives ({what}).",
	"error":             "{who}'s {op} fails: {err}.",

	// Sessions in trouble.
	"reconnected":        "{who} is connected again, in time: its session goes on, and its znodes are still there.",
	"disconnected":       "{who} has heard nothing for two thirds of its session timeout: it knows that its connection is gone, but not whether its session is.",
	"disconnected.holds": "It still believes that it holds; a careful process would stop its work now.",
	"expired":            "The server has heard nothing from {who} since {heard}. That is longer than the session timeout of {timeout}, so at this tick it ends {who}'s session.",
	"expired.forced":     "The server ends {who}'s session, because it was told to.",
	"expired.gone":       "{who}'s {gone} goes with it. Nobody watched that, so nobody is told.",
	"expired.told":       "{who}'s {gone} goes with it, and whoever watched it is told: {names}.",
	"expired.cause":      "The end of {who}'s session deletes its {gone}, and whoever watched it is told: {names}.",
	"expired.stays":      "But its znode is persistent and belongs to no session: it stays. Nobody will ever delete it, and whoever waits for it goes on waiting for ever.",
	"expired.believes":   "{who} itself cannot be told: it still believes that it holds.",
	"expired.learns":     "{who} reaches the server again, and learns only now that its session is over: what it has done since then, it did without the lock.",

	"runs_out":       "{who} is silent: the server ends its session in {left}, unless it hears from {who}.",
	"runs_out.crash": "{who} has crashed: the server ends its session in {left}.",
	"runs_out.due":   "The server ends {who}'s session at its next tick.",

	// What is broken and mended on purpose.
	"fault.crash":                  "{who} stops without a word: it releases nothing, and nobody is told.",
	"fault.crash.server":           "The server stops. Its tree and its sessions are on disk; until it is back, nobody is answered.",
	"fault.restart":                "{who} starts anew. It remembers nothing, and opens a new session.",
	"fault.restart.server":         "The server is back, with its tree and its sessions. Each session has its whole timeout before it again.",
	"fault.pause":                  "Nothing of {who} runs any more: no heartbeat, no answer, no clock. It does not notice.",
	"fault.resume":                 "{who} goes on as if no time had passed. What came meanwhile reaches it now, in order.",
	"fault.cut":                    "Nothing passes between {who} and the servers any more, and no connection breaks: each side only hears silence.",
	"fault.heal":                   "The network of {who} works again.",
	"fault.heal.open":              "Its session has not ended yet: if the server hears from {who} before it does, it goes on.",
	"fault.heal.over":              "{who} can reach the server again, and will be told that its session is over.",
	"fault.delay":                  "Messages of {who} take longer from now on.",
	"fault.drop_reply":             "The next request of {who} will be done, but its reply is lost: {who} will not know whether it was.",
	"fault.expire":                 "The server is told to end {who}'s session.",
	"fault.close":                  "{who} closes its session: its znodes go with it at once.",
	"fault.jump_clock":             "The wall clock of {who} jumps. ZooKeeper's sessions do not depend on wall clocks.",
	"fault.other":                  "On purpose: {text}.",
	"fault.until":                  "If the server hears nothing from {who} until {deadline}, it ends {who}'s session. Until then {who}'s znodes stay, and whoever waits for them goes on waiting.",
	"fault.until.crash":            "The server will end {who}'s session at {deadline}; until then {who}'s znodes stay, and whoever waits for them goes on waiting.",
	"fault.until.persistent":       "If the server hears nothing from {who} until {deadline}, it ends {who}'s session. But the lock's znode is persistent: it does not belong to the session, and will stay.",
	"fault.until.persistent.crash": "The server will end {who}'s session at {deadline}. But the lock's znode is persistent: it does not belong to the session, and will stay.",
	"fault.believes":               "{who} still believes that it holds.",

	"violation":         "Now {names} believe at once that they hold the lock: mutual exclusion is broken.",
	"violation.unaware": "{who} does not know that its session is over.",
}
