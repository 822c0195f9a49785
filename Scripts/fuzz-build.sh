#!/usr/bin/env bash
# Builds the libFuzzer executable in one flavour: .build/fuzz-FLAVOUR/release/LayoutLabFuzzer, or other products of the package Fuzz.
# Usage: Scripts/fuzz-build.sh plain|address|thread|coverage|invariants [PRODUCT...]      CONFIGURATION=debug for an unoptimised one
set -euo pipefail
flavour=${1:?plain, address, thread, coverage or invariants}
shift || true

# SwiftPM passes several --sanitize options to the compiler in hash order, and the compiler obeys the last one only: half
# of such builds have no coverage, the other half no address sanitizer. One --sanitize and one -sanitize list are exact.
case $flavour in
  # Comparisons need no tracing: inputs are changed by type, and a traced comparison costs a fifth of the time. Exclusive
  # access is checked in the other flavour. A fuzzer runs inputs on one thread, so references need no atomic counting.
  plain | invariants)
    flags=(-sanitize=fuzzer -enforce-exclusivity=unchecked -Xfrontend -assume-single-threaded -DLAYOUTLAB_ONE_THREAD)
    export LAYOUTLAB_COVERAGE=inline-8bit-counters,pc-table
    if [ "$flavour" = invariants ]; then export LAYOUTLAB_INVARIANTS=1; fi
    export LAYOUTLAB_FUZZED=ConstraintSolver,LayoutKernel,AnimationSampler,ScenePlayer,SceneImport,ConflictLogs,HeadlessUIKit
    ;;
  address)
    flags=(-sanitize=fuzzer,address)
    export LAYOUTLAB_SANITIZED=1
    ;;
  # Each input is given to engines in threads side by side, and the sanitizer sees what they share.
  thread)
    flags=(-sanitize=fuzzer,thread -DLAYOUTLAB_SIDE_BY_SIDE)
    export LAYOUTLAB_SANITIZED=1
    ;;
  # Lines as they are written, for `make fuzz-coverage`; libFuzzer only executes.
  coverage) flags=(-sanitize=fuzzer -profile-generate -profile-coverage-mapping -DLAYOUTLAB_ONE_THREAD) ;;
  *)
    echo "fuzz-build: unknown flavour \"$flavour\". Say plain, address, thread, coverage or invariants." >&2
    exit 64
    ;;
esac

scratch=.build/fuzz-$flavour
# Several --product options would build the last only.
if [ $# -gt 1 ]; then
  for product in "$@"; do "$0" "$flavour" "$product"; done
  exit
fi
compiler=()
for flag in "${flags[@]}"; do compiler+=(-Xswiftc "$flag"); done
# SwiftPM looks for new files of the package that it builds, and not of the one beside it: without its plan it looks everywhere.
rm -f "$scratch/${CONFIGURATION:-release}.yaml"
swift build --package-path Fuzz --build-system native -c "${CONFIGURATION:-release}" \
  --scratch-path "$scratch" --sanitize=fuzzer "${compiler[@]}" --product "${1:-LayoutLabFuzzer}"
