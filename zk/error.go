package zk

import "fmt"

// Error is an error code as ZooKeeper's servers send it and as its clients
// report it. The numbers are those of org.apache.zookeeper.KeeperException.Code.
type Error int32

const (
	OK                        Error = 0
	ErrRuntimeInconsistency   Error = -2 // also: an operation of a multi after the one that failed
	ErrConnectionLoss         Error = -4 // the reply never came: the request may or may not have been applied
	ErrMarshalling            Error = -5
	ErrUnimplemented          Error = -6
	ErrOperationTimeout       Error = -7
	ErrBadArguments           Error = -8
	ErrNoNode                 Error = -101
	ErrNoAuth                 Error = -102
	ErrBadVersion             Error = -103
	ErrNoChildrenForEphemeral Error = -108
	ErrNodeExists             Error = -110
	ErrNotEmpty               Error = -111
	ErrSessionExpired         Error = -112
	ErrInvalidACL             Error = -114
	ErrAuthFailed             Error = -115
	ErrSessionClosing         Error = -116 // the client has closed its session itself
	ErrSessionMoved           Error = -118
	ErrNoWatcher              Error = -121
)

var errorNames = map[Error]string{
	OK:                        "ok",
	ErrRuntimeInconsistency:   "RuntimeInconsistency",
	ErrConnectionLoss:         "ConnectionLoss",
	ErrMarshalling:            "MarshallingError",
	ErrUnimplemented:          "Unimplemented",
	ErrOperationTimeout:       "OperationTimeout",
	ErrBadArguments:           "BadArguments",
	ErrNoNode:                 "NoNode",
	ErrNoAuth:                 "NoAuth",
	ErrBadVersion:             "BadVersion",
	ErrNoChildrenForEphemeral: "NoChildrenForEphemerals",
	ErrNodeExists:             "NodeExists",
	ErrNotEmpty:               "NotEmpty",
	ErrSessionExpired:         "SessionExpired",
	ErrInvalidACL:             "InvalidACL",
	ErrAuthFailed:             "AuthFailed",
	ErrSessionClosing:         "SessionClosing",
	ErrSessionMoved:           "SessionMoved",
	ErrNoWatcher:              "NoWatcher",
}

// Error gives ZooKeeper's own name of the code, such as "NodeExists".
func (e Error) Error() string {
	if name, ok := errorNames[e]; ok {
		return name
	}
	return fmt.Sprintf("ZooKeeper error %d", int32(e))
}
