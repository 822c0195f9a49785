#!/usr/bin/env python3
"""Writes Guides/uikit-without-effect.md: the members of HeadlessUIKit that compile and have no effect, as their declarations are marked.

A call `noEffect("UIView.member", .reason)` marks what is reported at its first use, a comment `// inert` what is not.

Usage: Scripts/without-effect.py            writes the page
       Scripts/without-effect.py --check    says whether the page and the marks are right (exit status 1: they are not)
"""
import collections
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources/UIKit/HeadlessUIKit"
PAGE = ROOT / "Guides/uikit-without-effect.md"
REASONS = SOURCES / "Stage/NoEffect.swift"

SCOPE = re.compile(r"^(\s*)(?:@\w+(?:\(.*?\))? )*(?:(?:nonisolated|public|open|package|private|fileprivate|final|indirect) )*"
                   r"(?:class|struct|enum|extension|protocol) ([\w.]+)")
MEMBER = re.compile(r"^\s*(?:@\w+(?:\(.*?\))? )*(?:(?:nonisolated|static|class|weak|final|lazy|override) )*(?:public|open)\b([\w() ]*?) "
                    r"(var|func) (\w+)(.*)")
LOUD = re.compile(r'noEffect\("([^"]+)", \.(\w+)\)')
# Stored for the program that sets or reads them, as in UIKit: names, notes, and facts about events.
NOTES = set("""
    UIGestureRecognizer.name UIPasteboard.strings
    UIRotationGestureRecognizer.rotation UIScene.session UISceneSession.role UITouch.force UITouch.tapCount
    """.split())
# Names of marked properties that are also those of cases, functions and labels.
USED_ELSEWHERE = {"animationDuration", "color", "normal", "progress"}


class Member:
    """A public property or function: its name with its type, its place, and its marks."""
    def __init__(self, name, file, line, text, is_stored):
        self.name, self.file, self.line, self.text, self.is_stored = name, file, line, text, is_stored
        self.loud = LOUD.search(text)
        self.is_silent = text.rstrip().endswith("// inert")

    @property
    def is_bare(self):
        """Whether nothing happens when it is set, so that it has an effect only if something reads it."""
        return self.is_stored and (self.loud is not None or not re.search(r"didSet|willSet", self.text))


def signature(name, rest, lines):
    """UIKit's name of a function: its base name and its labels."""
    whole, depth, parameters = rest + " " + " ".join(lines), 0, ""
    for sign in whole:
        depth += (sign in "([") - (sign in ")]")
        parameters += sign
        if depth == 0 and sign == ")":
            break
    labels = re.findall(r"(?:^\(|, )\s*(\w+)(?: \w+)?:", parameters)
    return f"{name}({''.join(label + ':' for label in labels)})"


def members(file, text):
    """The public members that a file declares. The text of each reaches to the end of its first braces, at most five lines on."""
    scopes, found, lines = [], [], text.splitlines()
    for number, line in enumerate(lines, 1):
        member = MEMBER.match(line)
        if scope := SCOPE.match(line):
            depth = len(scope.group(1))
            scopes = [open for open in scopes if open[0] < depth] + [(depth, scope.group(2))]
        if not member:
            continue
        following = lines[number : number + 5]
        whole = line
        if line.count("{") > line.count("}") or line.count("(") > line.count(")"):
            indent = re.match(r"\s*", line).group()
            for next_line in following:
                whole += "\n" + next_line
                if re.match(indent + r"[})]", next_line) and whole.count("{") == whole.count("}"):
                    break
        depth = len(re.match(r"\s*", line).group())
        owner = ".".join(name for start, name in scopes if start < depth)
        access, kind, name, rest = member.groups()
        if kind == "func":
            name = signature(name, rest, following)
        is_stored = kind == "var" and "(set)" not in access and not re.match(r"[^={]*\{(?!\s*(didSet|willSet)|$)", rest) and (
            not rest.endswith("{") or re.match(r"\s*(didSet|willSet)", (following or [""])[0]) is not None)
        names = [name] + (re.findall(r", (\w+) = ", rest) if kind == "var" else [])
        found += [Member(f"{owner}.{name}" if owner else name, file, number, whole, is_stored) for name in names]
    return found


def code(text):
    """A text without comments and without the contents of strings."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', re.sub(r"//.*", "", text))


def problems(found, texts):
    """The marks that are wrong or missing, a sentence each."""
    whole = "\n".join(map(code, texts))
    words = collections.Counter(re.findall(r"\w+", whole))
    declared = collections.Counter(re.findall(r"\bvar (\w+)", whole))
    read = set(re.findall(r"(?<!\bself)\.(\w+)\b(?! *=[^=])", whole))
    result = []
    for member in found:
        name = member.name.split(".")[-1]
        place = f"{member.file}:{member.line}: {member.name}"
        if member.loud and member.loud.group(1) != member.name:
            result.append(f"{place} is marked as {member.loud.group(1)}.")
        is_marked = member.loud or member.is_silent
        if member.is_bare and not is_marked and words[name] == declared[name] and member.name not in NOTES:
            result.append(f"{place}: nothing reads it. Mark it with noEffect or // inert (Stage/NoEffect.swift), or add it to NOTES here.")
        if is_marked and member.is_stored and declared[name] == 1 and name in read - USED_ELSEWHERE:
            result.append(f"{place} is marked, and is read. Remove the mark, or add the name to USED_ELSEWHERE here.")
    return result


def listed(names, head):
    """A bullet of the page."""
    return textwrap.fill(f"- {head}: " + ", ".join(f"`{name}`" for name in names), 150, subsequent_indent="  ",
                         break_long_words=False, break_on_hyphens=False)


def page(found, reasons):
    loud, silent = {}, {}
    for member in found:
        if member.loud:
            loud.setdefault(member.loud.group(2), []).append(member.name)
        elif member.is_silent:
            owner, _, name = member.name.rpartition(".")
            silent.setdefault(owner, []).append(name)
    free = silent.pop("", [])
    parts = [
        "<!-- Written by Scripts/without-effect.py. -->",
        "# UIKit API without effect",
        "",
        "These members of UIKit's classes compile on Linux, and nothing here depends on them ([screens-in-code.md](screens-in-code.md)).",
        "",
        "## Reported at their first use",
        "",
        "On a device, frames, motion or calls depend on these. The first use in a process is reported on the standard error, with the reason.",
        "Some are reported only for values that make a difference on a device, such as two fingers.",
        "",
        *(listed(sorted(loud[reason]), text) for reason, text in sorted(reasons.items()) if reason in loud),
        "",
        "## Not reported",
        "",
        "These change how something is drawn, read aloud or typed, or how the system around the app behaves.",
        "",
        *(listed(sorted(names), f"`{owner}`") for owner, names in sorted(silent.items())),
        *([listed(sorted(free), "functions")] if free else []),
    ]
    return "\n".join(parts) + "\n"


def main():
    files = sorted(SOURCES.rglob("*.swift"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    found = [member for file, text in zip(files, texts) for member in members(file.relative_to(ROOT), text) if file != REASONS]
    reasons = dict(re.findall(r'case (\w+) = "([^"]+)"', REASONS.read_text(encoding="utf-8")))
    wanted = page(found, reasons)
    if "--check" not in sys.argv:
        PAGE.write_text(wanted, encoding="utf-8")
        return
    result = problems(found, texts)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        result.append(f"{PAGE.relative_to(ROOT)} is not what the sources mark. Run Scripts/without-effect.py.")
    print("\n".join(result), end="\n" if result else "")
    sys.exit(1 if result else 0)


if __name__ == "__main__":
    main()
