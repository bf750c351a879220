# make play   set up once, then play
# make test   everything that is checked: lint, types, imports, the engine compiled and interpreted, the browser game
# make help   all the rest
#
# Works with GNU make 3.81, on Linux and macOS, with or without a C compiler and node.

# What `make play` starts. PLAY is the one line to change for another first command.
HOST ?= 127.0.0.1
PORT ?= 8000
PLAY ?= serve --host $(HOST) --port $(PORT)

# In several processes; a file stays in one of them. `make test SIDE_BY_SIDE=` runs one test after another.
SIDE_BY_SIDE ?= -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# How much `make fuzz` plays, and how often `make crash` kills, on what (`make soak` too).
ROUNDS ?= 100000
KILLS ?= 200
DB ?= postgres

# For how long `make soak` lets people come and go.
MINUTES ?= 60

# How many games `make follies` watches.
GAMES ?= 1000

# The first Python that is new enough; `make PY=/path/to/python3 …` chooses another.
PY ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements.lock
PIP = $(BIN)/python -m pip -qq --disable-pip-version-check
INSTALL = $(PIP) install --constraint $(LOCK) --build-constraint $(LOCK)

# The package is installed, not linked: so what runs is what a wheel holds, compiled where possible. It is built again
# when a source changes; the listing's checksum is part of the stamp's name, so that a deleted file counts as well.
SOURCES := $(shell find src web -type f -not -path '*/node_modules/*' -not -path 'web/test-tools/*' -not -path '*/dist/*' \
	-not -path '*/__pycache__/*' 2>/dev/null) pyproject.toml hatch_build.py
LISTING := $(shell echo $(sort $(SOURCES)) | cksum | cut -d ' ' -f 1)
PYTHON_READY := $(VENV)/.python
PACKAGE_READY := $(VENV)/.package-$(LISTING)
TOOLS_READY := $(VENV)/.tools

.PHONY: help play test browser pictures lint format bench fuzz crash soak follies load silence ray mutants audit lock clean

help:
	@echo "make play [HOST=0.0.0.0] [PORT=8000]   set up once, then play"
	@echo "make test [TESTS=tests/engine]         every check, or the tests of one folder"
	@echo "make browser [URL=http://...]          every game from home to its last page, every question, in Chromium"
	@echo "make pictures                          every screen, card and question in one page: build/screens"
	@echo "make lint                              ruff, mypy and the order of imports"
	@echo "make format                            write the source the way ruff likes it"
	@echo "make bench                             how fast the engine is on this machine"
	@echo "make fuzz [ROUNDS=100000]              random tables of every game, every property looked at"
	@echo "make crash [KILLS=200] [DB=sqlite]     kill servers while games are played: nothing may be lost"
	@echo "make soak [MINUTES=60] [DB=sqlite]     people come and go for hours: nothing may be left of them"
	@echo "make follies [GAMES=1000]              what steady bots do that nobody wants to see: each under 1 %"
	@echo "make silence [PAIRS=2000]              worlds that nobody may tell apart, served side by side; planted leaks"
	@echo "make load [PARTS='moves floods']       what the server bears, against boardgame.io's and against floods"
	@echo "make ray                               a Ray cluster of two nodes, one of which is killed"
	@echo "make mutants [ARGS='--sample 40']      break the rules on purpose: a scenario must notice"
	@echo "make audit                             known holes in what we depend on"
	@echo "make lock                              choose new versions of what we depend on"
	@echo "make clean                             remove everything that was made"

play: $(PACKAGE_READY)
	@$(BIN)/undermine $(PLAY)

test: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m pytest --quiet $(SIDE_BY_SIDE) $(TESTS)

# At a server that is running (`make play` in another window), the games from the home page alone.
browser: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.e2e.shown $(if $(URL),--url $(URL)) $(ARGS)
	@$(if $(URL),true,$(BIN)/python -m tests.e2e.questions && $(BIN)/python -m tests.e2e.games --count 8)

pictures: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.e2e.gallery $(ARGS)

lint: $(TOOLS_READY)
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports

format: $(TOOLS_READY)
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: $(PACKAGE_READY)
	@$(BIN)/undermine bench $(ARGS)

fuzz: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.fuzz.run --rounds $(ROUNDS) $(ARGS)

crash: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.crash.run --kills $(KILLS) --db $(DB) $(ARGS)

soak: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.soak.run --minutes $(MINUTES) --db $(DB) $(ARGS)

follies: $(PACKAGE_READY)
	@$(BIN)/undermine follies --games $(GAMES) --most 0.01 $(ARGS)

silence: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.silence.run --pairs $(or $(PAIRS),2000)

# A machine with nothing else to do, two cores, node; fetches boardgame.io into build/. A quarter of an hour.
load: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.load.run $(PARTS) $(ARGS)

ray: $(PACKAGE_READY) $(TOOLS_READY)
	@$(INSTALL) --group cluster
	@$(BIN)/python -m tests.cluster.run $(ARGS)

mutants: $(PACKAGE_READY) $(TOOLS_READY)
	@$(BIN)/python -m tests.mutants.run $(ARGS)

audit: $(TOOLS_READY)
	@$(INSTALL) --group audit
	@$(BIN)/pip-audit --requirement $(LOCK) --no-deps --disable-pip
	@if test -f web/package-lock.json; then cd web && npm audit; fi

# What is tested with, from a real resolve in a fresh environment; it names versions and no place to get them from.
lock:
	@$(MAKE) --no-print-directory python-is-there
	@rm -rf build/lock && $(PY) -m venv build/lock
	@build/lock/bin/python -m pip -qq --disable-pip-version-check install --upgrade pip
	@UNDERMINE_MYPYC=0 UNDERMINE_SKIP_WEB=1 build/lock/bin/python -m pip -qq --disable-pip-version-check \
		install . --group test --group dev --group node
	@{ echo "# Versions that are tested together. Written by \`make lock\`; do not edit."; \
		build/lock/bin/python -m pip --disable-pip-version-check freeze --all --exclude undermine; } > $(LOCK)
	@rm -rf build/lock

clean:
	rm -rf $(VENV) build dist web/node_modules src/undermine/web/dist
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: python-is-there
python-is-there:
	@test -n '$(PY)' || { echo "Undermine needs Python 3.11 or newer: install it, then try again." >&2; exit 1; }
	@'$(PY)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Undermine needs Python 3.11 or newer; $(PY) is not: try make PY=python3.12" >&2; exit 1; }
	@'$(PY)' -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python cannot make environments here: run 'sudo apt install python3-venv', then try again." >&2; exit 1; }

# An old pip knows neither --group nor --build-constraint, so the environment's own is brought up to the locked one.
$(PYTHON_READY): $(LOCK)
	@$(MAKE) --no-print-directory python-is-there
	@test -x $(BIN)/python || $(PY) -m venv $(VENV)
	@$(PIP) install --constraint $(LOCK) --upgrade pip
	@touch $@

$(PACKAGE_READY): $(PYTHON_READY) $(SOURCES)
	@echo "Building Undermine (the first time this takes a few minutes) ..." >&2
	@$(INSTALL) .
	@test ! -f build/mypyc.log || echo "The engine could not be compiled (see build/mypyc.log): it runs, but slowly." >&2
	@rm -f $(VENV)/.package-* && touch $@

$(TOOLS_READY): $(PYTHON_READY) pyproject.toml
	@$(INSTALL) --group test --group dev
	@$(BIN)/python -c 'import hatch_build, sys; sys.exit(hatch_build.system_npm() is None)' || $(INSTALL) --group node
	@touch $@
