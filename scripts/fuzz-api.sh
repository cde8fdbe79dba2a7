#!/usr/bin/env bash
# Runs schemathesis over the API document against a server of its own, and fails on a 5xx or on an
# answer that the document does not allow. The number of examples per call is EXAMPLES (100).
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check 'schemathesis>=4,<5'

export POSTUP_DATABASE_URL=sqlite://$work/fuzz.db POSTUP_RATE_LIMIT=off POSTUP_LOG=warn
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
target/release/postup demo
target/release/postup serve --bind "127.0.0.1:$port" &
server=$!
base=http://127.0.0.1:$port
for _ in $(seq 50); do curl -fsS "$base/readyz" >/dev/null 2>&1 && break; sleep 0.1; done

token=$(curl -fsS "$base/login" -H 'Content-Type: application/json' \
    -d '{"username": "admin-ada", "password": "postup-demo"}' | sed -E 's/.*"token":"([^"]+)".*/\1/')

# As an admin, then as a visitor. Conflicts and refusals by rule are part of the document.
for header in "Authorization: Bearer $token" "Accept: application/json"; do
    "$work/venv/bin/schemathesis" run "$base/api/openapi.json" --header "$header" \
        --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
        --max-examples "${EXAMPLES:-100}" --seed "${SEED:-1}" --workers 1 --no-color
done
