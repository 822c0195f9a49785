#!/usr/bin/env bash
# Installs what `make dist` and `make check-packages` need besides set-up.sh's: tools that make packages, and bare roots to try them in.
set -euo pipefail
missing=()
for package in binutils dpkg-dev iproute2 mmdebstrap patchelf; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
elevate=""
[ "$(id -u)" = 0 ] || elevate="sudo"
echo "set-up: installing ${missing[*]}"
$elevate apt-get update -qq
DEBIAN_FRONTEND=noninteractive $elevate apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
