package zk

import (
	"reflect"
	"testing"
)

// Whatever request has a path, PathOf gives the field itself.
func TestPathOf(t *testing.T) {
	for _, r := range []Request{
		&CreateRequest{}, &DeleteRequest{}, &ExistsRequest{}, &GetDataRequest{}, &GetChildrenRequest{}, &SetDataRequest{},
		&GetACLRequest{}, &SetACLRequest{}, &SyncRequest{}, &CheckRequest{}, &MultiRequest{}, &MultiReadRequest{},
		&AddWatchRequest{}, &RemoveWatchesRequest{}, &CheckWatchesRequest{}, &SetWatchesRequest{}, &AuthRequest{},
		&PingRequest{}, &CloseRequest{}, &GetEphemeralsRequest{}, &ChildrenNumberRequest{}, &WhoAmIRequest{}, &UnknownRequest{},
	} {
		var want *string
		if field := reflect.ValueOf(r).Elem().FieldByName("Path"); field.IsValid() {
			want = field.Addr().Interface().(*string)
		}
		if got := PathOf(r); got != want {
			t.Errorf("%T: %p, want %p", r, got, want)
		}
	}
}
