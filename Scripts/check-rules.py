#!/usr/bin/env python3
"""Holds every rule number that is cited against the rules in Guides/rules.

A rule is a paragraph that begins with its number in bold: **L3.4**. Also: a number is defined once, every switch of a table of
choices belongs to a rule, and nothing cites papers that are not in the clone.
Usage: Scripts/check-rules.py [FOLDER]
"""
import pathlib
import re
import sys

RULE = re.compile(r"^\*\*((?:A|L|IB|CL)\d+\.\d+)\*\*", re.M)
# Not "L10.5 20" of a path's data, nor "M1.5".
CITED = re.compile(r"(?<![\w.$/%-])((?:A|L|IB|CL)\d+\.\d+)(?![\w.]*\w| -?\d)")
CHOICE = re.compile(r'\brule: "([^"]*)"')
ELSEWHERE = re.compile(r"\b(?:spec|design)/[\w-]+\.md|\bsections? \d+ of\b")
FOLDERS = ["Sources", "Tests", "Guides", "Fuzz/Sources", "Benchmarks/Sources", "Plugins", "Scripts"]
FILES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
KINDS = {".swift", ".md", ".c", ".h", ".evidence", ".solver", ".scene", ".timeline", ".py", ".sh"}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    problems = []
    rules = {}
    for book in sorted((root / "Guides/rules").glob("*.md")):
        for number in RULE.findall(book.read_text(encoding="utf-8")):
            if number in rules:
                problems.append(f"{book.relative_to(root)}: {number} is defined in {rules[number]} already.")
            rules[number] = book.name
    files = [root / name for name in FILES if (root / name).exists()]
    for folder in FOLDERS:
        files += [file for file in sorted((root / folder).rglob("*"))
                  if file.suffix in KINDS and ".build" not in file.parts and file.is_file()]
    cited = 0
    for file in files:
        name = str(file.relative_to(root))
        if name.startswith("Scripts/check-rules") or name.startswith("Tests/Scripts"):
            continue
        for line, text in enumerate(file.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            # Rows of evidence are numbers and paths.
            if file.suffix == ".evidence" and not text.startswith("#"):
                continue
            numbers = CITED.findall(text)
            cited += len(numbers)
            numbers += CHOICE.findall(text) if file.suffix == ".swift" else []
            for number in numbers:
                if number not in rules:
                    problems.append(f'{name}:{line}: no book in Guides/rules has a rule "{number}".')
            if ELSEWHERE.search(text):
                problems.append(f"{name}:{line}: cites what is not in the clone. Name a rule of Guides/rules.")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check-rules: {len(rules)} rules, cited {cited} times")
    return 1 if problems else 0


sys.exit(main())
