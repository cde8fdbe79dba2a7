#!/usr/bin/env bash
# Tests the profile ha: kills the primary's container, TRIES times (3), under writes and visitors' reads. Prints a table, and
# fails if writes stay away for more than 30 s, a read fails, an acknowledged write is lost or stored twice, or the killed
# node does not come back as a replica. Then stops and starts the whole.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/compose.sh ha

members() { # names, roles and states of the nodes, as one that is alive knows them
    local db
    for db in db1 db2 db3; do
        compose exec -T "$db" patronictl list --format tsv 2>/dev/null | tail -n +2 | cut -f 2,4,5 && return
    done
}
leader() { members | awk -F '\t' '$2 == "Leader" {print $1}'; }
whole() { # whether one node leads and two follow, of which one has all acknowledged writes
    [ "$(members | cut -f 2,3 | sort | paste -sd ' ' | tr '\t' ' ')" = 'Leader running Replica streaming Sync Standby streaming' ]
}
sql() { compose exec -T "$(leader)" psql -U postup -Atc "$1"; }

now() { date +%s%3N; }
write() { # write NUMBER: replies until $work/stop exists, and notes when each was acknowledged
    local text number=0 status
    until [ -e "$work/stop" ]; do
        number=$((number + 1))
        text="Written $1-$number" status=
        # The key makes another try safe.
        until [ "$status" = 201 ] || [ -e "$work/stop" ]; do
            status=$(curl -s -m 30 -o /dev/null -w '%{http_code}' "$proxy/api/post/$post/replies" \
                -H "Idempotency-Key: written-$1-$number" -H "Authorization: Bearer $token" \
                -H 'Content-Type: application/json' -d "{\"description\": \"$text\"}") || true
            [ "$status" = 201 ] || sleep 0.2
        done
        [ "$status" != 201 ] || echo "$(now) $text" >>"$work/acknowledged-$1"
    done
}
read_on() { # read_on NUMBER: reads as a visitor until $work/stop exists
    until [ -e "$work/stop" ]; do
        curl -fsS -m 30 -o /dev/null "$proxy/api/posts/$post" 2>>"$work/failed" || true
        echo >>"$work/read-$1"
    done
}
first_after() { # first_after TIME: when the next write was acknowledged
    awk -v since="$1" '$1 > since && (!first || $1 < first) {first = $1} END {print first; exit !first}' "$work"/acknowledged-*
}

kill_primary() { # prints a row of the table
    local killed since seconds
    killed=$(leader)
    docker kill "$(compose ps --quiet "$killed")" >/dev/null
    since=$(now)
    # Answers that were on their way count for before.
    within 120 first_after $((since + 1000)) || fail "no write after the loss of $killed"
    seconds=$((($(first_after $((since + 1000))) - since + 999) / 1000))
    [ "$seconds" -le 30 ] || fail "$seconds s without writes"
    compose start "$killed" >/dev/null 2>&1
    within 120 whole || fail "$killed did not come back: $(members)"
    [ "$(leader)" != "$killed" ] || fail "$killed leads again, and is no replica"
    echo "| $killed | $(leader) | $seconds | $(wc -l <"$work/failed") |"
}

log "building"
compose build --quiet
log "starting"
compose up --detach --wait --wait-timeout 300 ha-proxy
within 60 whole || fail "the nodes did not come together: $(members)"
first_post
[ "$(curl -fsS "$proxy/api/posts/$post" | json "['title']")" = First ] || fail "the first post is missing"
log "the first post is there, through the proxy"

: >"$work/failed"
for n in 1 2 3 4; do write $n & done
for n in 1 2; do read_on $n & done
sleep 5
echo "| killed primary | new one | seconds without writes | failed reads so far |"
echo "| --- | --- | --: | --: |"
for _ in $(seq "${TRIES:-3}"); do kill_primary; done
touch "$work/stop"
wait

[ ! -s "$work/failed" ] || { cat "$work/failed"; fail "visitors' reads failed"; }
cut -d ' ' -f 2- "$work"/acknowledged-* | sort >"$work/acknowledged"
sql 'SELECT description FROM replies' | sort >"$work/stored"
lost=$(comm -23 "$work/acknowledged" "$work/stored") twice=$(uniq -d "$work/stored")
[ -z "$lost" ] || fail "acknowledged writes are lost: $lost"
[ -z "$twice" ] || fail "writes are stored twice: $twice"
log "$(wc -l <"$work/acknowledged") writes acknowledged, none lost, none twice; $(cat "$work"/read-* | wc -l) reads, none failed"
compose exec -T ha-copies postup check || fail "the check found something"

compose down --timeout 45 >/dev/null 2>&1
compose up --detach --wait --wait-timeout 300 ha-proxy >/dev/null 2>&1
[ "$(curl -fsS "$proxy/api/posts/$post" | json "['title']")" = First ] || fail "the post is missing after down and up"
log "down and up: the data is still there"
