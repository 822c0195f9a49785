#!/usr/bin/env python3
"""Passes on what a build prints, and fails if there is a warning about the project's own files.

Usage: swift build 2>&1 | Scripts/no-warnings.py
"""
import re
import sys

# Dependencies are built with their warnings suppressed, and are not ours.
WARNING = re.compile(r"^(?P<file>[^\s:]+):\d+:\d+: warning: ")


def main():
    warnings = []
    for line in sys.stdin:
        print(line, end="", flush=True)
        match = WARNING.match(line)
        if match and "/.build/checkouts/" not in match["file"]:
            warnings.append(line.rstrip("\n"))
    for warning in dict.fromkeys(warnings):
        print(f"no-warnings: {warning}", file=sys.stderr)
    return 1 if warnings else 0


sys.exit(main())
