#!/usr/bin/env python3
"""Guides/codes.md against the codes in the sources: each has one row there, with what to do, and no row is left over.

Usage: Scripts/check-codes.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GUIDE = ROOT / "Guides/codes.md"
# The files that declare codes, and what a code looks like there.
SOURCES = {
    "Sources/Document/SceneModel/Document/MistakeCode.swift": r'case \w+ = "([a-z-]+)"',
    "Sources/Contract/LayoutPlugin/Contract/PluginFault+Description.swift": r'(?:case \.\w+:|refusedEdit =|engineFault =) "([a-z-]+)"',
    "Sources/Contract/LayoutPlugin/Contract/ContractViolation.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)+)"',
    "Sources/Pages/Reports/Check/CheckFinding.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)+)"',
    "Sources/UIKit/ScreenRecording/ScreenOutput.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)+)"',
    "Sources/Judge/SceneOracles/Laws/Law.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)+)"',
    "Sources/Jobs/SceneChecking/Comparison/DocumentChange.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)+)"',
    "Sources/Jobs/Benchmarking/Comparison/Comparison.swift": r'case \w+ = "([a-z]+(?:-[a-z]+)*)"',
}


def declared(texts, patterns):
    """The codes of some sources, by the pattern of each."""
    return [code for text, pattern in zip(texts, patterns) for code in re.findall(pattern, text)]


def problems(codes, guide):
    """What differs between codes and a guide, a sentence each."""
    rows = re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", guide, re.M)
    found = [code for code, _ in rows]
    result = [f"`{code}` is in the sources and has no row. Add one with what to do." for code in codes if code not in found]
    result += [f"`{code}` has a row and is nowhere in the sources. Remove it." for code in found if code not in codes]
    result += [f"`{code}` has {found.count(code)} rows." for code in sorted(set(found)) if found.count(code) > 1]
    result += [f"`{code}` says nothing of what to do." for code, rest in rows
               if len(cells := rest.split("|")) != 2 or not all(cell.strip() for cell in cells)]
    result += [f"`{code}` is declared twice." for code in sorted(set(codes)) if codes.count(code) > 1]
    return result


def main():
    texts = [(ROOT / path).read_text(encoding="utf-8") for path in SOURCES]
    found = problems(declared(texts, SOURCES.values()), GUIDE.read_text(encoding="utf-8"))
    for problem in found:
        print(f"{GUIDE.relative_to(ROOT)}: {problem}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
