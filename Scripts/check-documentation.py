#!/usr/bin/env python3
"""Public symbols without a documentation comment, counted by target, and those with a pointer.

Read from the sources, so that it takes no build: public declarations, the cases of public enumerations and the requirements of public
protocols. What only meets a protocol of the standard library says nothing new, and needs none; nor do members of UIKit's classes that are marked
to have no effect (Scripts/without-effect.py). `@_spi` and `package` are not public.

Only presence is checked. How a docstring is worded is judged by readers (CONTRIBUTING.md).

Usage: Scripts/check-documentation.py            the targets that have reached zero must stay there
       Scripts/check-documentation.py TARGET...  lists what is missing, target by target
"""
import pathlib
import re
import sys

# Targets whose public symbols are all documented. A target is added when it gets there, and none is taken out.
DOCUMENTED = ["SceneModel", "LayoutPlugin", "ConstraintSolver", "LayoutKernel", "AnimationSampler", "ScenePlayer", "SceneOracles", "ConflictLogs",
              "LayoutExpectations", "HeadlessUIKit"]

# Guides that name every type of a target, so that a reader of the code finds each word explained.
EXPLAINED = {"ConstraintSolver": ["solver.md", "solver-names.md", "reading-a-system.md"]}

# The types that do a target's work: the guides name their fields and functions too.
MAIN_TYPES = {"ConstraintSolver": ["System", "Block", "LexicographicSimplex", "StartingBasis", "ParametricSweep", "Line"]}

# Only the C table and UIKit's own functions have pointers in public declarations.
WITH_POINTERS = {"LayoutPlugin/Table/Plugin+Table.swift", "HeadlessUIKit"}

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
MODIFIER = (
    r"(?:(?:public|open|package|internal|private|fileprivate)(?:\(set\))?|static|final|class(?=\s+(?:func|var|let))|mutating|nonmutating|"
    r"consuming|borrowing|override|required|convenience|indirect|weak|unowned|lazy|nonisolated(?:\(\w+\))?|prefix|postfix|infix|dynamic)")
KIND = r"(func|var|let|init|struct|class|actor|enum|protocol|typealias|associatedtype|subscript|case|extension|macro)"
DECLARATION = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*((?:" + MODIFIER + r"\s+)*)" + KIND + r"\b(.*)")
# What these say follows from the protocol: CustomStringConvertible, Equatable, Comparable, Hashable, RawRepresentable, Codable, NSCoding,
# Error, and arithmetic.
KNOWN = re.compile(
    r"^\s*([-+*/]=? *\(|description\b|debugDescription\b|errorDescription\b|==|<\s*\(|<\s+\(|hash\(into|encode\(to|\(from decoder|hashValue\b|"
    r"rawValue\b|\(rawValue\b|\??\(coder\b)")
# UIKit's API that has no effect; the mark may be on the line after the declaration's brace.
WITHOUT_EFFECT = re.compile(r"// inert$|\bnoEffect\(")
REQUIREMENT = re.compile(r"^\s*(?:\w+\s+)*?(?:func|var)\s+`?(\w+)")


def requirements(paths):
    """The names that each protocol of some files requires: a default, or a class that conforms, inherits their docstrings."""
    found, inherited = {}, {}
    for path in paths:
        protocol = None
        for line in path.read_text(encoding="utf-8").splitlines():
            opened = re.match(r"^\s*(?:[@\w()]+\s+)*protocol\s+(\w+)(?:\s*:([^{]*))?", line)
            if opened:
                protocol = opened.group(1)
                found.setdefault(protocol, set())
                inherited[protocol] = re.findall(r"\w+", opened.group(2) or "")
            elif line.startswith("}"):
                protocol = None
            elif protocol and (named := REQUIREMENT.match(line)):
                found[protocol].add(named.group(1))

    def all_names(protocol):
        return found.get(protocol, set()).union(*map(all_names, inherited.get(protocol, [])))

    return {protocol: all_names(protocol) for protocol in found}


def code(line):
    """A line without strings and comments, for counting braces."""
    line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
    return line.split("//")[0]


def signature(lines):
    """A declaration without its body, which begins in the first of some lines."""
    text = ""
    for line in map(code, lines):
        text += line.split("{")[0]
        if "{" in line or text.count("(") == text.count(")"):
            break
    return text


def undocumented(path, required=None, pointers=None):
    """(line, declaration) of what is public in a file and says nothing of itself; what overrides says what it overrides. Public declarations with a
    pointer are appended to `pointers`."""
    missing = []
    pointers = [] if pointers is None else pointers
    lines = path.read_text(encoding="utf-8").splitlines()
    required = required or {}
    stack = []  # Of each open brace: (kind, whether members need no `public` to be public, whether it is public)
    extended = set()
    documented = False
    in_string = False
    opened = None  # A type or extension whose brace is still to come, maybe on a later line.
    for number, line in enumerate(lines, 1):
        if line.count('"""') % 2:
            in_string = not in_string
            continue
        if in_string:
            continue
        text = line.strip()
        if text.startswith("///") or text.startswith("/**"):
            documented = True
            continue
        if not text or text.startswith("//") or (text.startswith("@") and not DECLARATION.match(text)):
            if not text:
                documented = False
            continue
        if text.startswith("#"):
            continue
        found = DECLARATION.match(text)
        if found:
            words, kind, rest = found.group(1).split(), found.group(2), found.group(3)
            around = stack[-1] if stack else ("file", False, True)
            hidden = any(word in ("private", "fileprivate", "internal", "package") for word in words)
            implied = around[1] and around[0] in ("enum", "protocol", "extension") and not hidden
            if kind == "case" and around[0] != "enum":
                is_public = False
            else:
                is_public = ("public" in words or "open" in words or implied) and not hidden
            if kind == "extension":
                opened = ("extension", "public" in words, True)
                extended = required.get(re.match(r"\s*([\w.]*)", rest).group(1), set())
            elif kind in ("struct", "class", "actor"):
                opened = (kind, False, is_public)
                # A method that a protocol requires inherits the protocol's docstring.
                conformances = re.findall(r"\w+", rest.partition(":")[2])
                extended = set().union(*(required.get(name, set()) for name in conformances))
            elif kind in ("enum", "protocol"):
                opened = (kind, is_public, is_public)
            else:
                opened = ("body", False, False)
            if kind in ("func", "var", "let") and around[0] == "enum" and "public" not in words:
                is_public = False
            reachable = all(level[2] for level in stack)
            if is_public and reachable and "Unsafe" in signature(lines[number - 1:]):
                pointers.append((number, text.rstrip(" {")))
            name = re.match(r"\s*`?(\w+)", rest)
            if "override" in words or around[0] in ("extension", "class") and name and name.group(1) in extended:
                is_public = False
            marked = WITHOUT_EFFECT.search("\n".join([line] + lines[number : number + 2] * line.endswith("{")))
            if marked:
                is_public = False
            if is_public and reachable and kind != "extension" and not documented and not KNOWN.match(rest) and "@_spi" not in text:
                missing.append((number, text.rstrip(" {")))
        documented = False
        for sign in code(line):
            if sign == "{":
                stack.append(opened or ("body", False, False))
                opened = None
            elif sign == "}" and stack:
                stack.pop()
        if found and found.group(2) not in ("extension", "struct", "class", "actor", "enum", "protocol"):
            opened = None
    return missing


TYPE = re.compile(r"^[ \t]*(?:(?:package|public|final|indirect)\s+)*(?:struct|class|enum|protocol|actor)\s+([A-Z]\w*)", re.M)


def unexplained(sources, guides):
    """Types of some Swift sources, but for private ones, that no guide names."""
    words = set(re.findall(r"\w+", "\n".join(guides)))
    return sorted({name for text in sources for name in TYPE.findall(text)} - words)


OPENED = re.compile(r"^(?:@\w+\s+)*(?:(?:package|public|final|indirect)\s+)*(?:struct|class|enum|extension)\s+(\w+)")
MEMBER = re.compile(
    r"^  (?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|public|private\(set\)|final|mutating|borrowing|consuming|static|lazy|weak|unowned)\s+)*"
    r"(?:func\s+(\w+)|(?:var|let)\s+(\w+)(?!.*\{))")


def unexplained_members(sources, types, guides):
    """Stored fields and functions of some types, but for private ones, that no guide names in code type."""
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", "\n".join(guides)))))
    names = set()
    for text in sources:
        within = None
        for line in text.splitlines():
            if opened := OPENED.match(line):
                within = opened.group(1)
            if within in types and (member := MEMBER.match(line)):
                names.add(f"{within}.{member.group(1) or member.group(2)}")
    return sorted(name for name in names if name.split(".")[1] not in words)


NAME = re.compile(r"`\+?(\w+(?:\.\w+)*)(?:\([\w:]*\))?`")
# Fences hold pictures and examples.
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def superfluous(sources, files, guide):
    """Names in code type in a guide that nothing in the code of some Swift sources, and none of these files or folders, has any more."""
    words = set(files)
    for text in sources:
        for line in text.splitlines():
            words.update(re.findall(r"\w+", line.split("//")[0]))
    names = [name for name in NAME.findall(FENCE.sub("", guide)) if re.match(r"[A-Za-z_]", name)]
    return sorted({name for name in names if not words.issuperset(name.split("."))})


def main():
    targets = sys.argv[1:]
    failures = 0
    for target in targets or DOCUMENTED:
        count = 0
        paths = sorted(SOURCES.glob(f"*/{target}/**/*.swift"))
        required = requirements(paths)
        for path in paths:
            pointers = []
            missing = undocumented(path, required, pointers)
            name = str(path.relative_to(SOURCES)).partition("/")[2]
            for number, text in pointers if name not in WITH_POINTERS and target not in WITH_POINTERS else ():
                failures += 1
                print(f"{path.relative_to(SOURCES.parent)}:{number}: {text} is public and has a pointer. Use a Span, or make it package.")
            for number, text in missing:
                count += 1
                print(f"{path.relative_to(SOURCES.parent)}:{number}: {text} is public and has no docstring. "
                      "Add a line with ///, or make it package.")
        if targets or count:
            print(f"{target}: {count} public symbols without a docstring")
        failures += count
    for target, names in EXPLAINED.items() if not targets else ():
        sources = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob(f"*/{target}/**/*.swift"))]
        guides = [(SOURCES.parent / "Guides" / name).read_text(encoding="utf-8") for name in names]
        for word in unexplained(sources, guides) + unexplained_members(sources, MAIN_TYPES[target], guides):
            print(f"Guides/{names[1 if '.' in word else 0]}: {word} of {target} is explained nowhere. Name it there, in code type.")
            failures += 1
        files = {part for path in SOURCES.glob(f"*/{target}/**/*") for part in re.split(r"\W", path.name)}
        for name, text in zip(names[:2], guides):
            for word in superfluous(sources, files, text):
                print(f"Guides/{name}: `{word}` is nowhere in {target} any more. Take it out, or give it its new name.")
                failures += 1
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
