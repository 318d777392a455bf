package story

import (
	"bytes"
	"testing"

	"lockstep/trace"
)

// A story speaks the language of its teller's catalogue throughout.
func TestCatalogue(t *testing.T) {
	tr := trace.New(true)
	c1, zk := tr.AddNode("c1", trace.Process), tr.AddNode("zk", trace.Server)
	send := tr.Add(&trace.Event{At: 1e9, Kind: trace.Send, Node: c1, Peer: zk, Cause: -1, Msg: trace.Msg{Class: trace.Ping}})
	heard := tr.Add(&trace.Event{At: 1_001e6, Kind: trace.Recv, Node: zk, Peer: c1, Cause: send, Msg: trace.Msg{Class: trace.Ping}})
	tr.Add(&trace.Event{At: 8e9, Kind: trace.Expired, Node: zk, Peer: c1, Cause: heard})
	german := Catalogue{
		"expired":          "beendet die Sitzung von {who}: nichts gehört seit {since}, das sind {silence}",
		"duration.seconds": "{n} Sekunden",
	}
	var b bytes.Buffer
	if err := Write(&b, tr, Teller{Catalogue: german}, nil); err != nil {
		t.Fatal(err)
	}
	want := "    8.000  zk       beendet die Sitzung von c1: nichts gehört seit 1.001, das sind 6.999 Sekunden\n"
	if got := b.String(); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}
