#!/usr/bin/env python3
"""Holds every import of a package against the dependencies that its manifest declares, both ways.

The compiler's own check accepts any module in the transitive closure, and says nothing of a dependency that no file imports.
An import that is not declared fails; a declaration that is not used is reported, and fails with --strict.
Usage: swift package describe --type json | Scripts/check-imports.py [--strict] [PACKAGE-FOLDER]
"""
import json
import pathlib
import re
import sys

# Modules of the toolchain and the platform: no package declares them. Which of them stand where is check-systems.py's.
PLATFORM = {"Swift", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Musl", "Darwin", "Dispatch", "AppKit", "Testing",
            "XCTest", "Synchronization", "SystemPackage", "PackageDescription"}
# Products whose module has another name, and the modules that a product brings under its own name.
MODULES_OF_PRODUCT = {"Subprocess": {"Subprocess", "SystemPackage"}}

IMPORT = re.compile(r"^\s*(?:@[\w()]+\s+)*(?:public |internal |private |package )?import\s+(?:struct |class |enum |func |protocol )?(\w+)", re.M)

# What a program writes as source text is not its own import.
TEXT = re.compile(r'""".*?"""', re.S)

# Built beside a target, and loaded or run by it; never imported.
LOADED = {"LayoutLabPlugin", "layoutlab"}

# Judge and jobs may not know the accused (Guides/architecture.md).
FORBIDDEN = {"SceneOracles": {"ConstraintSolver", "AnimationSampler"}}


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--strict"]
    root = pathlib.Path(arguments[0] if arguments else ".")
    package = json.load(sys.stdin)
    problems = 0
    for target in package["targets"]:
        # A plugin imports the package manager's own module.
        if target["type"] == "plugin":
            continue
        allowed = set(PLATFORM) | set(target.get("target_dependencies", [])) | {target["name"]}
        for product in target.get("product_dependencies", []):
            allowed |= MODULES_OF_PRODUCT.get(product, {product})
        allowed -= FORBIDDEN.get(target["name"], set())
        folder = root / target["path"]
        imported = set()
        for file in sorted(folder.rglob("*.swift")):
            for module in IMPORT.findall(TEXT.sub("", file.read_text(encoding="utf-8"))):
                imported.add(module)
                if module not in allowed:
                    print(f"{file.relative_to(root)}: imports {module}, which {target['name']} does not declare. "
                          f"Name it in Package.swift, or do without it.", file=sys.stderr)
                    problems += 1
        # What C includes is not looked at.
        if target["module_type"] != "SwiftTarget":
            continue
        for name in target.get("target_dependencies", []) + target.get("product_dependencies", []):
            if name not in LOADED and not MODULES_OF_PRODUCT.get(name, {name}) & imported:
                print(f"{root / 'Package.swift'}: {target['name']} declares {name}, which none of its files imports. "
                      f"Take it out.", file=sys.stderr)
                problems += "--strict" in sys.argv
    return 1 if problems else 0


sys.exit(main())
