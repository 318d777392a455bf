package zk

// CreateAll makes a persistent znode and those above it that are missing. What is there
// already is left as it is.
func CreateAll(c Client, path string) error {
	if path == "/" {
		return nil
	}
	_, err := c.Create(path, nil, Persistent)
	switch err {
	case nil, ErrNodeExists:
		return nil
	case ErrNoNode:
		if err := CreateAll(c, Parent(path)); err != nil {
			return err
		}
		return CreateAll(c, path)
	}
	return err
}

// DeleteAll deletes a znode and everything below it, deepest first. It is no error if part
// of it goes meanwhile, or if nothing was there; what others create meanwhile is deleted too.
func DeleteAll(c Client, path string) error {
	for {
		err := c.Delete(path, -1)
		switch err {
		case nil, ErrNoNode:
			return nil
		case ErrNotEmpty:
		default:
			return err
		}
		children, err := c.Children(path)
		if err != nil && err != ErrNoNode {
			return err
		}
		for _, child := range children {
			if err := DeleteAll(c, Join(path, child)); err != nil {
				return err
			}
		}
	}
}
