package wire

import (
	"encoding/binary"

	"lockstep/zk"
)

func appendBool(dst []byte, v bool) []byte {
	if v {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func appendInt32(dst []byte, v int32) []byte {
	return binary.BigEndian.AppendUint32(dst, uint32(v))
}

func appendInt64(dst []byte, v int64) []byte {
	return binary.BigEndian.AppendUint64(dst, uint64(v))
}

// appendBuffer writes nil as null.
func appendBuffer(dst, v []byte) []byte {
	if v == nil {
		return appendInt32(dst, -1)
	}
	dst = appendInt32(dst, int32(len(v)))
	return append(dst, v...)
}

func appendString(dst []byte, v string) []byte {
	dst = appendInt32(dst, int32(len(v)))
	return append(dst, v...)
}

// appendStrings writes nil as an empty list.
func appendStrings(dst []byte, list []string) []byte {
	dst = appendInt32(dst, int32(len(list)))
	for _, s := range list {
		dst = appendString(dst, s)
	}
	return dst
}

// appendACL writes nil as null.
func appendACL(dst []byte, list []zk.ACL) []byte {
	if list == nil {
		return appendInt32(dst, -1)
	}
	dst = appendInt32(dst, int32(len(list)))
	for _, a := range list {
		dst = appendInt32(dst, int32(a.Perms))
		dst = appendString(dst, a.Scheme)
		dst = appendString(dst, a.ID)
	}
	return dst
}

// appendIdentities writes ACL entries without their permissions, nil as an empty list.
func appendIdentities(dst []byte, list []zk.ACL) []byte {
	dst = appendInt32(dst, int32(len(list)))
	for _, a := range list {
		dst = appendString(dst, a.Scheme)
		dst = appendString(dst, a.ID)
	}
	return dst
}

func appendStat(dst []byte, s *zk.Stat) []byte {
	dst = appendInt64(dst, s.Czxid)
	dst = appendInt64(dst, s.Mzxid)
	dst = appendInt64(dst, s.Ctime)
	dst = appendInt64(dst, s.Mtime)
	dst = appendInt32(dst, s.Version)
	dst = appendInt32(dst, s.Cversion)
	dst = appendInt32(dst, s.Aversion)
	dst = appendInt64(dst, s.EphemeralOwner)
	dst = appendInt32(dst, s.DataLength)
	dst = appendInt32(dst, s.NumChildren)
	return appendInt64(dst, s.Pzxid)
}
