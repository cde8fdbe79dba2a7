# Starts a server and stops it once standard input closes.
set -eu
server=$0 home=$1 port=$2
mkdir "$home/data"
"$server" --no-defaults --user="$(id -un)" --skip-grant-tables --datadir="$home/data" \
    --socket="$home/socket" --port="$port" --bind-address=127.0.0.1 --skip-name-resolve \
    --character-set-server=utf8mb4 --collation-server=utf8mb4_unicode_ci \
    --innodb-buffer-pool-size=32M --innodb-log-file-size=8M --innodb-flush-log-at-trx-commit=0 \
    </dev/null >"$home/log" 2>&1 &
cat >/dev/null
kill $! 2>/dev/null || true
wait $! || true
rm -rf "$home"
