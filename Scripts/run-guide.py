#!/usr/bin/env python3
"""Runs the commands of a guide as they are printed: lines that begin with four spaces and `layoutlab `.

They run in a folder of their own, in which Examples and .build stand as in the repository. A command may end with 0 or 1 (something
was found); what it names after --svg, -o or --screen must be there afterwards. Verbs that need drivers are asked for their help.
Usage: Scripts/run-guide.py GUIDE TOOL
"""
import os
import pathlib
import subprocess
import sys
import tempfile

NEEDS_DRIVERS = {"bench"}


def main():
    guide, tool = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    lines = guide.read_text(encoding="utf-8").splitlines()
    commands = [line.strip().split("#")[0].split() for line in lines if line.startswith("    layoutlab ")]
    if not commands:
        sys.exit(f"{guide}: no command to run")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        for name in ["Examples", ".build"]:
            (place / name).symlink_to(pathlib.Path(name).resolve())
        for _, *words in commands:
            if words[0] in NEEDS_DRIVERS:
                words = words[:2] + ["--help"]
            done = subprocess.run([tool, *words], cwd=place, capture_output=True, text=True, env=os.environ)
            said = "layoutlab " + " ".join(words)
            problems = [] if done.returncode in (0, 1) else [f"exit status {done.returncode}"]
            if words[0] == "run" and done.returncode != 0:
                problems.append("the screen was not recorded")
            for option, value in zip(words, words[1:]):
                if option in ("--svg", "-o") and not (place / value).exists():
                    problems.append(f"{value} is not there")
            print(f"{said}: {', '.join(problems) or 'as told'}")
            if problems:
                print(done.stdout + done.stderr)
            failures += bool(problems)
    sys.exit(1 if failures else 0)


main()
