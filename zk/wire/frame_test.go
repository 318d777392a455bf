package wire_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"lockstep/zk/wire"
)

func TestReadFrame(t *testing.T) {
	frames := wire.AppendFrame(wire.AppendFrame(nil, []byte("abc")), nil)
	r := iotest.OneByteReader(bytes.NewReader(frames))
	for _, want := range []string{"abc", ""} {
		if got, err := wire.ReadFrame(r, 3); string(got) != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := wire.ReadFrame(r, 3); err != io.EOF {
		t.Errorf("at the end: error %v, want EOF", err)
	}
}

func TestReadFrameFails(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
	}{
		{"length cut short", "\x00\x00", "unexpected EOF"},
		{"no body", "\x00\x00\x00\x02", "unexpected EOF"},
		{"body cut short", "\x00\x00\x00\x02x", "unexpected EOF"},
		{"negative length", "\xff\xff\xff\xff", "wire: frame of -1 bytes, expected 0 to 1048575"},
		{"one byte too long", "\x00\x10\x00\x00", "wire: frame of 1048576 bytes, expected 0 to 1048575"},
		{"a four-letter word", "ruok", "wire: frame of 1920298859 bytes, expected 0 to 1048575"},
	} {
		_, err := wire.ReadFrame(bytes.NewReader([]byte(c.in)), wire.MaxFrame)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	var size *wire.FrameSizeError
	_, err := wire.ReadFrame(bytes.NewReader([]byte("ruok")), wire.MaxFrame)
	if !errors.As(err, &size) || size.Size != 0x72756f6b || size.Max != wire.MaxFrame {
		t.Errorf("error %#v, want a FrameSizeError with the size as read", err)
	}
}

func TestReadFrameTakesTheLargest(t *testing.T) {
	body, err := wire.ReadFrame(bytes.NewReader(wire.AppendFrame(nil, make([]byte, wire.MaxFrame))), wire.MaxFrame)
	if err != nil || len(body) != wire.MaxFrame {
		t.Errorf("%d bytes, %v, want %d", len(body), err, wire.MaxFrame)
	}
}
