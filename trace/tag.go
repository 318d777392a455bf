package trace

// Tag is what is counted of a message.
type Tag struct {
	Class  Class
	Op     Op   // of a request and its reply
	Failed bool // a reply with an error
	New    bool // an Opened that begins a session
}

// Tag is what is counted of the message.
func (m *Msg) Tag() Tag {
	return Tag{m.Class, m.Op, m.Err != "", m.Class == Opened && m.Err == "" && m.Text == NewSession}
}
