#!/usr/bin/env python3
"""A target of more than fifteen files keeps them in folders, one a topic, from which its biggest ideas can be read.

The command line is verbs that parse, call and print: beyond so many lines something of a library's has come in.

Usage: Scripts/check-shelves.py [FOLDER]
"""
import pathlib
import sys

MOST = 15
FOLDERS = ["Sources/*", "Tests", "Fuzz/Sources", "Benchmarks/Sources"]
ENDINGS = {".swift", ".c", ".cpp"}
MOST_LINES = {"Sources/Drivers/layoutlab": 3500}


def files(folder):
    return [file for file in folder.iterdir() if file.suffix in ENDINGS]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    targets = [target for folder in FOLDERS for target in sorted(root.glob(f"{folder}/*")) if target.is_dir()]
    problems = []
    for target in targets:
        name = target.relative_to(root)
        count = sum(file.suffix in ENDINGS for file in target.rglob("*"))
        loose = sorted(file.name for file in files(target))
        if count > MOST and loose:
            problems.append(f"{name} has {count} files, and these stand in no folder: {', '.join(loose)}. Give each a topic.")
    for name, most in MOST_LINES.items():
        lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in (root / name).rglob("*.swift"))
        if lines > most:
            problems.append(f"{name} has {lines} lines, and may have {most}. Move what is not a verb's to a library.")
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"check-shelves: {len(targets)} targets, folders in each of more than {MOST} files")
    return 1 if problems else 0


sys.exit(main())
