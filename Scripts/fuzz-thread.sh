#!/usr/bin/env bash
# Runs the fuzzer of the flavour `thread`, in which each input is given to engines in threads side by side, and shows that the
# sanitizer would see a race between them: the planted one is found.
# Usage: Scripts/fuzz-thread.sh SECONDS TARGET...      needs: Scripts/fuzz-build.sh thread LayoutLabFuzzer FuzzPlanted
set -euo pipefail
seconds=${1:?seconds for each target}
shift
built=.build/fuzz-thread/release
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1 TSAN_OPTIONS=halt_on_error=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ThreadSanitizer's own exit status.
race=66
status=0
LAYOUTLAB_PLANTED=race LAYOUTLAB_FUZZ_WORK="$work" "$built/FuzzPlanted" -runs=1000 -seed=1 -artifact_prefix="$work/" \
  >"$work/log" 2>&1 || status=$?
if [ "$status" != "$race" ] || ! grep -q 'WARNING: ThreadSanitizer: data race' "$work/log"; then
  echo "fuzz-thread: the planted race is not found (status $status)" >&2
  tail -n 5 "$work/log" >&2
  exit 1
fi
echo "the planted race: found"

for target in "$@"; do
  folder=.build/fuzz-side-by-side/$target
  mkdir -p "$folder/corpus"
  status=0
  LAYOUTLAB_FUZZ_TARGET=$target LAYOUTLAB_FUZZ_WORK=.build/fuzz-side-by-side "$built/LayoutLabFuzzer" \
    -max_total_time="$seconds" -seed=1 -max_len=8192 -artifact_prefix="$folder/" "$folder/corpus" "Fuzz/Seeds/$target" >"$folder/log" 2>&1 || status=$?
  broken=$(find "$folder" -path '*/violations/*' -type f | wc -l)
  if [ "$status" != 0 ] || [ "$broken" != 0 ]; then
    echo "$target: status $status, $broken broken laws; $folder/log" >&2
    grep -m 1 -A 30 'WARNING: ThreadSanitizer\|ERROR' "$folder/log" | swift demangle --simplified >&2 || true
    exit 1
  fi
  echo "$target: $(grep '^Done' "$folder/log"), each by engines in four threads, no race"
done
