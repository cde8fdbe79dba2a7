#!/usr/bin/env bash
# Installs missing tools besides Rust, Node and npm. As root on Debian it uses apt; elsewhere it names the packages and fails.
set -euo pipefail

missing=()
need() { # need PACKAGE CHECK...: adds the package if the check fails
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}
has_postgres() { [ -n "${POSTUP_TEST_POSTGRES_URL:-}" ] || command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }
has_firefox() { command -v "${FIREFOX:-/usr/bin/firefox-esr}"; }
has_chromium() { command -v "${CHROMIUM:-/usr/bin/chromium}"; }

need build-essential command -v cc
need build-essential command -v make
need perl command -v perl
need postgresql has_postgres
need postgresql-client command -v psql
need util-linux command -v setpriv
need chromium has_chromium
need firefox-esr has_firefox

[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
else
    echo "Please install these packages (Debian names): ${missing[*]}" >&2
    exit 1
fi
