#!/usr/bin/env python3
"""Holds the import map and the floors in Guides/architecture.md against the manifest, which numbers the floors.

Every target of the root but the tests has a row with what it imports; --write makes the rows. A target stands on a floor of the
table above the map, the manifest's, and imports nothing from a floor above it.
Usage: swift package describe --type json | Scripts/check-map.py [--write]
"""
import json
import pathlib
import re
import sys

GUIDE, MANIFEST = pathlib.Path("Guides/architecture.md"), pathlib.Path("Package.swift")
START, END = "<!-- map: Scripts/check-map.py --write -->", "<!-- end of the map -->"
ROW = re.compile(r"^\| (\d+) (\w+) \| ([^|]*)\|([^|]*)\|", re.M)
FLOOR = re.compile(r'\bfloor\(\s*(\d+), "(\w+)",')
TARGET = re.compile(r'(?:[tT]arget|Library)\(\s*name: "([\w-]+)"')


NONE = (99, "")


def numbered(manifest):
    """The floor of each target, by the manifest: its number and its folder."""
    found = {}
    starts = list(FLOOR.finditer(manifest))
    for start, end in zip(starts, [match.start() for match in starts[1:]] + [len(manifest)]):
        for name in TARGET.findall(manifest, start.end(), end):
            found.setdefault(name, (int(start[1]), start[2]))
    return found


def main():
    targets = [t for t in json.load(sys.stdin)["targets"] if t["type"] not in ("test", "plugin")]
    guide = GUIDE.read_text(encoding="utf-8")
    floors = numbered(MANIFEST.read_text(encoding="utf-8"))
    told = {}
    for number, folder, names, hides in ROW.findall(guide):
        # A target that only serves another is named in that one's row.
        for name in re.findall(r"`(\w+)`", names + hides):
            told[name] = (int(number), folder)
    targets.sort(key=lambda t: (floors.get(t["name"], NONE), t["name"]))
    rows = ["| target | imports |", "|---|---|"]
    problems = []
    for target in targets:
        name = target["name"]
        imports = sorted(target.get("target_dependencies", []), key=lambda n: (floors.get(n, NONE), n))
        products = sorted(target.get("product_dependencies", []))
        words = [f"`{n}`" for n in imports] + products
        rows.append(f"| `{name}` | {', '.join(words) or 'nothing'} |")
        if name not in floors:
            problems.append(f"{MANIFEST}: {name} stands on no floor.")
        elif told.get(name) != floors[name]:
            problems.append(f"{GUIDE}: {name} stands on floor {floors[name][0]}, {floors[name][1]}, and not where the table has it.")
        for other in imports:
            if floors.get(other, NONE)[0] > floors.get(name, NONE)[0]:
                problems.append(f"{MANIFEST}: {name} imports {other} of a floor above it.")
    table = "\n".join(rows)
    if START not in guide or END not in guide:
        sys.exit(f"{GUIDE}: the map's marks are missing: {START} and {END}")
    head, rest = guide.split(START, 1)
    present, tail = rest.split(END, 1)
    if "--write" in sys.argv:
        GUIDE.write_text(f"{head}{START}\n{table}\n{END}{tail}", encoding="utf-8")
    elif present.strip() != table:
        problems.append(f"{GUIDE}: the map is not the manifest's. Write it anew: "
                        "swift package describe --type json | Scripts/check-map.py --write")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check-map: {len(targets)} targets, each above what it imports")
    return 1 if problems else 0


sys.exit(main())
