#!/usr/bin/env bash
# Runs the checks that are too slow for CI, one after another, and prints a table of results.
# STEPS selects some of them. Their output is in target/verify. Takes about two hours.
set -uo pipefail
cd "$(dirname "$0")/.."

readonly all="test-compose test-metrics test-failover test-delivery test-upgrade test-move audit stress fuzz-api bench-goals growth-goals streams-goals audit-supply sbom"
readonly logs=target/verify
mkdir -p "$logs"

rows=()
failed=0
for step in ${STEPS:-$all}; do
    echo "== $step"
    start=$SECONDS
    if make --no-print-directory "$step" >"$logs/$step.txt" 2>&1; then
        result=passes
    else
        result=FAILS
        failed=1
        tail -n 20 "$logs/$step.txt"
    fi
    rows+=("$(printf '| %-13s | %-6s | %7s |' "$step" "$result" "$((SECONDS - start)) s")")
done

echo
echo "| check         | result |    time |"
echo "| ------------- | ------ | ------: |"
printf '%s\n' "${rows[@]}"
exit "$failed"
