#!/usr/bin/env bash
# Runs a campaign's shards under GNU parallel, kills two of them, resumes, and holds the result to the unsharded run.
# Usage: Campaigns/parallel/try.sh [TOOL] [CAMPAIGN] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=$(realpath "${1:-.build/release/layoutlab}")
campaign=${2:-Campaigns/try.yml}
folder=${3:-.build/campaign-parallel}
shards=8
command -v parallel >/dev/null || {
  echo "campaign: skipped: GNU parallel is not installed (apt-get install parallel)" >&2
  exit 0
}
rm -rf "$folder"
mkdir -p "$folder"
run() { # Another status than 0 is a failure: what was found is none.
  parallel --will-cite --jobs 2 --joblog "$folder/joblog" "$@" \
    "$tool" campaign run "$campaign" --shard '{}'/$shards -o "$folder/shards" --exit-zero-on-findings \
    ::: $(seq $shards) 2>>"$folder/log"
}
run &
first=$!
# A killed shard leaves its units so far, and its line in the job log tells that it failed.
sleep 3
pkill -KILL -f "campaign run $campaign --shard [12]/$shards" || true
wait $first || true
run --resume-failed
$tool campaign run "$campaign" -o "$folder/whole" --exit-zero-on-findings 2>>"$folder/log"
Campaigns/compare.sh "$tool" "$folder/whole" "$folder/shards"
