#!/usr/bin/env bash
# Shows that the fuzzer of a flavour is what it claims: coverage counters are loaded for each target, and the engines' own objects
# are instrumented. A fuzzer without coverage runs, finds next to nothing, and warns of nothing.
# Usage: Scripts/fuzz-check.sh plain|address|thread TARGET...
set -euo pipefail
flavour=${1:?plain, address or thread}
shift
folder=.build/fuzz-$flavour/${CONFIGURATION:-release}
# Debian's LLVM may stand first in PATH and cannot read the toolchain's objects.
symbols=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-nm
export SWIFT_BACKTRACE=enable=no
# Swift tags the pointers of boxed enums, so the leak checker takes what they hold for lost (Guides/fuzzing.md).
export ASAN_OPTIONS=detect_leaks=0

fail() {
  echo "fuzz-check: $1" >&2
  exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in "$@"; do
  log=$(LAYOUTLAB_FUZZ_TARGET=$target LAYOUTLAB_FUZZ_WORK="$work" "$folder/LayoutLabFuzzer" -runs=1 2>&1) || fail "$target does not run: $log"
  grep -q 'INFO: Loaded' <<<"$log" || fail "$target has no coverage counters"
done
for module in ConstraintSolver LayoutKernel AnimationSampler SceneImport ConflictLogs; do
  objects=("$folder/$module.build/"*.o)
  [ -e "${objects[0]}" ] || fail "there are no objects of $module in $folder"
  names=$("$symbols" "${objects[@]}")
  grep -q '__sancov\|__sanitizer_cov' <<<"$names" || fail "$module is built without coverage"
  if [ "$flavour" = address ]; then
    grep -q '__asan_report' <<<"$names" || fail "$module is built without the address sanitizer"
  fi
  if [ "$flavour" = thread ]; then
    grep -q '__tsan_' <<<"$names" || fail "$module is built without the thread sanitizer"
  fi
done
echo "fuzz-check: $flavour: $* are instrumented, and so are the engines"
