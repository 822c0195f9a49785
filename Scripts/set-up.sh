#!/usr/bin/env bash
# Installs what the build, the tests and the nightly job need. Safe to run again; asks for nothing.
set -euo pipefail

command -v swift >/dev/null || {
  echo "set-up: no Swift toolchain on the PATH. Install Swift 6.3 from swift.org, then run this again." >&2
  exit 65
}

# One line a package: what it is for stands in Guides/dependencies.md.
packages=(
  ca-certificates
  chromium
  curl
  fonts-liberation
  g++
  git
  libbenchmark-dev
  librsvg2-bin
  libxml2-dev
  make
  pkg-config
  python3
  python3-pip
  valgrind
)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  elevate=""
  [ "$(id -u)" = 0 ] || elevate="sudo"
  echo "set-up: installing ${missing[*]}"
  $elevate apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $elevate apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
# What pages are audited with; without a network the audit is skipped, by name.
axe="$(dirname "$0")/../.build/axe"
if [ ! -s "$axe/axe.min.js" ]; then
  mkdir -p "$axe"
  python3 -m pip download -q --no-deps --disable-pip-version-check axe-playwright-python==0.1.8 -d "$axe" &&
    python3 - "$axe" <<'EXTRACT' || echo "set-up: axe-core could not be fetched; pages are not audited" >&2
import glob, sys, zipfile
wheel = zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.whl")[0])
script = next(name for name in wheel.namelist() if name.endswith("/axe.min.js"))
open(sys.argv[1] + "/axe.min.js", "wb").write(wheel.read(script))
EXTRACT
fi
echo "set-up: ready ($(swift --version 2>&1 | head -n 1))"
