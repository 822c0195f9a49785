#!/usr/bin/env python3
"""Builds the DocC documentation of the promised products, and holds its listings to the tests that run them.

A catalogue is `Sources/FLOOR/PRODUCT/PRODUCT.docc`. A listing in it is a fenced block after `<!-- listing: NAME -->`; the same lines stand in
Tests/DocumentationTests between `// listing: NAME` and `// end of listing`, where the compiler and the tests see them.

Usage: Scripts/documentation.py --listings             catalogues and listings alone, without a build
       Scripts/documentation.py --write-listings       takes the listings over from the tests
       Scripts/documentation.py BUILD OUTPUT           from the modules of a build (.build/debug), one archive for all products
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

# What a package may depend on, bottom up (CONTRIBUTING.md).
PRODUCTS = ["SceneModel", "LayoutPlugin", "LayoutKernel", "AnimationSampler", "ScenePlayer", "SceneOracles", "ConflictLogs", "HeadlessUIKit"]

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTING = re.compile(r"(<!-- listing: (\w+) -->\n```swift\n)(.*?)(```\n)", re.S)
TESTED = re.compile(r"^[ \t]*// listing: (\w+)\n(.*?)^[ \t]*// end of listing\n", re.S | re.M)


def tested_listings(folder):
    """The listings of the tests by name, with their indentation taken off."""
    found = {}
    for path in sorted(folder.glob("*.swift")):
        for name, lines in TESTED.findall(path.read_text(encoding="utf-8")):
            if name in found:
                sys.exit(f"{path}: listing {name} is there twice. Give one of them another name.")
            found[name] = textwrap.dedent(lines)
    return found


def catalogue_of(root, product):
    """The folder of a product's pages: in its target, in the folder of its floor."""
    return next((root / "Sources").glob(f"*/{product}/{product}.docc"), root / f"Sources/{product}.docc")


def check_listings(root, write):
    """What is wrong with catalogues and listings, as lines."""
    tested = tested_listings(root / "Tests/DocumentationTests")
    problems, shown = [], set()
    for product in PRODUCTS:
        catalogue = catalogue_of(root, product)
        pages = sorted(catalogue.glob("*.md"))
        if not (catalogue / f"{product}.md").exists() or len(pages) < 2:
            problems.append(f"{catalogue.relative_to(root)}: no landing page {product}.md with an article beside it. Write them.")
        listings = 0
        for path in pages:
            text = path.read_text(encoding="utf-8")

            def replaced(match):
                nonlocal listings
                opening, name, lines, closing = match.groups()
                listings += 1
                shown.add(name)
                if name not in tested:
                    problems.append(f"{path.relative_to(root)}: no test has a listing {name}. Put one into Tests/DocumentationTests.")
                elif lines != tested[name] and not write:
                    problems.append(f"{path.relative_to(root)}: listing {name} differs from its test. Run Scripts/documentation.py --write-listings.")
                return opening + tested.get(name, lines) + closing

            new = LISTING.sub(replaced, text)
            if write and new != text:
                path.write_text(new, encoding="utf-8")
        if not listings:
            problems.append(f"{catalogue.relative_to(root)}: no listing. Add one with a test.")
    problems += [f"Tests/DocumentationTests: no page shows listing {name}. Show it, or take its marks out." for name in sorted(set(tested) - shown)]
    return problems


def run(command):
    """A finished process with what it said; the tools are the toolchain's."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except FileNotFoundError:
        sys.exit(f"documentation: {command[0]} is not in PATH. It comes with the Swift toolchain.")


def module_flags(sources, build_folder):
    """The flags with which a tool of the compiler's finds the modules of a build."""
    target = run(["swiftc", "-print-target-info"]).stdout
    flags = ["-target", re.search(r'"unversionedTriple": "([^"]+)"', target).group(1)]
    flags += ["-I", str(build_folder / "Modules"), "-I", str(next((sources / "Sources").glob("**/CLibXML2")))]
    for folder in sorted((sources / "Sources").glob("**/include")):
        if (folder / "module.modulemap").exists():
            flags += ["-I", str(folder)]
    for module_map in sorted(build_folder.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
    return flags


def extract(product, build_folder, output):
    """Reads a product's symbols from its module; returns what is wrong."""
    graphs = output / "symbol-graphs" / product
    graphs.mkdir(parents=True)
    command = [
        "swift-symbolgraph-extract", "-module-name", product, "-output-dir", str(graphs), "-minimum-access-level", "public",
        "-skip-synthesized-members", "-skip-inherited-docs", *module_flags(ROOT, build_folder)]
    done = run(command)
    return [f"{product}: its symbols cannot be read; build first.\n{done.stdout}"] if done.returncode else []


def convert(product, output):
    """Makes a product's archive, with links to those below it; returns what is wrong with it."""
    below = [f"--dependency={output / other}.doccarchive" for other in PRODUCTS[:PRODUCTS.index(product)]]
    done = run([
        "docc", "convert", str(catalogue_of(ROOT, product)), "--additional-symbol-graph-dir",
        str(output / "symbol-graphs" / product), "--output-dir", str(output / f"{product}.doccarchive"), "--fallback-display-name", product,
        "--fallback-bundle-identifier", f"layoutlab.{product}", "--enable-experimental-external-link-support", *below, "--warnings-as-errors"])
    if done.returncode or "warning:" in done.stdout:
        return [f"{product}:\n{done.stdout}"]
    page = output / f"{product}.doccarchive/data/documentation/{product.lower()}.json"
    return unlisted(product, json.loads(page.read_text(encoding="utf-8")))


def unlisted(product, page):
    """The symbols that a landing page lists in none of its own groups: DocC then puts them under "Classes" and the like."""
    sections = [section for section in page.get("topicSections", []) if section.get("generated")]
    names = [name.rsplit("/", 1)[-1] for section in sections for name in section["identifiers"]]
    return [f"{product}.docc/{product}.md: {', '.join(sorted(names))} in no group of Topics. List them."] if names else []


def lead_to_landing_page(page):
    """DocC's renderer has no page at the root of an archive: who asks for that gets the landing page."""
    lead = '<head><script>if (location.pathname == "/") location.replace("/documentation")</script>'
    page.write_text(page.read_text(encoding="utf-8").replace("<head>", lead, 1), encoding="utf-8")


def main():
    if sys.argv[1:] in (["--listings"], ["--write-listings"]):
        problems = check_listings(ROOT, write=sys.argv[1] == "--write-listings")
    elif len(sys.argv) == 3:
        build_folder, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
        shutil.rmtree(output, ignore_errors=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = sum(pool.map(lambda product: extract(product, build_folder, output), PRODUCTS), [])
        # One after the other: each links to those below it.
        for product in PRODUCTS if not problems else ():
            problems += convert(product, output)
        if not problems:
            done = run(["docc", "merge", *(str(output / f"{product}.doccarchive") for product in PRODUCTS),
                        "--output-path", str(output / "layoutlab.doccarchive"), "--synthesized-landing-page-name", "layoutlab",
                        "--synthesized-landing-page-topics-style", "list"])
            problems = [done.stdout] if done.returncode else []
            if not problems:
                lead_to_landing_page(output / "layoutlab.doccarchive/index.html")
            print(f"{output.relative_to(ROOT) if output.is_relative_to(ROOT) else output}/layoutlab.doccarchive: {len(PRODUCTS)} products")
    else:
        sys.exit(__doc__)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
