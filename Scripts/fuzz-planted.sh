#!/usr/bin/env bash
# Shows that the real fuzzer finds one planted bug on each floor, within two minutes each.
# Usage: Scripts/fuzz-planted.sh [SECONDS]      needs: Scripts/fuzz-build.sh plain FuzzPlanted
set -uo pipefail
seconds=${1:-120}
binary=.build/fuzz-plain/release/FuzzPlanted
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for bug in wrong-tie stale-row dropped-multiplier even-pace lost-spring; do
  mkdir -p "$work/$bug/corpus"
  start=$SECONDS
  LAYOUTLAB_PLANTED=$bug LAYOUTLAB_FUZZ_WORK="$work/$bug" timeout "$((seconds + 10))" \
    "$binary" "$work/$bug/corpus" -seed=1 -max_len=512 -max_total_time="$seconds" >"$work/$bug/log" 2>&1 &
  process=$!
  found=
  while kill -0 "$process" 2>/dev/null; do
    found=$(find "$work/$bug" -path '*/violations/*' -type f | head -n 1)
    [ -n "$found" ] && break
    sleep 0.2
  done
  kill "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  found=${found:-$(find "$work/$bug" -path '*/violations/*' -type f | head -n 1)}
  if [ -n "$found" ]; then
    echo "$bug: found after $((SECONDS - start)) s: $(basename "$found")"
  else
    echo "$bug: not found within $seconds s" >&2
    tail -n 3 "$work/$bug/log" >&2
    status=1
  fi
done
exit "$status"
