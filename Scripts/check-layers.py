#!/usr/bin/env python3
"""The solver's folders stand on one another: ExactNumbers at the bottom, TieredSimplex on it, the rest on both.

They are one target, since generic numbers and flat memory are only fast where the compiler sees through them. So a script holds what the
compiler would: no file names a type that a folder above its own declares, and the tests of a folder know nothing above it either.

Usage: Scripts/check-layers.py [PACKAGE]
"""
import pathlib
import re
import sys

LAYERS = ["ExactNumbers", "TieredSimplex"]
DECLARATION = re.compile(
    r"^\s*(?:(?:public|package|internal|fileprivate|private|final|indirect)\s+)*(?:struct|class|enum|protocol|typealias)\s+(\w+)", re.M)
NOT_CODE = re.compile(r'^(?:@testable )?import .*?$|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S | re.M)


def code(file):
    return NOT_CODE.sub("", file.read_text(encoding="utf-8"))


def main():
    package = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    root, tests = package / "Sources/Engines/ConstraintSolver", package / "Tests/ConstraintSolverTests"
    files = {file: code(file) for file in sorted(root.rglob("*.swift"))}
    checked = files | {file: code(file) for layer in LAYERS for file in sorted((tests / layer).rglob("*.swift"))}
    missing = [layer for layer in LAYERS if not any(root / layer in file.parents for file in files)]
    problems = [f"{root}/{layer} has no files." for layer in missing]

    def level(file):
        name = file.relative_to(root if root in file.parents else tests).parts[0]
        return LAYERS.index(name) if name in LAYERS else len(LAYERS)

    home = {}
    for file, text in files.items():
        for name in DECLARATION.findall(text):
            home[name] = min(level(file), home.get(name, len(LAYERS)))
    for file, text in checked.items():
        for line, words in enumerate(text.split("\n"), 1):
            for word in set(re.findall(r"\b[A-Z]\w*", words)):
                if home.get(word, 0) > level(file):
                    problems.append(f"{file}:{line}: {word} belongs to a folder above this one. Ask for what is needed instead.")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check-layers: {len(checked)} files, each names only what stands below it")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
