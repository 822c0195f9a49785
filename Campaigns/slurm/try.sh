#!/usr/bin/env bash
# Runs a campaign as a Slurm array on a cluster of this one machine: two shards are killed and requeued, a dependent job merges, and
# the result is held to the unsharded run.
# Usage: Campaigns/slurm/try.sh [TOOL] [CAMPAIGN] [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" != inside ]; then
  exec Campaigns/slurm/cluster.sh "$0" inside "$@"
fi
shift
tool=$(realpath "${1:-.build/release/layoutlab}")
campaign=${2:-Campaigns/try.yml}
folder=$(realpath -m "${3:-.build/campaign-slurm}")
rm -rf "$folder"
mkdir -p "$folder"
array=$(sbatch --parsable --array=1-8 --output="$folder/%a.log" Campaigns/slurm/campaign.sbatch "$tool" "$campaign" "$folder/shards")
sbatch --dependency="afterany:$array" --output="$folder/merge.log" Campaigns/slurm/merge.sbatch "$tool" "$folder/shards" "$folder/results" >/dev/null
sleep 4
for shard in 1 2; do scontrol requeue "${array}_$shard" && echo "campaign: shard $shard was killed and requeued" >&2 || true; done
for _ in $(seq 600); do
  [ -z "$(squeue -h 2>/dev/null)" ] && break
  sleep 1
done
[ -n "$(ls "$folder"/results/*/*.jsonl 2>/dev/null)" ] || { cat "$folder"/*.log >&2; exit 70; }
$tool campaign run "$campaign" -o "$folder/whole" --exit-zero-on-findings 2>>"$folder/log"
Campaigns/compare.sh "$tool" "$folder/whole" "$folder/shards"
