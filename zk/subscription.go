package zk

// Waiter blocks a process until one of the sources has fired, and gives it.
type Waiter interface {
	Wait(sources ...Source) Source
}

// Subscription follows something that can be watched. A watch fires once; a subscription
// sets a new one each time it reads, so no change goes unnoticed, though several may be
// seen as one.
type Subscription[T any] struct {
	read  func() (T, Watch, error)
	watch Watch // armed by the last read, nil before the first
}

// SubscribeData follows the data of a znode. While there is none, Next fails with ErrNoNode,
// and the next Next waits for it to be created.
func SubscribeData(c Client, path string) *Subscription[[]byte] {
	return &Subscription[[]byte]{read: func() ([]byte, Watch, error) {
		data, _, watch, err := c.GetW(path)
		if err != ErrNoNode {
			return data, watch, err
		}
		// Reading has left no watch. Exists does, on what is not there too.
		_, there, watch, err := c.ExistsW(path)
		if err == nil && !there {
			return nil, watch, ErrNoNode
		}
		if err != nil {
			return nil, nil, err
		}
		data, _, watch, err = c.GetW(path) // it has come between the two
		return data, watch, err
	}}
}

// SubscribeChildren follows the names of a znode's children.
func SubscribeChildren(c Client, path string) *Subscription[[]string] {
	return &Subscription[[]string]{read: func() ([]string, Watch, error) { return c.ChildrenW(path) }}
}

// Next reads: the first time at once, and then each time something has changed. When one of
// the other sources fires first, it gives that source instead, and what was armed stays so.
func (s *Subscription[T]) Next(w Waiter, others ...Source) (value T, other Source, err error) {
	if s.watch != nil {
		if fired := w.Wait(append([]Source{s.watch}, others...)...); fired != Source(s.watch) {
			return value, fired, nil
		}
	}
	value, s.watch, err = s.read()
	if err != nil && err != ErrNoNode {
		s.watch = nil
	}
	return value, nil, err
}
