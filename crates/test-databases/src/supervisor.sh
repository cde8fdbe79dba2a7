# Creates and starts a cluster, then runs the commands on standard input until that closes.
set -eu
bin=$0 home=$1 port=$2 settings=$3 source=$4
if [ -n "$source" ]; then
    "$bin/pg_basebackup" --dbname="$source" --pgdata="$home/data" --write-recovery-conf \
        --checkpoint=fast --no-sync >"$home/log" 2>&1
else
    "$bin/initdb" --pgdata="$home/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C \
        --no-sync >"$home/log" 2>&1
fi
start() {
    # shellcheck disable=SC2086 # several words
    "$bin/postgres" -D "$home/data" -p "$port" -k "$home" -c listen_addresses=127.0.0.1 \
        -c max_connections=500 $settings >>"$home/log" 2>&1 &
}
# A process may have ended meanwhile.
freeze() {
    kill -STOP $! $(pgrep -P $!) 2>/dev/null || true
    : >"$home/frozen"
}
thaw() {
    rm -f "$home/frozen"
    kill -CONT $! $(pgrep -P $!) 2>/dev/null || true
}
stop() {
    kill -INT $! 2>/dev/null || true
    thaw
    wait $! || true
}
# Kills each process, because each has its own group. The postmaster is suspended first, so that it starts
# no more; waits until all have ended, because a new start fails while one is attached to shared memory.
crash() {
    kill -STOP $!
    others=$(pgrep -P $!)
    kill -KILL $! $others || true
    wait $! 2>/dev/null || true
    for other in $others; do
        while ps -o stat= -p "$other" | grep -qv '^Z'; do sleep 0.01; done
    done
}
start
while read -r command; do $command; done
stop
rm -rf "$home"
