#!/usr/bin/env python3
"""Holds the import map in Guides/architecture.md against the manifest, and the floors against the map.

Every target of the root but the tests has a row with what it imports; --write makes the rows. A target stands on a floor of the
table above the map, and imports only from floors below or from what stands beneath it on its own.
Usage: swift package describe --type json | Scripts/check-map.py [--write]
"""
import json
import pathlib
import re
import sys

GUIDE = pathlib.Path("Guides/architecture.md")
START, END = "<!-- map: Scripts/check-map.py --write -->", "<!-- end of the map -->"
FLOOR = re.compile(r"^\| (\d+)[^|]*\| ([^|]*)\|([^|]*)\|", re.M)


def main():
    targets = [t for t in json.load(sys.stdin)["targets"] if t["type"] not in ("test", "plugin")]
    guide = GUIDE.read_text(encoding="utf-8")
    floors = {}
    for number, names, hides in FLOOR.findall(guide):
        for name in re.findall(r"`(\w+)`", names):
            floors[name] = int(number)
        # What stands beneath a target is told with it.
        for name in re.findall(r"beneath it `(\w+)`", hides):
            floors[name] = int(number) - 0.5
    targets.sort(key=lambda t: (floors.get(t["name"], 99), t["name"]))
    rows = ["| target | imports |", "|---|---|"]
    problems = []
    for target in targets:
        name = target["name"]
        imports = sorted(target.get("target_dependencies", []), key=lambda n: (floors.get(n, 99), n))
        products = sorted(target.get("product_dependencies", []))
        words = [f"`{n}`" for n in imports] + products
        rows.append(f"| `{name}` | {', '.join(words) or 'nothing'} |")
        if name not in floors:
            problems.append(f"{GUIDE}: {name} stands on no floor of the table.")
        for other in imports:
            if floors.get(other, -1) > floors.get(name, 99):
                problems.append(f"Package.swift: {name} (floor {floors[name]}) imports {other} of a floor above it.")
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
