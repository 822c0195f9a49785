#!/usr/bin/env python3
"""Lists what breaks the callers of the promised products since a revision.

Builds the products at the revision in a folder of its own (git worktree; some minutes), reads the public interface of both builds with the
compiler's digester, and prints what was removed, renamed or changed. Ends with 1 where something was. `swift package
diagnose-api-breaking-changes` does the same for every target; it counts `package` declarations as public and builds the tests too.

Usage: Scripts/api-changes.py REVISION [BUILD]      BUILD: the build folder of the present state, .build/debug when absent
       Scripts/api-changes.py --builds OLD NEW      compares two build folders (…/debug) of this repository
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from documentation import PRODUCTS, module_flags

ROOT = pathlib.Path(__file__).resolve().parent.parent


def public(node):
    """An interface without what only this package sees: the digester takes `package` along and marks it as internal."""
    if "children" in node:
        node["children"] = [public(child) for child in node["children"] if not child.get("isInternal")]
    return node


def interface(product, sources, build, output):
    """Writes a product's public interface to a file; false where the build does not have the product."""
    if not (build / "Modules" / f"{product}.swiftmodule").exists():
        return False
    done = subprocess.run(
        ["swift-api-digester", "-dump-sdk", "-module", product, "-o", str(output), "-avoid-location", "-avoid-tool-args",
         "-abort-on-module-fail", *module_flags(sources, build)], capture_output=True, text=True)
    if done.returncode or not output.exists():
        sys.exit(f"api-changes: {product} of {build} cannot be read; build it first.\n{done.stderr}")
    dump = json.loads(output.read_text(encoding="utf-8"))
    public(dump["ABIRoot"])
    output.write_text(json.dumps(dump), encoding="utf-8")
    return True


def changes(old, new):
    """The digester's lines about two interfaces, without its headings."""
    done = subprocess.run(
        ["swift-api-digester", "-diagnose-sdk", "-print-module", "-disable-fail-on-error", "--input-paths", str(old), "--input-paths", str(new)],
        capture_output=True, text=True)
    return breaking((done.stdout + done.stderr).splitlines())


def breaking(lines):
    """The lines of a comparison that speak of broken callers: `@preconcurrency` asks less of them than before."""
    return [line for line in lines if line.strip() and not line.startswith("/*") and not line.endswith("is now with @preconcurrency")]


def compare(old_sources, old_build, new_sources, new_build, folder):
    found = 0
    for product in PRODUCTS:
        old, new = folder / f"{product}-old.json", folder / f"{product}-new.json"
        had, has = interface(product, old_sources, old_build, old), interface(product, new_sources, new_build, new)
        if not has:
            sys.exit(f"api-changes: {new_build} has no {product}. Run make build.")
        for line in changes(old, new) if had else ():
            print(line)
            found += 1
    print(f"api-changes: {found} changes that break callers" if found else "api-changes: nothing breaks callers")
    return 1 if found else 0


def build_target(tree, product):
    """Builds one target of a tree (SwiftPM does not build automatic products by name), and shows what that said only where it failed."""
    # Floors had no folders at first.
    if not any(folder.is_dir() for pattern in (product, f"*/{product}") for folder in (tree / "Sources").glob(pattern)):
        return
    done = subprocess.run(
        ["swift", "build", "--build-system", "native", "--disable-index-store", "--package-path", str(tree), "--target", product],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"api-changes: {product} cannot be built at that revision.\n{done.stdout}")


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--builds":
        old, new = (pathlib.Path(path).resolve() for path in sys.argv[2:])
        # The sources stand where the build folder does: …/.build/debug.
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(compare(sources_of(old), old, sources_of(new), new, pathlib.Path(folder)))
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else ROOT / ".build/debug").resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        added = subprocess.run(
            ["git", "-C", str(ROOT), "worktree", "add", "--quiet", "--detach", str(tree), sys.argv[1]], capture_output=True, text=True)
        if added.returncode:
            sys.exit(f"api-changes: {sys.argv[1]} is no revision of this repository. Name a commit, a branch or a tag.\n{added.stderr}")
        try:
            for product in PRODUCTS:
                build_target(tree, product)
            status = compare(tree, tree / ".build/debug", ROOT, build, pathlib.Path(folder))
        finally:
            subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", str(tree)], check=False)
    sys.exit(status)


def sources_of(build):
    """The repository of a build folder: the folder that holds .build."""
    return next((parent.parent for parent in build.parents if parent.name == ".build"), ROOT)


if __name__ == "__main__":
    main()
