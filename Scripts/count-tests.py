#!/usr/bin/env python3
"""Reads what `swift test` prints, shows what is worth reading, and ends with one line: N passed, N failed, N skipped.

Before it stand the tests that were skipped, each with its reason. What a test with many cases counts is one; with known issues (━) it passes.
Usage: swift test 2>&1 | Scripts/count-tests.py [SUMMARY-FILE]      exit status: 1 if a test failed or the run did not end
"""
import re
import sys

ENDED = re.compile(r"^(?P<mark>[✔✘━]) Test (?P<name>.+?)(?: with \d+ test cases?)? (?P<how>passed|failed) after ")
SKIPPED = re.compile(r'^➜ Test (?P<name>.+?) skipped(?:: (?P<reason>".*"))?\.?$')
RUN = re.compile(r"^[✔✘━] Test run with (\d+) tests?")
NOISE = re.compile(r"^(◇ |✔ |━ |↳ |\[\d+/\d+\]|Test Suite |\t Executed )")


def main():
    passed, failed, skipped = 0, [], []
    has_ended = False
    for line in sys.stdin:
        text = line.rstrip("\n")
        if RUN.match(text):
            has_ended = True
        elif match := ENDED.match(text):
            if match["how"] == "passed":
                passed += 1
            else:
                failed.append(match["name"])
        elif match := SKIPPED.match(text):
            skipped.append((match["name"], (match["reason"] or '"no reason given"').strip('"')))
            continue
        if not NOISE.match(text) and text:
            print(text, flush=True)
    lines = [f"skipped: {name}: {reason}" for name, reason in skipped]
    lines += [f"failed: {name}" for name in failed]
    if not has_ended:
        lines.append("failed: the run did not end")
    lines.append(f"{passed} passed, {len(failed) + (0 if has_ended else 1)} failed, {len(skipped)} skipped")
    summary = "\n".join(lines)
    print(summary)
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            file.write(summary + "\n")
    return 1 if failed or not has_ended else 0


sys.exit(main())
