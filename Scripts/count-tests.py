#!/usr/bin/env python3
"""Reads what `swift test` prints, shows what is worth reading, and ends with one line: N passed, N failed, N skipped.

Before it stand the tests that were skipped, each with its reason. What a test with many cases counts is one; with known issues (━) it passes.
Lines get lost where many tests begin at once, so the events that the run wrote to a file are counted, where one is named.
Usage: swift test --event-stream-output-path EVENTS 2>&1 | Scripts/count-tests.py [SUMMARY-FILE [EVENTS]]
Exit status: 1 if a test failed or the run did not end.
"""
import json
import pathlib
import re
import sys

ENDED = re.compile(r"^(?P<mark>[✔✘━]) Test (?P<name>.+?)(?: with \d+ test cases?)? (?P<how>passed|failed) after ")
SKIPPED = re.compile(r'^➜ Test (?P<name>.+?) skipped(?:: (?P<reason>".*"))?\.?$')
RUN = re.compile(r"^[✔✘━] Test run with (\d+) tests?")
NOISE = re.compile(r"^(◇ |✔ |━ |↳ |\[\d+/\d+\]|Test Suite |\t Executed )")


def events(path):
    """Of a file of events: how many tests passed, which failed, which were skipped and why, and whether the run ended."""
    names, passed, failed, skipped, has_ended = {}, 0, [], [], False
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            # The run was ended while it wrote this line.
            break
        payload = record["payload"]
        if record["kind"] == "test" and payload["kind"] == "function":
            names[payload["id"]] = json.dumps(payload["displayName"], ensure_ascii=False) if "displayName" in payload else payload["name"]
        elif payload["kind"] == "runEnded":
            has_ended = True
        elif payload.get("testID") in names and payload["kind"] in ("testEnded", "testSkipped"):
            name, message = names[payload["testID"]], payload["messages"][0]
            if payload["kind"] == "testSkipped":
                match = SKIPPED.match("➜ " + message["text"])
                skipped.append((name, (match and match["reason"] or '"no reason given"').strip('"')))
            elif message["symbol"] == "fail":
                failed.append(name)
            else:
                passed += 1
    return passed, failed, skipped, has_ended


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
    told = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if told:
        # A run that wrote no events cannot be counted, whatever its lines say.
        passed, failed, skipped, has_ended = events(told) if told.exists() else (passed, failed, skipped, False)
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
