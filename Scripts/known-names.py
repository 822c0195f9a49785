#!/usr/bin/env python3
"""Writes the names that `layoutlab port` knows: types, functions and constants of HeadlessUIKit, and of Foundation on Linux.

Usage: Scripts/known-names.py            writes Sources/UIKit/ScreenPorting/KnownNames+*.swift
       Scripts/known-names.py --check    says whether HeadlessUIKit declares what the list says (exit status 1: it does not)
Foundation's list needs the toolchain's symbol graph and is written anew only without --check.
"""
import json, pathlib, re, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "Sources/UIKit/ScreenPorting"
modifiers = r"(?:public|open)\b(?:\s+(?:final|indirect|nonisolated|unowned|static))*"
declaration = re.compile(rf"{modifiers}\s+(?:class|struct|enum|protocol|typealias|actor)\s+([A-Z]\w*)")
# Functions and constants that stand in no type: `CATransform3DIdentity`.
free = re.compile(r"(?:nonisolated )?public (?:func|let|var) ([A-Z]\w*)")


def headless_names():
    names = set()
    for file in sorted((root / "Sources/UIKit/HeadlessUIKit").rglob("*.swift")):
        unavailable = False
        for line in file.read_text().splitlines():
            found = declaration.search(line) or free.match(line)
            refused = "@available(*, unavailable" in line
            if found and not refused and not unavailable:
                names.add(found.group(1))
            # An attribute may stand on the line before.
            unavailable = refused and not found or unavailable and not found and line.strip().startswith("@")
    return names


def foundation_names():
    with tempfile.TemporaryDirectory() as work:
        for module in ("Foundation", "FoundationEssentials"):
            target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
            subprocess.run(["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", work,
                            "-minimum-access-level", "public"], check=True)
        names = set()
        for file in pathlib.Path(work).glob("Foundation*.json"):
            for symbol in json.loads(file.read_text())["symbols"]:
                kind = symbol["kind"]["identifier"]
                name = symbol["pathComponents"][0].partition("(")[0]
                if kind in ("swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias") or (
                        kind in ("swift.func", "swift.var") and name[0].isupper()):
                    if len(symbol["pathComponents"]) == 1:
                        names.add(name)
        return names


def text(name, doc, names):
    lines, line = [], "   "
    for word in sorted(names):
        if len(line) + len(word) + 1 > 126:
            lines.append(line)
            line = "   "
        line += " " + word
    lines.append(line)
    # One string literal compiles at once; an array of a thousand literals does not.
    body = "\n".join(lines)
    return (f"// Written by Scripts/known-names.py.\nextension KnownNames {{\n  /// {doc}\n  static let {name}: Set<String> = Set(\n"
            f'    """\n{body}\n    """.split(whereSeparator: \\.isWhitespace).map(String.init))\n}}\n')


headless = text("headless", "Types that HeadlessUIKit declares, and its functions and constants with a capital letter.", headless_names())
file = folder / "KnownNames+Headless.swift"
if "--check" in sys.argv:
    if file.read_text() != headless:
        sys.exit(f"{file.relative_to(root)} is not what Sources/UIKit/HeadlessUIKit declares. Run Scripts/known-names.py.")
    sys.exit(0)
file.write_text(headless)
(folder / "KnownNames+Foundation.swift").write_text(text("foundation", "Types of Foundation on Linux, and its functions and constants with a capital letter.", foundation_names()))
