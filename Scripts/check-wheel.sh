#!/usr/bin/env bash
# Asks auditwheel whether a wheel keeps its platform tag. Without a network, where it is not installed yet, that is skipped.
# Usage: Scripts/check-wheel.sh WHEEL
set -euo pipefail
wheel=$1
environment=.build/dist/auditwheel
[ -x "$environment/bin/auditwheel" ] || { python3 -m venv "$environment" && "$environment/bin/pip" install -q auditwheel==6.8.2; } ||
  { echo "check-wheel: skipped, because auditwheel could not be fetched"; exit 0; }
answer=$("$environment/bin/auditwheel" show "$wheel" 2>&1)
tag=$(basename "$wheel" | grep -o 'manylinux_[0-9]*_[0-9]*_[a-z0-9_]*' | head -n 1)
tr '\n' ' ' <<<"$answer" | grep -q "consistent with the following platform tag: *\"$tag\"" ||
  { echo "check-wheel: auditwheel does not agree with $tag:" >&2; echo "$answer" >&2; exit 1; }
echo "check-wheel: auditwheel agrees with $tag"
