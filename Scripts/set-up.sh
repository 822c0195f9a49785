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
echo "set-up: ready ($(swift --version 2>&1 | head -n 1))"
