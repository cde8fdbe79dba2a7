#!/usr/bin/env bash
# Moves the forum to another machine or database. Run it as the server's user with the server's settings.
#
#   move.sh backup FILE      on the old machine, once all its servers are stopped: makes the last backup
#   move.sh restore BACKUP   on the new machine: fills the empty database POSTUP_DATABASE_URL, and checks it
#
# BACKUP is a file, or a folder of automatic backups, of which it takes the newest. `restore` can be tried with any backup
# while the old servers run. POSTUP_BINARY names the program (postup). In containers, where it cannot see whether servers
# still run:
#
#   docker compose run --rm --volume "$PWD/ops/move.sh:/move.sh" --entrypoint bash app \
#       /move.sh backup /var/lib/postup/backups/last.backup
set -euo pipefail

postup=${POSTUP_BINARY:-postup}
fail() { echo "move.sh: $*" >&2; exit 1; }
content() { sed -n 's/^content: //p' <<<"$1"; }

backup() {
    ! "$postup" health 2>/dev/null || fail "a server still runs here: stop it first, or what is written from now on is lost"
    "$postup" backup "$1" || fail "there is no backup: start the old server again"
    echo "Next: do not start this server again. Copy $1 to the new machine, and run there: move.sh restore FILE"
}

newest() { # newest FOLDER: their names tell when they were made
    local files=("$1"/postup-2*.backup*)
    [ -e "${files[0]}" ] || fail "$1 has no automatic backup"
    echo "${files[-1]}"
}

restore() {
    local file=$1 whole restored
    [ ! -d "$file" ] || file=$(newest "$file")
    echo "$file"
    whole=$("$postup" verify "$file") || fail "$file is damaged: take another backup"
    echo "$whole"
    restored=$("$postup" restore "$file") || fail "nothing was restored: the database must be empty and in reach"
    echo "$restored"
    [ "$(content "$whole")" = "$(content "$restored")" ] || fail "the database differs from the backup: report it"
    "$postup" check || fail "the data was wrong before the backup already: start the old server again, and report it"
    echo "Next: start the server here with the POSTUP_JWT_SECRET of the old one, wait until \`postup health\` succeeds," \
        "and let the proxy send requests here."
}

[ -n "${POSTUP_DATABASE_URL:-}" ] || fail "set POSTUP_DATABASE_URL"
case "$#-${1:-}" in
2-backup) backup "$2" ;;
2-restore) restore "$2" ;;
*) fail "use: move.sh backup FILE, or move.sh restore BACKUP" ;;
esac
