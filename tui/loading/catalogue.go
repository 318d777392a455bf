package loading

import "lockstep/trace/story"

// English is what a recording says.
var English = story.Catalogue{
	"running": "Running: {events} events so far",
	"stop":    "stops it",
}
