# POST-UP: `make run` starts the forum, `make test` tests it. `make help` lists the rest.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

DATA := data
POSTUP := target/release/postup
BIND ?= 127.0.0.1:8080
# Node 24, which the web interface brings as a development dependency. Scripts of npm run with it, too.
NODE := frontend/node_modules/.bin/node
# One selection of packages for all tests, so that crates are compiled once, with one set of features. Tests wait
# for half of their time: two run on each core.
CARGO_TEST := RUST_TEST_THREADS=$$((2 * $$(getconf _NPROCESSORS_ONLN))) cargo test --locked --workspace

.PHONY: help
help: ## Lists the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

# A packaged jemalloc spares building one, which takes a minute of one core.
JEMALLOC := lib=$$(cc -print-file-name=libjemalloc_pic.a); \
    if [ -e "$$lib" ]; then export JEMALLOC_OVERRIDE=$$lib; fi;
RELEASE := $(JEMALLOC) cargo build --release --locked --package server

.PHONY: run
run: release ## Builds and serves the forum; the first start fills it with the demo community
	@mkdir -p $(DATA)
	@test -e $(DATA)/postup.db || $(POSTUP) demo --database-url sqlite://$(DATA)/postup.db
	@echo "POST-UP: http://$(BIND) · sign in as admin-ada (admin), mara.lindqvist or tomas_k, password: postup-demo"
	@exec $(POSTUP) serve --bind $(BIND) --database-url sqlite://$(DATA)/postup.db

.PHONY: release
release: frontend/dist/index.html
	@test -e $(POSTUP) || echo "First build of the server: about eight minutes on two cores, less on more."
	@$(RELEASE) --features jemalloc

.PHONY: build-tools
build-tools:
	@bash scripts/setup.sh build

.PHONY: dev
dev: node-modules ## Rebuilds the server on change and serves the web interface with hot reload at http://127.0.0.1:5173
	@mkdir -p $(DATA)
	@$(NODE) scripts/dev.mjs

SCREENS := $(shell find frontend/src frontend/public frontend/scripts -type f) \
    frontend/index.html frontend/vite.config.ts frontend/package-lock.json

frontend/dist/index.html: $(SCREENS) | node-modules
	npm --prefix frontend run --silent build

.PHONY: node-modules
node-modules: frontend/node_modules/.package-lock.json frontend/codegen/node_modules/.package-lock.json

# npm runs with the installed Node here, whose age does not matter: what it warns about runs with $(NODE).
%/node_modules/.package-lock.json: %/package-lock.json | build-tools
	npm --prefix $* ci --loglevel=error
	@touch $@

.PHONY: test
test: setup test-web test-rust test-postgres test-e2e ## Installs missing tools, then runs all tests: web interface, Rust, end to end in Chromium

.PHONY: test-web
test-web: node-modules ## Tests the web interface in jsdom
	npm --prefix frontend test

.PHONY: test-rust
test-rust: frontend/dist/index.html ## Tests the crates: rules, both databases, the API on SQLite
	@# No documentation has an example, for which each crate would be compiled once more.
	$(CARGO_TEST) --all-targets

.PHONY: test-postgres
test-postgres: frontend/dist/index.html ## Tests on PostgreSQL what of the API depends on the database
	POSTUP_TEST_DATABASE=postgres $(CARGO_TEST) --test api -- $$(grep -v '^#' crates/server/tests/api/on_postgres.txt)

.PHONY: test-e2e
test-e2e: frontend/dist/index.html ## Tests the whole in Chromium and Firefox, with a debug build of the server
	$(CARGO_TEST) --test api --no-run
	POSTUP_BINARY=$(CURDIR)/target/debug/postup npm --prefix frontend run e2e

.PHONY: setup
setup: ## Installs the tools of tests and builds besides Rust, Node and npm: a C compiler, make, OpenSSL, PostgreSQL, Chromium, Firefox
	@$(MAKE) --no-print-directory --jobs 2 node-modules test-tools

.PHONY: test-tools
test-tools: | build-tools
	@bash scripts/setup.sh tests

.PHONY: check
check: setup check-web check-rust ## Checks formatting, lints and documentation: must be clean before a push

.PHONY: check-web
check-web: node-modules
	npm --prefix frontend run --silent check

.PHONY: check-format
check-format:
	cargo fmt --all --check

.PHONY: check-rust
check-rust: check-format
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --locked --workspace --no-deps --quiet

.PHONY: bench
bench: bench-tool ## Measures the server on SQLite and PostgreSQL against the limits of the machine; needs wrk
	@$(NODE) bench/run.mjs

.PHONY: bench-growth
bench-growth: bench-tool ## Measures the cost of reads at scale 1, 10 and 100; stores its databases in bench/data (about 45 GB)
	@$(NODE) bench/growth.mjs

.PHONY: bench-streams
bench-streams: bench-tool ## Measures streams of events: from an act to its event, and 10,000 streams; needs 21,000 open files
	@$(NODE) bench/streams.mjs

.PHONY: streams-goals
streams-goals: bench-streams ## Runs bench-streams, and fails if it misses a goal of docs/performance.md
	@$(NODE) bench/goals.mjs streams

.PHONY: bench-goals
bench-goals: bench-tool ## Runs bench in shorter rounds, and fails if it misses a goal of docs/performance.md
	@ROUNDS=$${ROUNDS:-3} SECONDS_EACH=$${SECONDS_EACH:-2} $(NODE) bench/run.mjs
	@$(NODE) bench/goals.mjs bench

.PHONY: growth-goals
growth-goals: bench-tool ## Measures growth at scale 1 and 10, and fails if a read costs more than twice as much
	@SCALES=1,10 $(NODE) bench/growth.mjs
	@$(NODE) bench/goals.mjs growth

# Built together with the server, so that both share compiled crates with the same features.
.PHONY: bench-tool
bench-tool: frontend/dist/index.html
	@$(RELEASE) --package bench --features server/jemalloc

.PHONY: audit
audit: release frontend/audit/node_modules/.package-lock.json ## Measures the web interface in Chromium: Lighthouse scores, weight, layout shift
	npm --prefix frontend run --silent audit

.PHONY: screenshots
screenshots: release ## Takes the README's pictures again
	npm --prefix frontend run --silent screenshots

# One test at a time: the bound of a hostile text holds without the load of the other.
.PHONY: stress
stress: release ## Stress test: 100,000 concurrent requests on both databases while connections are killed, then postup check
	@for database in sqlite postgres; do \
	    POSTUP_STRESS_OPERATIONS=$${OPERATIONS:-100000} POSTUP_BINARY=$(CURDIR)/$(POSTUP) POSTUP_TEST_DATABASE=$$database \
	    cargo test --locked --package server --test api -- stress:: hostile_text:: --nocapture --test-threads=1; done

.PHONY: fuzz-api
fuzz-api: release ## Fuzzes the API by its OpenAPI document with schemathesis; needs Python 3
	@bash scripts/fuzz-api.sh

TOOLS := target/tools
SBOM := target/sbom

$(TOOLS)/bin/cargo-deny:
	cargo install cargo-deny --version 0.20.2 --locked --root $(TOOLS)

$(TOOLS)/bin/cargo-cyclonedx:
	cargo install cargo-cyclonedx --version 0.5.9 --locked --root $(TOOLS)

.PHONY: audit-supply
audit-supply: $(TOOLS)/bin/cargo-deny ## Checks dependencies for known flaws, licences and sources; needs the network
	$(TOOLS)/bin/cargo-deny --locked check
	npm --prefix frontend audit --omit=dev

# Includes development dependencies, marked as such: without them npm would also omit React.
.PHONY: sbom
sbom: $(TOOLS)/bin/cargo-cyclonedx ## Writes the software bill of materials (CycloneDX) to target/sbom
	@mkdir -p $(SBOM)
	@$(TOOLS)/bin/cargo-cyclonedx cyclonedx --format json --spec-version 1.5 --override-filename postup.cdx
	@sed 's|file://$(CURDIR)/|file:///|g' crates/server/postup.cdx.json > $(SBOM)/postup.cdx.json
	@rm crates/*/postup.cdx.json
	@npm --prefix frontend sbom --sbom-format cyclonedx --package-lock-only > $(SBOM)/screens.cdx.json
	@echo "$(SBOM): $$(ls $(SBOM) | paste -sd' ')"

.PHONY: up
up: .env ## Starts the forum and PostgreSQL with docker compose; the first run creates the secrets in .env
	docker compose up --build --detach --wait
	@echo "POST-UP: http://127.0.0.1:8080 · the admin's name is admin, the password is in .env"

.PHONY: test-compose
test-compose: ## Tests the containers: a rolling restart of copies and, with profile ha, the loss of a primary; needs Docker with compose
	@bash scripts/test-compose.sh
	@bash scripts/test-compose-ha.sh

PATRONI := target/patroni/bin/patroni

# Debian 12's loses writes that were acknowledged while the old primary was cut off: see docs/scaling.md. The system's
# Python, because PostgreSQL's user cannot run one that is in another user's home.
$(PATRONI):
	/usr/bin/python3 -m venv target/patroni
	target/patroni/bin/pip install --quiet 'patroni[etcd3]==4.1.4' 'psycopg[binary]==3.3.9'

.PHONY: test-failover
test-failover: release $(PATRONI) ## Loses the primary of a Patroni cluster ten times under load; needs root, Debian's python3-venv, etcd-server, postgresql
	@$(NODE) scripts/test-failover.mjs

.PHONY: test-delivery
test-delivery: release ## Kills the forum and its relay while mails and pushes are on their way; needs root, Debian's postfix, postgresql
	@$(NODE) scripts/test-delivery.mjs

.PHONY: test-upgrade
test-upgrade: bench-tool ## Upgrades two copies from the commit before the newest migration under load, with a million posts
	@$(JEMALLOC) $(NODE) scripts/test-upgrade.mjs

.PHONY: test-move
test-move: release ## Moves a forum under load to another database with ops/move.sh, on SQLite and PostgreSQL; needs PostgreSQL
	@$(NODE) scripts/test-move.mjs

.PHONY: test-metrics
test-metrics: release ## Asks a real Prometheus every query of the dashboard; needs Prometheus
	@$(NODE) scripts/test-metrics.mjs

.PHONY: verify
verify: ## Runs the checks that are too slow for CI, and prints a table of results; takes about two hours
	@bash scripts/verify.sh

# Only hexadecimal digits, because the password is also part of a URL.
ENV_FILE := .env
$(ENV_FILE):
	@umask 077; word() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }; \
	    printf 'POSTGRES_PASSWORD=%s\nPOSTUP_JWT_SECRET=%s\nPOSTUP_ADMIN_PASSWORD=%s\n' "$$(word)" "$$(word)" "$$(word)" > $@
