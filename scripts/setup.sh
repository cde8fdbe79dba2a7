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
need python3-venv python3 -m ensurepip --version
need curl command -v curl

# The tests of image buckets run against moto, a server that speaks the protocol of Amazon S3.
install_moto() {
    local moto=target/tools/moto
    if [ -n "${POSTUP_TEST_MOTO:-}" ] || [ -x "$moto/bin/moto_server" ]; then return; fi
    python3 -m venv "$moto"
    "$moto/bin/pip" install --quiet 'moto[server,s3]==5.2.5'
}

if [ ${#missing[@]} -eq 0 ]; then
    install_moto
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}"
else
    echo "Please install these packages (Debian names): ${missing[*]}" >&2
    exit 1
fi
install_moto
