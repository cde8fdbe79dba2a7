# POST-UP: `make run` starts the forum, `make test` tests it. `make help` lists the rest.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

DATA := data
POSTUP := target/release/postup
BIND ?= 127.0.0.1:8080

.PHONY: help
help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

.PHONY: run
run: release ## Builds what is missing, then serves the forum; filled with the demo community on the first start
	@mkdir -p $(DATA)
	@test -e $(DATA)/postup.db || $(POSTUP) demo --database-url sqlite://$(DATA)/postup.db
	@echo "POST-UP: http://$(BIND) · sign in as admin-ada (admin), mara.lindqvist or tomas_k, password: postup-demo"
	@exec $(POSTUP) serve --bind $(BIND) --database-url sqlite://$(DATA)/postup.db

.PHONY: release
release:
	cargo build --release --locked --package server

.PHONY: test
test: setup ## Installs what is missing, then runs all tests, on both databases
	cargo test --locked --workspace
	POSTUP_TEST_DATABASE=postgres cargo test --locked --package server --test api

.PHONY: setup
setup: ## Installs what tests and builds need beside Rust: a C compiler, perl, make, PostgreSQL
	@bash scripts/setup.sh

.PHONY: check
check: setup ## Formatting, lints, documentation: what must be clean before a push
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --locked --workspace --no-deps --quiet

.PHONY: bench
bench: release ## Measures the server on SQLite with `postup demo --scale 1`; needs wrk
	@bash bench/run.sh

.PHONY: fuzz-api
fuzz-api: release ## Asks the server all that its API document allows, and more; needs Python 3
	@bash scripts/fuzz-api.sh

.PHONY: up
up: .env ## Brings the forum and PostgreSQL up with docker compose; makes the secrets on the first run
	docker compose up --build --detach --wait
	@echo "POST-UP: http://127.0.0.1:8080 · the admin's name is admin, the password is in .env"

# Hexadecimal digits alone, as the password also stands in a URL.
.env:
	@umask 077; word() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }; \
	    printf 'POSTGRES_PASSWORD=%s\nPOSTUP_JWT_SECRET=%s\nPOSTUP_ADMIN_PASSWORD=%s\n' "$$(word)" "$$(word)" "$$(word)" > .env
