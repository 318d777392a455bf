package player

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

var notInNames = regexp.MustCompile(`[^A-Za-z0-9]+`)

// save asks for the file to write the branch to.
func save(m *Model) tea.Cmd {
	m.pause()
	if m.current == 0 {
		m.notice = m.say("notice.save.main")
		return nil
	}
	name := strings.TrimSuffix(filepath.Base(m.branches[0].rec.Plan.Scenario.File), ".yaml") + "-" +
		strings.Trim(notInNames.ReplaceAllString(m.branchName(m.current), "-"), "-") + ".yaml"
	m.askFile(name, nil)
	return nil
}

// askFile asks for the file to write to, and says why the last one named could not be written.
func (m *Model) askFile(name string, err error) {
	p := m.newPrompt(m.say("title.save"), m.say("save.about"), name, func(m *Model, file string) tea.Cmd {
		if file = strings.TrimSpace(file); file != "" {
			m.saveTo(file, false)
		}
		return nil
	})
	if err != nil {
		if path := (*fs.PathError)(nil); errors.As(err, &path) { // the path is there to be read
			err = path.Err
		}
		p.wrong = m.say("save.failed", "why", err.Error())
	}
	m.overlay = p
}

// saveTo writes the branch as a scenario of its own. A file that is there stays as it is unless
// the reader says so.
func (m *Model) saveTo(file string, overwrite bool) {
	var text bytes.Buffer
	if err := m.at().rec.Save(&text); err != nil {
		m.askFile(file, err)
		return
	}
	how := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if overwrite {
		how = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(file, how, 0o666)
	if errors.Is(err, fs.ErrExist) {
		m.overlay = &question{m.say("sure.overwrite", "file", file), func(m *Model) tea.Cmd {
			m.saveTo(file, true)
			return nil
		}}
		return
	}
	if err == nil {
		_, err = f.Write(text.Bytes())
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		m.askFile(file, err)
		return
	}
	m.at().saved = true
	if !strings.ContainsAny(file, `/\`) && !strings.HasSuffix(file, ".yaml") && !strings.HasSuffix(file, ".yml") {
		file = "./" + file // or it would be taken for the name of a lesson
	}
	m.notice = m.say("notice.saved", "file", file)
}
