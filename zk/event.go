package zk

import "fmt"

// EventType says what a watch saw. The numbers are those of the wire.
type EventType int32

const (
	EventSession                EventType = -1 // the session's state changed; no path
	EventCreated                EventType = 1
	EventDeleted                EventType = 2
	EventDataChanged            EventType = 3
	EventChildrenChanged        EventType = 4
	EventDataWatchRemoved       EventType = 5 // these three answer removeWatches
	EventChildWatchRemoved      EventType = 6
	EventPersistentWatchRemoved EventType = 7
)

var eventNames = map[EventType]string{
	EventSession: "Session", EventCreated: "Created", EventDeleted: "Deleted",
	EventDataChanged: "DataChanged", EventChildrenChanged: "ChildrenChanged",
	EventDataWatchRemoved: "DataWatchRemoved", EventChildWatchRemoved: "ChildWatchRemoved",
	EventPersistentWatchRemoved: "PersistentWatchRemoved",
}

func (t EventType) String() string {
	if name, ok := eventNames[t]; ok {
		return name
	}
	return fmt.Sprintf("event %d", int32(t))
}

// State is a session's state as its client sees it. The server's view may differ: a
// client that reaches no server is never told that its session has expired.
type State int32

const (
	StateDisconnected State = 0
	StateConnected    State = 3
	StateAuthFailed   State = 4
	StateExpired      State = -112 // final: the server has ended the session
	StateClosed       State = 7    // final: the client has ended the session
)

var stateNames = map[State]string{
	StateDisconnected: "disconnected", StateConnected: "connected", StateAuthFailed: "auth failed",
	StateExpired: "expired", StateClosed: "closed",
}

func (s State) String() string {
	if name, ok := stateNames[s]; ok {
		return name
	}
	return fmt.Sprintf("state %d", int32(s))
}

// Event is what a watch reports, once.
type Event struct {
	Type  EventType
	State State
	Path  string
}

func (e Event) String() string {
	if e.Type == EventSession {
		return e.State.String()
	}
	return e.Type.String() + " " + e.Path
}
