#!/usr/bin/env bash
# The main job on built binaries: check, fuzz, triage, benchmark, compare, draw, report.
# Usage: Scripts/nightly.sh FOLDER FUZZ-SECONDS TARGET...
# Exit status: the worst of the parts (70, 65, 1, 3, 0), also in FOLDER/night.json.
set -uo pipefail
folder=$1
seconds=$2
shift 2
tool=.build/release/layoutlab
worst=0
# Short, because the night is: what is compared are the paths that users feel, on every floor, for so many seconds at most.
BENCH_SECONDS=${BENCH_SECONDS:-0.01}
BENCH_BUDGET=${BENCH_BUDGET:-120}
COMPARED=${COMPARED:-'^(solver/(build|resize|tick|leaf|toggle)/(chain-100|feed-20)|layout/(build|rotate|tick|leaf|toggle)/feed-20|player/(commit/opacity-10|relayout/feed-20)|sampler/(sample/mixed-100|film/mixed-100-120)|import/read/labels-100)$'}

rank() { case $1 in 0) echo 0 ;; 3) echo 1 ;; 1) echo 2 ;; 65) echo 3 ;; *) echo 4 ;; esac; }
note() { # note STATUS WHAT
  echo "night: $2: exit status $1" >&2
  [ "$(rank "$1")" -gt "$(rank "$worst")" ] && worst=$1
  return 0
}

mkdir -p "$folder"
rm -rf "$folder"/*.json "$folder"/*.svg "$folder"/*.html "$folder/screens"

$tool check Tests/Fixtures --json >"$folder/check-fixtures.json"
note $? "our own screens"
# Recorded screens that the importer cannot reproduce are known; they inform, and the tests hold the figure.
$tool check --corpus --json >"$folder/check-imported.json"
echo "night: screens of other projects: exit status $? (65: they are not here, and are skipped)" >&2
[ -s "$folder/check-imported.json" ] || rm "$folder/check-imported.json"

# The example that is written in code: its story, then drawn devices, readers and events. Its scene goes through what follows, too.
$tool run Profile --package-path Examples --scratch-path .build --screen ProfileStory -o "$folder/screens" \
  --variations "${VARIATIONS:-200}" --json >"$folder/run.json"
note $? "the screen in code"
$tool check "$folder/screens" --json >"$folder/check-screens.json"
note $? "its scene"
if [ -f "$folder/screens/ProfileStory.scene" ]; then
  mkdir -p Fuzz/Work/FuzzLayout/corpus
  cp "$folder/screens/ProfileStory.scene" Fuzz/Work/FuzzLayout/corpus/
fi

$tool plugins check layoutlab --scripts 2000 --json >"$folder/laws.json"
note $? "the laws on random documents of all sizes"

$tool soak --scripts "${PROVED_SCRIPTS:-500}" --proved --json >"$folder/soak-proved.json"
note $? "our solver with every decision made in fractions, against the judge"

for target in "$@"; do
  $tool fuzz "$target" --time "$seconds" -o "$folder/fuzz-$target.json"
  note $? "$target"
done

# That shards are the unsharded run, under the schedulers that are installed.
for recipe in parallel slurm; do
  Campaigns/$recipe/try.sh "$tool" Campaigns/try.yml "$folder/campaign-$recipe"
  note $? "a campaign in shards under $recipe"
done

# Other people's engines are judged by `make engines`; the last table is shown.
[ ! -s .layoutlab/engines/engines.json ] || cp .layoutlab/engines/engines.json "$folder/engines.json"

$tool bench run --time "$BENCH_SECONDS" --screens "$folder/screens" --json >"$folder/bench.json"
note $? "benchmarks"
$tool bench capacity --filter "${CAPACITY:-(feed|list)/tick}" --json >"$folder/capacity.json"
note $? "capacity"
if compgen -G "Benchmarks/Work/Drivers/night" >/dev/null; then
  echo "night: comparing with the last clean nights: 12 pairs of runs, then for $BENCH_BUDGET s at most those that time may still decide" >&2
  $tool bench compare night --filter "$COMPARED" --time "$BENCH_SECONDS" --budget "$BENCH_BUDGET" --json -o "$folder/verdict.json" >/dev/null
  note $? "comparison with the last clean nights"
else
  echo "night: no earlier night on this machine to compare with; this one becomes the baseline" >&2
fi

for scene in Tests/Fixtures/*.storyboard "$folder"/screens/ProfileStory.scene; do
  name=$(basename "$scene")
  $tool show "$scene" --svg "$folder/${name%.*}.svg" >/dev/null
  note $? "drawing $scene"
done

cat >"$folder/facts.json" <<EOF
{"revision": "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)", "date": "$(date -u +%F)",
 "toolchain": "$(swift --version 2>/dev/null | head -n 1 | tr -d '"')", "exit status": "$worst"}
EOF
if [ "$worst" = 0 ]; then
  # The costliest of the last clean nights: a creep is told by the history, and no night hides it by becoming the baseline.
  $tool bench save night --worst-of 7 --filter "$COMPARED" --time "$BENCH_SECONDS" >/dev/null
  note $? "baseline of this night"
fi
# Beside the night's folder, which is emptied each night. The page and the terminal say the same: what the page has to look at ends the night with 1.
page=$($tool report "$folder" -o "$folder/report.html" --history "$(dirname "$folder")/history.jsonl" --gate)
note $? "report"
verdict=$([ "$worst" = 0 ] && echo clean || echo "exit $worst")
echo "{\"verdict\": \"$verdict\", \"changes\": []}" >"$folder/night.json"
echo "night: $verdict: $(tail -n 1 <<<"$page") Its page is $folder/report.html"
exit "$worst"
