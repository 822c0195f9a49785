#!/usr/bin/env bash
# Executes FuzzSolver of the flavour `invariants` so many times: the solver looks at its invariants after each transaction, and ends
# the process where one is broken. A corpus stays, and the next run goes on from it.
# Usage: Scripts/fuzz-invariants.sh EXECUTIONS      needs: Scripts/fuzz-build.sh invariants
set -euo pipefail
executions=${1:?executions}
folder=.build/fuzz-invariants/runs
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1 LAYOUTLAB_FUZZ_WORK=$folder LAYOUTLAB_FUZZ_TARGET=FuzzSolver
mkdir -p "$folder/corpus"
status=0
# Weighing inputs and counting how often an edge was taken costs more than an execution, as in `layoutlab fuzz`.
.build/fuzz-invariants/release/LayoutLabFuzzer -runs="$executions" -seed=1 -max_len=8192 -entropic=0 -reduce_inputs=0 -use_counters=0 \
  -timeout=20 -artifact_prefix="$folder/" "$folder/corpus" Fuzz/Seeds/FuzzSolver Tests/RegressionTests/Scenes \
  >"$folder/log" 2>&1 || status=$?
broken=$(find "$folder" -path '*/violations/*' -type f | wc -l)
if [ "$status" != 0 ] || [ "$broken" != 0 ]; then
  grep -m 3 'Fatal error\|ERROR\|artifact' "$folder/log" >&2 || tail -n 3 "$folder/log" >&2
  echo "fuzz-invariants: status $status, $broken broken laws; $folder" >&2
  exit 1
fi
grep '^Done' "$folder/log"
