#!/usr/bin/env python3
"""Holds every import of a package against the dependencies that its manifest declares.

The compiler's own check accepts any module in the transitive closure; this one does not.
Usage: swift package describe --type json | Scripts/check-imports.py [PACKAGE-FOLDER]
"""
import json
import pathlib
import re
import sys

# Modules of the toolchain and the platform: no package declares them.
PLATFORM = {"Swift", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Dispatch", "Testing",
            "Synchronization", "SystemPackage", "PackageDescription"}
# Products whose module has another name, and the modules that a product brings under its own name.
MODULES_OF_PRODUCT = {"Subprocess": {"Subprocess", "SystemPackage"}}

IMPORT = re.compile(r"^\s*(?:@[\w()]+\s+)*(?:public |internal |private |package )?import\s+(?:struct |class |enum |func |protocol )?(\w+)", re.M)

# Judge and jobs may not know the accused (Guides/architecture.md).
FORBIDDEN = {"SceneOracles": {"ConstraintSolver", "AnimationSampler"}}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    package = json.load(sys.stdin)
    problems = 0
    for target in package["targets"]:
        allowed = set(PLATFORM) | set(target.get("target_dependencies", [])) | {target["name"]}
        for product in target.get("product_dependencies", []):
            allowed |= MODULES_OF_PRODUCT.get(product, {product})
        allowed -= FORBIDDEN.get(target["name"], set())
        folder = root / target["path"]
        for file in sorted(folder.rglob("*.swift")):
            for module in IMPORT.findall(file.read_text(encoding="utf-8")):
                if module not in allowed:
                    print(f"{file.relative_to(root)}: imports {module}, which {target['name']} does not declare. "
                          f"Name it in Package.swift, or do without it.", file=sys.stderr)
                    problems += 1
    return 1 if problems else 0


sys.exit(main())
