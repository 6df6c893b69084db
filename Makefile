# Everything runs from a clean clone with Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/.core
READY := $(VENV)/.ready
PROFILE ?= quick
N ?= 1000
SEED ?= 1
FUZZ ?= $(wildcard $(addprefix bench/fuzz/,run.py dimensions.py parameters.py explore.py))
LEDGER ?= build/docs/ledger.json
export PYTHONUTF8 = 1

.PHONY: verify test test-fast test-nightly compiled lint docs site readme dist measured kernel halfspaces mutants fuzz clean

# What verifies, measures, explains and audits, and no more: no matplotlib, scikit-learn or distributed.
verify: $(CORE)
	$(BIN)/littlestone verify --profile $(PROFILE)

test: lint compiled
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not nightly"

# Hundreds of tests start a process; where Python is told to write no bytecode, each would compile the kit anew.
compiled: $(READY)
	$(BIN)/python -m compileall -q -j 0 spec impl proofs_check

test-fast: compiled
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not nightly"

# More cases of what `make test` shows on few: all orbits on six points, every seed, the audits' repetitions.
test-nightly: compiled
	$(BIN)/python -m pytest -n auto --dist worksteal -m nightly

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy spec impl proofs_check

docs: $(VENV)/.docs $(LEDGER)
	$(BIN)/sphinx-build -q -j auto -W --keep-going -d build/doctrees -D claims_ledger=$(LEDGER) docs docs/_build/html

# What the pages say was found is of a run of these very files.
build/docs/ledger.json: $(READY) $(shell find spec impl proofs_check -name '*.py' -o -name '*.json' -o -name '*.toml')
	$(BIN)/littlestone verify --report build/docs > /dev/null
	$(BIN)/littlestone verify LIT 'DIM.thresholds*' --measure --report build/docs > /dev/null

# The documentation, built whole and checked: docs/_build/html can be put on any server.
site: docs
	$(BIN)/python docs/check_site.py docs/_build/html

readme: $(READY)
	$(BIN)/python docs/readme.py

dist: $(READY)
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*

# Once a release: what `explain` and `list` say before anything was run.
measured: $(READY)
	$(BIN)/littlestone verify --profile full --measure --report build/release
	$(BIN)/littlestone verify LIT CPM --profile full --measure --report build/release
	$(BIN)/python bench/measured.py build/release/ledger.json

# Class claims as theorems that Rocq checks, with Debian's package coq: a line has points, labels and ids. Then the
# proofs for every number of points, none of which may rest on an axiom.
kernel: $(READY)
	mkdir -p build/kernel
	while read -r points labels ids; do for id in $$ids; do $(BIN)/littlestone kernel $$id --points $$points \
		--labels $$labels -o build/kernel/$$id.v --check || exit 1; done; done < bench/kernel.txt
	cp proofs_check/littlestone/proofs_check/kernel/*.v build/kernel && cd build/kernel && \
		test "$$(for part in Classes Lrat Meanings EveryNumber; do coqc -q -Q . Littlestone $$part.v \
		|| echo failed; done | sort -u)" = "Closed under the global context"

# Accuracy against epsilon of private halfspaces, made anew: diffprivlib's column only where it is installed.
halfspaces: $(READY)
	$(BIN)/python bench/learners/halfspaces.py --write docs/halfspaces.md --svg docs/images/halfspaces.svg

mutants: $(VENV)/.mutation
	$(BIN)/python bench/mutation.py $(foreach module,$(MODULES),'$(module)')

# Every part is run, whatever the others found.
fuzz: $(READY)
	failed=0; for part in $(FUZZ); do \
		$(BIN)/python $$part --number $(N) --seed $(SEED) || failed=1; done; exit $$failed

$(VENV)/.mutation: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[mutation]'
	touch $@

$(VENV)/.docs: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	touch $@

$(CORE): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "littlestone needs Python 3.11 or newer; run make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	touch $(CORE)

$(READY): $(CORE)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) build dist docs/_build docs/api docs/claims docs/errata .mypy_cache .ruff_cache .pytest_cache .hypothesis
