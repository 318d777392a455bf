package wire

import (
	"encoding/binary"
	"fmt"
	"io"
)

// MaxFrame is the largest body that ZooKeeper's servers accept unless configured
// otherwise (jute.maxbuffer, 0xfffff). Replies may be larger: a server does not
// limit what it sends.
const MaxFrame = 1<<20 - 1

// FrameSizeError is a frame whose length is negative or above the limit. Nothing
// after it on the connection can be read: servers and clients close it.
type FrameSizeError struct {
	Size int32 // as read
	Max  int
}

func (e *FrameSizeError) Error() string {
	return fmt.Sprintf("wire: frame of %d bytes, expected 0 to %d", e.Size, e.Max)
}

// ReadFrame reads one frame and returns its body, which is at most limit bytes. It
// gives io.EOF when the connection ends between two frames, and io.ErrUnexpectedEOF
// when it ends inside one.
func ReadFrame(r io.Reader, limit int) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	size := int32(binary.BigEndian.Uint32(head[:]))
	if size < 0 || int64(size) > int64(limit) {
		return nil, &FrameSizeError{size, limit}
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r, body); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return body, nil
}

// AppendFrame appends body as one frame.
func AppendFrame(dst, body []byte) []byte {
	dst = appendInt32(dst, int32(len(body)))
	return append(dst, body...)
}
