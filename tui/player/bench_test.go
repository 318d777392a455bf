package player

import (
	"runtime"
	"testing"

	"lockstep/scenarios"
	"lockstep/tui/uitest"
)

// BenchmarkKeys measures Update and View in a run of a thousand clients and millions of events.
func BenchmarkKeys(b *testing.B) {
	if testing.Short() {
		b.Skip("records millions of events")
	}
	rec := uitest.Record(b, "herd", "n", "1000")
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	b.Logf("%d events, %d beats, %d MB", rec.Trace.Len(), len(rec.Beats), memory.HeapAlloc>>20)
	for _, c := range []struct {
		name  string
		start int // in percent of the run
		keys  []string
	}{
		{"next", 50, []string{"right"}},
		{"back", 50, []string{"left"}},
		{"message", 50, []string{">", "<"}},
		{"landmark", 10, []string{"n", "N"}},
		{"ends", 0, []string{"end", "home"}},
		{"middle", 0, []string{"home", "end", "left"}},
	} {
		b.Run(c.name, func(b *testing.B) { benchKeys(b, rec, c.start, c.keys) })
	}
}

func benchKeys(b *testing.B, rec *scenarios.Recording, percent int, keys []string) {
	m := New(rec, Options{NoQuiz: true})
	m.SetSize(160, 50)
	places := m.at().places
	m.at().moveTo(places.count() * percent / 100)
	for i := 0; b.Loop(); i++ {
		m.Update(uitest.Key(keys[i%len(keys)]))
		if m.View() == "" {
			b.Fatal("no screen")
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/key")
}
