#!/usr/bin/env bash
# Tests the containers: build, first post, a database restart, down and up, and a rolling restart of the
# copies under load.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compose.sh scaled

app=http://$POSTUP_PUBLISH

log "building"
compose build --quiet
log "starting: one copy, $(compose config --format json | json "['services']['copies']['deploy']['replicas']") more behind a proxy"
compose up --detach --wait --wait-timeout 120

first_post
for copy in "$app" "$proxy"; do
    [ "$(curl -fsS "$copy/api/posts/$post" | json "['title']")" = First ] || fail "$copy lacks the first post"
    [[ $(curl -fsS -H 'Accept: text/html' "$copy/posts/$post") == *'<div id="root">'* ]] || fail "$copy shows no screen"
done
log "the first post is there, through the published port and through the proxy"

compose exec -T app touch /written 2>/dev/null && fail "the root file system can be written"
[ "$(compose exec -T app id -u)" != 0 ] || fail "the forum runs as root"

compose stop --timeout 10 db >/dev/null 2>&1
status=$(curl -s -o /dev/null -w '%{http_code}' "$app/api/posts/$post")
[ "$status" = 503 ] || fail "without its database the forum answers $status"
curl -fsS -o /dev/null "$app/healthz" || fail "without its database /healthz fails"
compose start db >/dev/null 2>&1
within 30 curl -fsS "$app/api/posts/$post" || fail "the forum did not reconnect to its database"
log "the forum reconnected after a restart of the database"

compose exec -T app postup check || fail "the check found something"
compose exec -T app postup backup /var/lib/postup/backups/tried || fail "no backup"
compose exec -T app postup verify /var/lib/postup/backups/tried || fail "the backup is bad"

compose down --timeout 45 >/dev/null 2>&1
compose up --detach --wait --wait-timeout 120 >/dev/null 2>&1
[ "$(curl -fsS "$app/api/posts/$post" | json "['title']")" = First ] || fail "the post is missing after down and up"
log "down and up: the data is still there"

load() { # load FILE: sends requests to the proxy until $work/stop exists, and counts them
    local sent=0 failed=0
    until [ -e "$work/stop" ]; do
        curl -fsS -m 20 -o /dev/null "$proxy/api/posts/$post" 2>>"$1.errors" || failed=$((failed + 1))
        curl -fsS -m 20 -o /dev/null -X PUT "$proxy/api/posts/$post/upvote" -H "Authorization: Bearer $token" \
            2>>"$1.errors" || failed=$((failed + 1))
        sent=$((sent + 2))
    done
    echo "$sent $failed" >"$1"
}
for n in 1 2 3 4; do load "$work/load-$n" & done
healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }
for copy in $(compose ps --quiet copies); do
    docker restart --time 45 "$copy" >/dev/null
    within 60 healthy "$copy" || fail "a restarted copy is not healthy"
    # Gives the proxy time to notice.
    sleep 4
done
touch "$work/stop"
wait
read -r sent failed < <(cat "$work"/load-? | awk '{sent += $1; failed += $2} END {print sent, failed}')
[ "$failed" = 0 ] || { cat "$work"/*.errors; fail "$failed of $sent requests failed during the rolling restart"; }
log "rolling restart: $sent requests, none failed"
