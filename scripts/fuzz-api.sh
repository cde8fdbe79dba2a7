#!/usr/bin/env bash
# Runs schemathesis with all its checks over the API document, against a new server on each database, side by side.
# Fails on a 5xx, an undocumented response, too few requests, and all else that scripts/fuzz-api.toml
# checks. POSTUP_BINARY names another server, EXAMPLES the number of examples per call (90), SEED their
# seed (1), DATABASES the databases.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly min_requests=10000
binary=$(realpath "${POSTUP_BINARY:-target/release/postup}")
work=$(mktemp -d)
runs=()
# A run ends its own server and cluster.
end_runs() {
    [ ${#runs[@]} = 0 ] || kill "${runs[@]}" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap end_runs EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# Sets `url` to an empty PostgreSQL database of this run.
start_postgres() {
    local bin home port as=()
    bin=$(dirname "$(ls -v /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1 || true)")
    [ "$bin" != . ] || bin=$(dirname "$(command -v initdb)")
    home=$(mktemp -d)
    if [ "$(id -u)" = 0 ]; then
        chown postgres: "$home"
        as=(setpriv --reuid=postgres --regid=postgres --init-groups)
    fi
    port=$(free_port)
    mkfifo "$work/commands"
    (cd "$home" && exec "${as[@]}" sh -c "$(cat "$OLDPWD/crates/test-databases/src/supervisor.sh")" \
        "$bin" "$home" "$port" "-c fsync=off" "") <"$work/commands" &
    cluster=$!
    exec 8>"$work/commands"
    url=postgres://postgres@127.0.0.1:$port/postgres
    for _ in $(seq 100); do psql --no-psqlrc "$url" -c 'SELECT 1' >/dev/null 2>&1 && return; sleep 0.1; done
    echo "PostgreSQL did not start" >&2
    exit 1
}

end_servers() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    # The supervisor stops and removes the cluster when its standard input closes.
    if [ -n "$cluster" ]; then exec 8>&- && wait "$cluster"; fi
}

# run_schemathesis TITLE BASE OPTION...: the Accept header keeps the server from sending HTML.
run_schemathesis() {
    echo "== $1"
    "$work/venv/bin/schemathesis" --config-file scripts/fuzz-api.toml run "$2/api/openapi.json" "${@:3}" \
        --header "Accept: application/json" --max-examples "${EXAMPLES:-90}" --seed "${SEED:-1}" \
        --workers 1 --no-color || failed=1
}

# fuzz DATABASE, in a shell of its own
fuzz() {
    local port base token
    url='' failed=0 server='' cluster=''
    trap end_servers EXIT
    trap 'exit 1' TERM
    if [ "$1" = postgres ]; then start_postgres; else url=sqlite://$work/fuzz.db; fi
    export POSTUP_DATABASE_URL=$url POSTUP_RATE_LIMIT=off POSTUP_METRICS_BIND=off POSTUP_LOG=warn
    export POSTUP_JWT_SECRET="a secret for this run only, 32 bytes"
    port=$(free_port)
    base=http://127.0.0.1:$port
    "$binary" demo
    "$binary" serve --bind "127.0.0.1:$port" 2>"$work/$1.log" &
    server=$!
    for _ in $(seq 100); do curl -fsS "$base/readyz" >/dev/null 2>&1 && break; sleep 0.1; done
    token=$(curl -fsS "$base/login" -H 'Content-Type: application/json' \
        -d '{"username": "admin-ada", "password": "postup-demo"}' | sed -E 's/.*"token":"([^"]+)".*/\1/')
    run_schemathesis "$1, as an admin" "$base" --header "Authorization: Bearer $token"
    run_schemathesis "$1, as a visitor" "$base"
    kill "$server"
    wait "$server"
    server=
    # The data is still consistent, and nothing panicked.
    "$binary" check || failed=1
    if grep -q panicked "$work/$1.log"; then cat "$work/$1.log" && failed=1; fi
    return "$failed"
}

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check 'schemathesis>=4,<5'
failed=0
for database in ${DATABASES:-sqlite postgres}; do
    (fuzz "$database") >"$work/$database.out" 2>&1 &
    runs+=($!)
done
for run in "${runs[@]}"; do wait "$run" || failed=1; done
runs=()
for database in ${DATABASES:-sqlite postgres}; do
    cat "$work/$database.out"
    requests=$(awk '/^ *[0-9]+ generated,/ { sum += $1 } END { print sum + 0 }' "$work/$database.out")
    echo "requests to $database: $requests"
    [ "$requests" -ge "$min_requests" ] || { echo "fewer than $min_requests" >&2 && failed=1; }
done
exit "$failed"
