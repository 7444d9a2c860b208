# Two commands do all the set-up: `make gate` and `make test`. The rest is for whoever works on this.
PYTHON ?= python3
VENV ?= .venv
BIN ?= $(VENV)/bin
READY ?= $(VENV)/.ready
ARGS ?=

.PHONY: gate test lint types cover schemas baseline

gate: $(READY)
	$(BIN)/python -m pytest --memeval-offline $(ARGS)

test: $(READY)
	$(BIN)/python -m pytest $(or $(ARGS),-n auto)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

cover: $(READY)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

schemas: $(READY)
	for name in $$($(BIN)/python -c \
	    "from pytest_memeval.schemas import schema_names; print(*schema_names())"); do \
	  $(BIN)/python -m pytest_memeval schema $$name > pytest_memeval/schemas/$$name.schema.json; done

# What the pre-commit hook compares with: take it anew only in a change that says why.
baseline: $(READY)
	$(BIN)/python -m pytest --memeval-offline -qq fixtures -o memeval_history=
	$(BIN)/python -m pytest_memeval report reports/last_report.json --as-baseline reports/baseline.json

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
