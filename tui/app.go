// Package tui is the terminal UI: the browser of lessons, the player, and the comparison. It
// reads traces and nothing else. This package holds the screens together: which one has the
// terminal, and where one leads to another.
package tui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"lockstep/scenarios"
	"lockstep/tui/browser"
	"lockstep/tui/compare"
	"lockstep/tui/loading"
	"lockstep/tui/look"
	"lockstep/tui/player"
	"lockstep/tui/progress"
)

// screen has the whole terminal while it is the topmost.
type screen interface {
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	View() string
	SetSize(w, h int)
}

// busy is a screen that at times wants Ctrl-C for itself, to end what is under way.
type busy interface{ Busy() bool }

// Options are what was chosen on the command line, and where the screens find things.
type Options struct {
	Renderer *lipgloss.Renderer // of the terminal; nil: plain text
	ASCII    bool               // lines and signs of ASCII characters only
	NoQuiz   bool               // never stop for a question
	Seed     uint64
	Progress string // the file of the reader's progress, "" for none
}

// App is the screens, one upon the other. When none is left, the program ends.
type App struct {
	ctx      context.Context
	opts     Options
	look     *look.Look
	progress *progress.Store
	screens  []screen
	browser  *browser.Model                     // at the bottom of the screens; nil if a scenario was named
	lesson   string                             // what is being played, "" for a file
	then     func(*scenarios.Recording) tea.Cmd // goes on with what is being loaded; nil: it is played
	w, h     int
	err      error // what the program ends with
}

func newApp(ctx context.Context, opts Options) *App {
	r := opts.Renderer
	if r == nil {
		r = lipgloss.NewRenderer(nothing{})
	}
	return &App{ctx: ctx, opts: opts, look: look.New(r, opts.ASCII), progress: progress.Open(opts.Progress)}
}

// nothing is a terminal without colours.
type nothing struct{}

func (nothing) Write(p []byte) (int, error) { return len(p), nil }

// Browse makes an app that begins with the lessons.
func Browse(ctx context.Context, opts Options) (*App, error) {
	a := newApp(ctx, opts)
	b, err := browser.New(browser.Options{Context: ctx, Look: a.look, Renderer: opts.Renderer, Progress: a.progress, Seed: opts.Seed})
	if err != nil {
		return nil, err
	}
	a.browser, a.screens = b, []screen{b}
	return a, nil
}

// Play makes an app that begins with a run of a plan, and ends with it. If the plan is that of a
// lesson, the lesson's name is given too.
func Play(ctx context.Context, plan *scenarios.Plan, lesson string, opts Options) *App {
	a := newApp(ctx, opts)
	a.lesson = lesson
	a.screens = []screen{loading.New(ctx, plan, opts.Seed, a.look)}
	return a
}

// Err is what went wrong, nil if nothing did.
func (a *App) Err() error { return a.err }

// Init starts the first screen.
func (a *App) Init() tea.Cmd { return guarded(a.top().Init()) }

// top is the screen that has the terminal; nil if the program ends.
func (a *App) top() screen {
	if len(a.screens) == 0 {
		return nil
	}
	return a.screens[len(a.screens)-1]
}

// Update handles a message.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if a.top() == nil {
		return a, tea.Quit
	}
	return a, guarded(a.update(msg))
}

// update handles what concerns the screens together, and passes the rest to the topmost.
func (a *App) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		for _, s := range a.screens {
			s.SetSize(a.w, a.h)
		}
		return nil
	case tea.KeyMsg:
		if b, ok := a.top().(busy); msg.Type == tea.KeyCtrlC && !(ok && b.Busy()) {
			a.screens = nil
			return tea.Quit
		}
		if msg.Type == tea.KeyCtrlZ {
			return tea.Suspend
		}
	case panicked:
		a.screens, a.err = nil, msg.err
		return tea.Quit
	case browser.Play:
		a.lesson = msg.Lesson
		return a.play(msg.Rec)
	case loading.Done:
		if l, ok := a.top().(*loading.Model); ok {
			return a.loaded(l, msg)
		}
	case player.Compare:
		return a.beside(msg.Rec)
	case player.Quit, browser.Quit, compare.Quit:
		return a.pop()
	}
	cmd := a.top().Update(msg)
	a.watch()
	return cmd
}

// loaded goes on from a recording that had a screen of its own: of a scenario that was named on the
// command line, or of one to compare with.
func (a *App) loaded(l *loading.Model, done loading.Done) tea.Cmd {
	if done.Of != l {
		return nil
	}
	a.screens = a.screens[:len(a.screens)-1]
	then := a.then
	a.then = nil
	if done.Err != nil {
		if a.top() != nil && a.ctx.Err() == nil {
			return nil // there is a screen to go on with
		}
		if a.screens = nil; !errors.Is(done.Err, context.Canceled) || a.ctx.Err() != nil {
			a.err = done.Err
		}
		return tea.Quit
	}
	if then != nil {
		return then(done.Rec)
	}
	if a.lesson != "" {
		a.progress.Reach(a.lesson, progress.Opened) // that it is not saved spoils nothing
	}
	return a.play(done.Rec)
}

func (a *App) play(rec *scenarios.Recording) tea.Cmd {
	return a.push(player.New(rec, player.Options{Look: a.look, NoQuiz: a.opts.NoQuiz}))
}

// push puts a screen on top of the others.
func (a *App) push(s screen) tea.Cmd {
	s.SetSize(a.w, a.h)
	a.screens = append(a.screens, s)
	return s.Init()
}

// pop goes back to the screen below. Below the last is the end.
func (a *App) pop() tea.Cmd {
	a.screens = a.screens[:len(a.screens)-1]
	if len(a.screens) == 0 {
		return tea.Quit
	}
	return nil
}

// watch notices that the reader has come to the end of a lesson.
func (a *App) watch() {
	p, ok := a.top().(*player.Model)
	if !ok || a.lesson == "" || !p.AtEnd() {
		return
	}
	if a.browser != nil {
		a.browser.Finished(a.lesson)
	} else {
		a.progress.Reach(a.lesson, progress.Done)
	}
}

// View is the topmost screen.
func (a *App) View() string {
	if s := a.top(); s != nil {
		return s.View()
	}
	return ""
}
