#!/usr/bin/env python3
"""No two types of the project share a name: a name means one thing (Guides/architecture.md).

Types that stand in another type are read with its name and may repeat; a file's own private ones, too. SnapKit's names are SnapKit's.
Usage: Scripts/check-names.py [FOLDER]
"""
import pathlib
import re
import sys

TYPE = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|open|final|indirect|nonisolated)\s+)*"
                  r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)", re.M)
# Named as other people's code calls it.
FOREIGN_FACES = {"SnapKit"}
FOLDERS = ["Sources", "Fuzz/Sources", "Benchmarks/Sources"]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    places = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.swift")):
            if FOREIGN_FACES.intersection(file.relative_to(root / folder).parts):
                continue
            for name in TYPE.findall(file.read_text(encoding="utf-8")):
                places.setdefault(name, []).append(str(file.relative_to(root)))
    problems = 0
    for name, found in sorted(places.items()):
        if len(found) > 1:
            problems += 1
            print(f"{name} is {len(found)} types: {', '.join(found)}. Rename all but one.",
                  file=sys.stderr)
    if not problems:
        print(f"check-names: {len(places)} types, each with a name of its own")
    return 1 if problems else 0


sys.exit(main())
