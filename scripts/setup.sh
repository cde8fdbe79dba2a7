#!/usr/bin/env bash
# setup.sh build|tests: installs what is missing for builds, or for builds and tests, besides Rust, Node and
# npm. As root on Debian it uses apt; elsewhere it names the packages and fails.
set -euo pipefail

require() { # require COMMAND WHERE
    command -v "$1" >/dev/null && return
    echo "Please install $2: there is no '$1'." >&2
    exit 1
}
missing=()
need() { # need PACKAGE CHECK...: adds the package if the check fails
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
has_postgres() { [ -n "${POSTUP_TEST_POSTGRES_URL:-}" ] || command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }
has_mariadb() { command -v mariadbd || [ -x /usr/sbin/mariadbd ]; }
has_firefox() { command -v "${FIREFOX:-/usr/bin/firefox-esr}"; }
has_jemalloc() { [ -e "$(cc -print-file-name=libjemalloc_pic.a)" ]; }
has_chromium() { command -v "${CHROMIUM:-/usr/bin/chromium-headless-shell}" || command -v "${CHROMIUM:-/usr/bin/chromium}"; }

require cargo "Rust from https://rustup.rs"
require npm "Node.js with npm"
need build-essential command -v cc
need build-essential command -v make
need pkg-config command -v pkg-config
need libssl-dev pkg-config --exists 'openssl >= 3'
# Built where there is no such package.
! command -v apt-get >/dev/null || need libjemalloc-dev has_jemalloc
if [ "$1" = tests ]; then
    need postgresql has_postgres
    need postgresql-client command -v psql
    # 7 MB, 3 seconds: what moves in from MySQL. It starts in half a second.
    need mariadb-server-core has_mariadb
    need util-linux command -v setpriv
    need chromium-headless-shell has_chromium
    need firefox-esr has_firefox
    need python3-venv python3 -m ensurepip --version
    need curl command -v curl
fi

if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "Please install these packages (Debian names): ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
fi

if [ "$1" = tests ] && ! cmp -s scripts/requirements.txt target/python/installed; then
    rm -rf target/python
    python3 -m venv target/python
    # Python compiles what a test imports.
    target/python/bin/pip install --quiet --no-compile --requirement scripts/requirements.txt
    cp scripts/requirements.txt target/python/installed
fi
