#!/usr/bin/env python3
"""Holds what only one system has to the places that are meant for it, so that the libraries build elsewhere.

The system's C library is imported as `LibC`, which stands over Glibc, Musl and Darwin (Sources/Document/LibC). What Linux alone has stands in LibC, in
CProcessControl behind `#ifdef __linux__`, or between `#if` and `#endif`; C headers that not every system has stand behind such a condition, too.
Usage: Scripts/check-systems.py [ROOT]
"""
import pathlib
import re
import sys

FOLDERS = ["Sources", "Tests", "Fuzz/Sources", "Benchmarks/Sources", "Plugins/apple"]
SWIFT = [
    (re.compile(r"^\s*(?:@\w+(?:\(\w+\))?\s+)*import\s+(Glibc|Musl|Darwin|FoundationXML|FoundationNetworking|SystemPackage)\b"), "is imported on every system"),
    (re.compile(r"\b(__rlimit_resource_t|SOCK_CLOEXEC|SOCK_STREAM|MSG_NOSIGNAL|memfd_create|prctl|pipe2|epoll_\w+|sched_\w+|program_invocation_name)\b"), "is not there on every system"),
    (re.compile(r'"[^"]*(/proc/\w*)'), "is a file of Linux"),
]
# Headers that some system does not have.
HEADER = re.compile(r"^\s*#\s*include\s+<((?:features|execinfo|sched|link|malloc|elf)\.h|sys/(?:prctl|syscall|epoll|auxv|eventfd)\.h|linux/.*)>")
# Files that stand for one system as a whole.
LINUX_ALONE = {"HeadlessUIKit", "UIKit", "QuartzCore", "SnapKit", "_Testing_UIKit"}


def lines_without_conditions(text, opening):
    """The lines of a file that stand in no condition, with their numbers; comments are empty."""
    conditions = []
    for number, line in enumerate(text.splitlines(), 1):
        word = line.strip()
        if re.match(r"#\s*if", word):
            conditions.append(bool(re.match(opening, word)))
        elif re.match(r"#\s*endif", word):
            conditions.pop()
        elif not any(conditions):
            yield number, re.sub(r"//.*", "", line)


def problems(root):
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if ".build" in file.parts:
                continue
            name = file.relative_to(root)
            if file.suffix == ".swift":
                target = name.parts[2] if name.parts[0] == "Sources" else ""
                rules = SWIFT if name.parts[0] == "Sources" and target not in LINUX_ALONE else SWIFT[:1]
                # Its own conditions are by system.
                for number, line in lines_without_conditions(file.read_text(), r"#if\b"):
                    for rule, what in rules if target != "LibC" else SWIFT[:1]:
                        if found := rule.search(line):
                            yield f"{name}:{number}: {found[1]} {what}: take it from LibC, or stand it between #if and #endif"
            elif file.suffix in {".c", ".h"} and name.parts[0] == "Sources":
                # Include guards are no conditions of this kind.
                for number, line in lines_without_conditions(file.read_text(), r"#\s*(?:ifdef|if)\b"):
                    if found := HEADER.search(line):
                        yield f"{name}:{number}: <{found[1]}> is not there on every system: include it behind #ifdef __linux__ or __has_include"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent)
    found = list(problems(root))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
