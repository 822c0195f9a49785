#!/usr/bin/env bash
# The commit that is checked out, with a plus where files differ from it; nothing outside a repository.
set -euo pipefail
head=$(git rev-parse --short HEAD 2>/dev/null) || exit 0
git diff --quiet HEAD -- 2>/dev/null || head+=+
echo "$head"
