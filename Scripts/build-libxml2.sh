#!/usr/bin/env bash
# Builds libxml2 for packages, from the distribution's own source with its security patches: the reader alone, without ICU, which the
# distribution's build needs and the Swift runtime has once already.
# Usage: Scripts/build-libxml2.sh FOLDER      leaves FOLDER/libxml2.so.2 and FOLDER/version
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ -s "$folder/libxml2.so.2" ] && exit 0

. /etc/os-release
case $ID in
  debian) mirror="http://deb.debian.org/debian $VERSION_CODENAME main" ;;
  ubuntu) mirror="http://archive.ubuntu.com/ubuntu $VERSION_CODENAME main" ;;
  *)
    echo "build-libxml2: packages are built on Debian or Ubuntu, and this is $ID." >&2
    exit 65
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A list of sources of our own: the machine's need not have any, and stay as they are.
mkdir -p "$work/lists/partial" "$work/source"
echo "deb-src $mirror" >"$work/sources.list"
apt=(apt-get -qq -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$work/lists"
  -o APT::Sandbox::User=root)
"${apt[@]}" update
(cd "$work/source" && "${apt[@]}" source libxml2 >/dev/null)
cd "$work"/source/libxml2-*/
dpkg-parsechangelog -S Version >"$work/version"
# The files of autotools that the source comes with are taken as they are, whatever their dates.

CFLAGS="-O2 -fPIC" ./configure --disable-static --without-python --without-icu --without-zlib --without-lzma --without-http --without-ftp \
  --without-debug --without-catalog --without-docbook --without-html --without-schemas --without-schematron --without-xpath --without-xptr \
  --without-xinclude --without-c14n --without-legacy --without-modules --without-readline --without-history --without-writer \
  >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; exit 70; }
make -s libxml2.la AUTOCONF=: AUTOMAKE=: AUTOHEADER=: ACLOCAL=: >>"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; exit 70; }
strip --strip-unneeded .libs/libxml2.so.2.*.*
cp Copyright "$folder/Copyright"
cp "$work/version" "$folder/version"
cp .libs/libxml2.so.2.*.* "$folder/libxml2.so.2"
