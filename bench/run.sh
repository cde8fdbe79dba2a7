#!/usr/bin/env bash
# Measures the release binary on SQLite with `postup demo --scale 1`: one client, 32 connections, and
# the median of ROUNDS rounds (3) of SECONDS (5) each. Prints a table; needs wrk (Debian: apt-get install wrk).
set -euo pipefail
cd "$(dirname "$0")/.."
command -v wrk >/dev/null || { echo "Please install wrk (Debian: apt-get install wrk)." >&2; exit 1; }

seconds=${SECONDS_EACH:-5}
rounds=${ROUNDS:-3}
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

export POSTUP_DATABASE_URL=${BENCH_DATABASE_URL:-sqlite://$work/bench.db} POSTUP_RATE_LIMIT=off POSTUP_LOG=warn
export POSTUP_JWT_SECRET=${POSTUP_JWT_SECRET:-a secret of the benchmark alone, 32 bytes or more}
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port

started=$(date +%s%N)
target/release/postup demo --scale 1
echo "loaded in $((($(date +%s%N) - started) / 1000000)) ms"

started=$(date +%s%N)
target/release/postup serve --bind "127.0.0.1:$port" &
server=$!
until curl -fsS "$base/readyz" >/dev/null 2>&1; do sleep 0.005; done
echo "ready in $((($(date +%s%N) - started) / 1000000)) ms"

# A new post each time.
cat >"$work/random.lua" <<'LUA'
math.randomseed(1)
request = function()
    return wrk.format("GET", (string.gsub(wrk.path, "RANDOM", math.random(1, 10000))))
end
LUA

measure() { # measure NAME PATH [wrk's arguments]: requests/s, p50, p99 of the median round
    local name=$1 path=$2 lines=()
    shift 2
    wrk -t1 -c32 -d1s "$@" "$base$path" >/dev/null
    for _ in $(seq "$rounds"); do
        lines+=("$(wrk -t1 -c32 "-d${seconds}s" --latency "$@" "$base$path" | awk '
            /50%/ {p50 = $2} /99%/ {p99 = $2} /Requests\/sec/ {rate = $2} /Non-2xx/ {bad = $NF}
            END {printf "%d %s %s %s\n", rate, p50, p99, bad + 0}')")
    done
    printf '%s\n' "${lines[@]}" | sort -n | sed -n "$(((rounds + 1) / 2))p" |
        { read -r rate p50 p99 bad; printf '| %-28s | %8s | %8s | %8s | %6s |\n' "$name" "$rate" "$p50" "$p99" "$bad"; }
}

token=$(curl -fsS "$base/login" -H 'Content-Type: application/json' \
    -d "{\"username\": \"$(curl -fsS "$base/moderation/forum/1" -H 'Accept: application/json' |
        sed -E 's/.*"username":"([^"]+)".*/\1/')\", \"password\": \"postup-demo\"}" | sed -E 's/.*"token":"([^"]+)".*/\1/')

printf '| %-28s | %8s | %8s | %8s | %6s |\n' "read" "req/s" "p50" "p99" "errors"
echo "| ---------------------------- | -------: | -------: | -------: | -----: |"
measure "popular posts today, 10" "/api/posts?filter=popularity&limit=10&today=true"
measure "popular posts, 10" "/api/posts?filter=popularity&limit=10"
measure "recent posts, 10" "/api/posts?limit=10"
measure "popular posts, 50" "/api/posts?filter=popularity&limit=50"
measure "a forum's posts, 10" "/api/forum/7/posts?limit=10"
measure "one post, random" "/api/posts/RANDOM" -s "$work/random.lua"
measure "thread of 500 replies" "/api/posts/5000/replies"
measure "search posts" "/api/posts?keyword=water&limit=10"
measure "forums, 10" "/forums?limit=10" -H "Accept: application/json"
measure "popular posts, 10, signed in" "/api/posts?filter=popularity&limit=10" -H "Authorization: Bearer $token"
measure "one post, signed in" "/api/posts/RANDOM" -s "$work/random.lua" -H "Authorization: Bearer $token"

awk '/VmRSS|VmHWM/ {printf "%s %d MiB\n", $1, $2 / 1024}' "/proc/$server/status"
