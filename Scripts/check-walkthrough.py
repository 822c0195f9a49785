#!/usr/bin/env python3
"""Holds Guides/walkthrough.md against the sources: each hop's file is there, and the functions that it names are in it.

A row of a table names a file, or "same" as the row above, and functions with their labels; `(...)` stands for any.
A folder may stand for its files, with the types that they declare.
Usage: Scripts/check-walkthrough.py [FOLDER]
"""
import pathlib
import re
import sys

GUIDE = pathlib.Path("Guides/walkthrough.md")
ROW = re.compile(r"^\|([^|]*)\|([^|]*)\|([^|]*)\|\s*$", re.M)
FUNCTION = re.compile(r"\b(?:func\s+(\w+)|(init))\??(?:<[^>]*>)?\(")


def labels(text, start):
    """Of the parameters that begin at `start`, behind the parenthesis."""
    depth, part, parts = 1, "", []
    for character in text[start:]:
        depth += character in "([{"
        depth -= character in ")]}"
        if depth == 0 or (depth == 1 and character == ","):
            parts.append(part.strip())
            part = ""
            if depth == 0:
                break
        else:
            part += character
    words = [re.sub(r"^(@\w+(\([^)]*\))?\s+)+", "", part).split(":")[0].split()[0] for part in parts if part]
    return "(" + "".join(word + ":" for word in words) + ")"


def functions(text):
    return {(match[1] or match[2]) + labels(text, match.end()) for match in FUNCTION.finditer(text)}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    text = (root / GUIDE).read_text(encoding="utf-8")
    problems, hops, places = [], 0, []
    for match in ROW.finditer(text):
        _, where, what = (cell.strip() for cell in match.groups())
        if where in ("file", "---") or set(where) == {"-"}:
            continue
        hops += 1
        line = text[:match.start()].count("\n") + 1
        if where != "same":
            places = [next((p for p in [*root.glob(f"Sources/*/{name}"), root / name] if p.exists()), name)
                      for name in re.findall(r"`([^`]+)`", where)]
        for place in places:
            if isinstance(place, str):
                problems.append(f"{GUIDE}:{line}: there is no {place}.")
        files = [file for place in places if not isinstance(place, str)
                 for file in (place.rglob("*.swift") if place.is_dir() else [place])]
        sources = "\n".join(file.read_text(encoding="utf-8") for file in files)
        known = functions(sources)
        for name in re.findall(r"`([^`]+)`", what):
            if not files:
                break
            # Without the type, which is for the reader.
            plain = re.sub(r"^[\w.]*\.", "", name)
            if "(" not in name:
                found = re.search(rf"\b(?:struct|class|enum|protocol)\s+{re.escape(name)}\b", sources)
            elif name.endswith("(...)"):
                found = any(one.startswith(plain[:-4]) for one in known)
            else:
                found = plain in known
            if not found:
                problems.append(f"{GUIDE}:{line}: {where if where != 'same' else places[0]} has no {name}.")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check-walkthrough: {hops} hops, each where {GUIDE} says")
    return 1 if problems else 0


sys.exit(main())
