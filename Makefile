# make deps   installs the Debian packages that the tests against real servers need (as root)
# make test   runs all tests; those whose packages are missing are skipped, and say so
# make check  is what CI looks at besides: formatting, vet, staticcheck
# make conformance  compares the fake with a real server for as long as one wishes

PACKAGES = zookeeper libzookeeper-java default-jre-headless

.PHONY: all deps test check golden screens fuzz bench conformance

all: check test

deps:
	@missing=""; for p in $(PACKAGES); do \
	  dpkg-query -W -f='$${Status}\n' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	else echo "all packages are there: $(PACKAGES)"; fi

test:
	go test ./...

check:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...

# golden rewrites the golden transcripts. Read the diff before you commit it.
golden:
	go test ./scenarios -run Golden -update
	go test ./tui/pane -update -update-why

# screens rewrites docs/screens.md and the README's screen, the text captures of the screens. Look at the diff, too.
screens:
	go test ./tui -run '^(TestScreens|TestReadme)$$' -count=1 -update

# conformance compares random sequences of steps on the fake and on a real server. What is found
# comes with the command that finds it again. SEED=0 is a new seed every time.
#   make conformance SEQUENCES=400
#   make conformance DURATION=8h SEQUENCES=1000000
#   make conformance SEED=7 SEQUENCES=1
SEED = 0
SEQUENCES = 200
OPERATIONS = 500
DURATION = 12h
conformance:
	LOCKSTEP_REAL=require go test ./conformance -run '^TestConformance$$' -count=1 -v -timeout $(DURATION) \
	  -rapid.seed=$(SEED) -rapid.checks=$(SEQUENCES) -conformance.operations=$(OPERATIONS)

# fuzz runs each target for a while. What is found stays in the package's testdata.
FUZZTIME = 1m
fuzz:
	@grep -rno --include='*_test.go' '^func Fuzz[A-Za-z]*' . | sed 's|/[^/]*_test.go:[0-9]*:func | |' | while read -r pkg target; do \
	  echo "$$pkg $$target"; \
	  go test $$pkg -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 30x -parallel 1 || exit 1; done

bench:
	go test -run '^$$' -bench . -benchmem ./...
