#!/usr/bin/env bash
# Holds shards to an unsharded run: the same records, byte for byte, in whatever order and however often they are merged.
# Usage: Campaigns/compare.sh TOOL WHOLE-FOLDER SHARDS-FOLDER
set -euo pipefail
tool=$1
whole=$2
shards=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
$tool campaign merge "$whole" -o "$scratch/whole.jsonl" >/dev/null
$tool campaign merge "$shards" -o "$scratch/sorted.jsonl" >/dev/null
files=("$shards"/shard-*-of-*.jsonl)
results=()
for file in "${files[@]}"; do case $file in *.times.jsonl) ;; *) results+=("$file") ;; esac; done
mapfile -t shuffled < <(printf '%s\n' "${results[@]}" "${results[@]}" | shuf --random-source=<(yes 4))
$tool campaign merge "${shuffled[@]}" -o "$scratch/shuffled.jsonl" >/dev/null
# In two steps, the halves overlapping.
half=$((${#results[@]} / 2 + 1))
$tool campaign merge "${results[@]:0:half}" -o "$scratch/left.jsonl" >/dev/null
$tool campaign merge "${results[@]:half-1}" -o "$scratch/right.jsonl" >/dev/null
$tool campaign merge "$scratch/right.jsonl" "$scratch/left.jsonl" -o "$scratch/halves.jsonl" >/dev/null
cmp "$scratch/sorted.jsonl" "$scratch/shuffled.jsonl"
cmp "$scratch/sorted.jsonl" "$scratch/halves.jsonl"
cmp "$scratch/whole.jsonl" "$scratch/sorted.jsonl"
echo "campaign: ${#results[@]} shards are the unsharded run, $(wc -l <"$scratch/whole.jsonl") records"
