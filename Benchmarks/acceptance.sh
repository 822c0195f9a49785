#!/bin/bash
# Shows that `bench compare` can be believed: a planted 10 % more instructions is slower 10 times out of 10, and a build
# against itself is never slower or faster and at least 8 times out of 10 the same. Ends with 0 when all of that holds.
# The driver plants the slow-down itself (--plant_slow_down): every tenth round is done once more on a second engine.
set -euo pipefail
cd "$(dirname "$0")/.."
layoutlab=${LAYOUTLAB:-.build/release/layoutlab}
rounds=${ROUNDS:-10}
name=acceptance-$$
work=$(mktemp -d)
options=(--filter '^solver/(build|resize|leaf)/(chain-10|grid-5)$' --time 0.01 --driver .build/release/SolverBenchmarks)
trap 'rm -rf "$work" Benchmarks/Work/Drivers/"$name" Benchmarks/Baselines/*/"$name".txt; rmdir --ignore-fail-on-non-empty Benchmarks/Baselines/* Benchmarks/Baselines 2>/dev/null || true' EXIT

"$layoutlab" bench save "$name" "${options[@]}" >/dev/null
declare -A planted=() itself=()
for ((round = 1; round <= rounds; round++)); do
  for kind in planted itself; do
    flags=()
    if [ $kind = planted ]; then flags=(--plant-slow-down); fi
    status=0
    "$layoutlab" bench compare "$name" "${options[@]}" "${flags[@]}" -o "$work/verdict.json" >"$work/out" 2>"$work/errors" || status=$?
    verdict=$(head -1 "$work/out")
    if [ -z "$verdict" ]; then
      echo "$kind $round: no verdict (status $status)"
      tail -3 "$work/errors"
      exit 70
    fi
    echo "$kind $round: $verdict (status $status)"
    if [ $kind = planted ]; then planted[$verdict]=$((${planted[$verdict]:-0} + 1)); else itself[$verdict]=$((${itself[$verdict]:-0} + 1)); fi
    if [ "$verdict" = undecided ] || { [ $kind = itself ] && [ "$verdict" != same ]; }; then sed 's/^/    /' "$work/out"; fi
  done
done
echo "planted slow-down: ${planted[slower]:-0} of $rounds slower"
echo "against itself: ${itself[same]:-0} of $rounds same, ${itself[slower]:-0} slower, ${itself[faster]:-0} faster"
[ "${planted[slower]:-0}" -eq "$rounds" ] && [ "${itself[slower]:-0}" -eq 0 ] && [ "${itself[faster]:-0}" -eq 0 ] \
  && [ $((10 * ${itself[same]:-0})) -ge $((8 * rounds)) ]
