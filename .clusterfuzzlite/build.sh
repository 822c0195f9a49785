#!/bin/bash -eu
# Leaves executables, seed corpora, dictionaries and options in $OUT, as ClusterFuzzLite and OSS-Fuzz expect them.
# Their stock $SWIFTFLAGS lose either the coverage or the sanitizer by chance: Scripts/fuzz-build.sh says why.
cd "$SRC/layoutlab"
# Sanitizers stand in front of malloc themselves (Package.swift).
export LAYOUTLAB_SANITIZED=1
targets="FuzzSolver FuzzLayout FuzzImport FuzzTimeline FuzzPlayer FuzzProgram"
swift build --package-path Fuzz --build-system native -c release --scratch-path "$WORK/fuzz" \
  --static-swift-stdlib --sanitize=fuzzer -Xswiftc "-sanitize=fuzzer,$SANITIZER" --product LayoutLabFuzzer

for target in $targets; do
  # It serves the target whose name it has.
  cp "$WORK/fuzz/release/LayoutLabFuzzer" "$OUT/$target"
  if [ -n "$(ls -A "Fuzz/Seeds/$target" 2>/dev/null)" ]; then
    zip -jq "$OUT/${target}_seed_corpus.zip" "Fuzz/Seeds/$target"/*
  fi
  if [ -f "Fuzz/Dictionaries/$target.dict" ]; then cp "Fuzz/Dictionaries/$target.dict" "$OUT/"; fi
  # As FuzzTarget.longestInput has it: what grows by mutation stays far below, a seed may be as long.
  printf '[libfuzzer]\nmax_len = 8192\ntimeout = 10\nrss_limit_mb = 2048\ndetect_leaks = 0\n[asan]\ndetect_leaks = 0\n' >"$OUT/$target.options"
done
