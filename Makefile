# Fourth. `make help` lists what can be asked for; PYTHON=python3.12 picks another interpreter.
PYTHON ?= python3
BIN := .venv/bin
RUN_LOCK := requirements.lock
DEV_LOCK := requirements-dev.lock
# The contract of the last release, made by `buf build -o` when one is cut; until then it may be redesigned.
RELEASED := proto/released.binpb

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play bot playground test lint check proto words bench screenshots build lock clean set-up-run set-up-dev python

help: ## this list
	@echo "make play         play in this terminal (GAME=floating|rubber|german|... LANG_CODE=en|de|nb|zh-Hans|zh-Hant SEED=7)"
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1 \2/p' Makefile | while read -r name text; do \
		printf 'make %-12s %s\n' "$$name" "$$text"; done

# GAME, LANG_CODE and SEED, said here or set before, reach the command through the environment.
play: set-up-run
	@exec $(BIN)/fourth play

# The token comes from FOURTH_BOT_TOKEN or a file that FOURTH_BOT_TOKEN_FILE names, never from the command line.
bot: set-up-run ## let people play on Telegram; needs FOURTH_BOT_TOKEN
	@exec $(BIN)/fourth bot

playground: set-up-run ## Telegram without a token: a page of chats with the bot in it (PORT=8440)
	@exec $(BIN)/python -m playground $(if $(PORT),--port $(PORT))

test: set-up-dev ## the whole test suite
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: set-up-dev ## style, types, import contracts, the wire contract, generated files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/buf lint
	test ! -e $(RELEASED) || $(BIN)/buf breaking --against $(RELEASED)
	$(BIN)/python -m checks.stubs
	$(BIN)/python -m checks.catalogues

check: lint test ## lint, then test

proto: set-up-dev ## write the stubs beside the .proto files
	$(BIN)/python -m checks.stubs --write

words: set-up-dev ## compile every .po into its .mo
	$(BIN)/python -m checks.catalogues --write

bench: set-up-dev ## the figures of the README, at quick sizes (NAME=rpc measures one)
	@for name in $(or $(NAME),rules rpc durability hints chat strength start); do \
		$(BIN)/python -m benchmarks $$name --quick --json || exit; done

screenshots: set-up-dev ## pictures of the playground with a game on it, in build/screenshots; needs Chromium
	$(BIN)/python -m tests.playground.screenshots build/screenshots

build: set-up-dev ## the wheel, in dist/
	$(BIN)/python -m build --wheel --no-isolation

UV := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# aiogram, which the tests ask for a second opinion, wants pydantic below 2.14; both locks have one version of it.
lock: set-up-dev ## resolve both locks anew (UPGRADE=--upgrade takes newer releases)
	printf 'setuptools>=77\npydantic<2.14\n' | $(UV) $(UPGRADE) pyproject.toml - --extra bot --extra playground -o $(RUN_LOCK)
	$(UV) $(UPGRADE) pyproject.toml --extra bot --extra playground --extra dev -c $(RUN_LOCK) -o $(DEV_LOCK)

clean: ## remove everything that can be made again
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

set-up-run set-up-dev: set-up-%: python
	@$(PYTHON) checks/set_up.py $*

python:
	@command -v $(PYTHON) >/dev/null || \
		{ echo "fourth: $(PYTHON) not found; install Python 3.11 or newer." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "fourth: needs Python 3.11 or newer; name one with make PYTHON=python3.12 ..." >&2; exit 2; }
