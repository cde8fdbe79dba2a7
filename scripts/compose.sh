# shellcheck shell=bash
# For tests of the containers: a project of its own with secrets, which is removed afterwards, and what they share.
# Source it with the profile to test. Needs Docker with compose.

work=$(mktemp -d)
export COMPOSE_PROJECT_NAME=postup-test-$$ COMPOSE_PROFILES=$1
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
export POSTUP_PUBLISH=127.0.0.1:$(free_port) POSTUP_PROXY_PUBLISH=127.0.0.1:$(free_port)
make --silent -f Makefile "$work/.env" ENV_FILE="$work/.env"
compose() { docker compose --env-file "$work/.env" -f docker-compose.yml -f scripts/test-compose.yml "$@"; }
trap 'touch "$work/stop"; compose down --volumes --timeout 10 >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

proxy=http://$POSTUP_PROXY_PUBLISH
log() { printf '%s %s\n' "$(date +%T)" "$*"; }
fail() { log "FAILED: $*"; compose logs --tail 40; exit 1; }
json() { python3 -c "import json, sys; print(json.load(sys.stdin)$1)"; }
within() { # within SECONDS COMMAND...: until it succeeds
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}
send() { # send METHOD PATH BODY: as the admin
    curl -fsS -X "$1" "$proxy$2" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d "$3"
}
first_post() { # sets token and post
    local password forum
    password=$(sed -n 's/^POSTUP_ADMIN_PASSWORD=//p' "$work/.env")
    token=$(curl -fsS "$proxy/login" -H 'Content-Type: application/json' \
        -d "{\"username\": \"admin\", \"password\": \"$password\"}" | json "['token']")
    forum=$(send POST /forums/create '{"topic": "Containers", "description": "From the outside"}' | json "['id']")
    post=$(send POST "/api/forum/$forum/posts" '{"title": "First", "description": "Through the proxy"}' | json "['id']")
}
