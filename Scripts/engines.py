#!/usr/bin/env python3
"""Judges other people's engines: installs what the adapters under Plugins need, builds them, fuzzes each, and prints a table.

Usage: Scripts/engines.py [--tool TOOL] [--time SECONDS] [--documents N] [--jobs N] [--no-install] [--readme] [--from RECORD] [ENGINE...]

An engine that cannot be built here is skipped, with the reason. The facts go to .layoutlab/engines/engines.json and the table to engines.md beside
it; --readme also writes the table into README.md, between its marks. What is found stays in .layoutlab/engines/<engine>.
Exit status: 0 when each engine that could be built was judged to the end, whatever was found; 70 when one was not.
"""
import argparse
import collections
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".layoutlab/engines"
MARKS = ("<!-- engines: make engines -->", "<!-- end of the engines -->")

# name: the folder under Plugins, what Debian must have, what it leaves, and the engine as the tool is told.
ENGINES = {
    "ours": (None, [], None, "cmd:{tool} engine"),
    "kiwi-thin": ("kiwi", ["g++", "python3-pip"], ".build/libKiwiThinPlugin.so", "{made}"),
    "kiwi-python": ("kiwi-python", ["python3-venv"], ".build/kiwi", "cmd:{made}"),
    "cassowary-python": ("cassowary-python", ["python3-venv"], ".build/cassowary", "cmd:{made}"),
    "highs": ("highs", ["python3-venv"], ".build/highs", "cmd:{made}"),
    "qsopt": ("qsopt", ["qsopt-ex"], ".build/qsopt", "cmd:{made}"),
    "gtk": ("gtk", ["libgtk-4-dev", "libjson-glib-dev", "xvfb"], ".build/gtk", "cmd:{made}"),
    "qt": ("qt", ["g++", "qt6-base-dev"], ".build/qt", "cmd:{made}"),
}


def has(package):
    said = subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], capture_output=True, text=True)
    return "install ok installed" in said.stdout


def install(packages):
    """Installs Debian packages, where this user may; what could not be had shows when its adapter is built."""
    missing = [package for package in packages if not has(package)]
    if not missing:
        return
    elevate = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (elevate and not shutil.which("sudo")):
        return
    print(f"engines: installing {' '.join(missing)}", file=sys.stderr)
    quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    subprocess.run([*elevate, "apt-get", "update", "-qq"], **quiet)
    subprocess.run([*elevate, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], **quiet)


def last_words(said):
    lines = [line for line in (said.stderr + said.stdout).splitlines() if line.strip() and not line.startswith("make")]
    return lines[-1].strip() if lines else f"exit status {said.returncode}"


def build(name):
    """Why it cannot be had here; None: it was built."""
    folder, packages, made, _ = ENGINES[name]
    if folder is None:
        return None
    goal = ["thin"] if name == "kiwi-thin" else []
    said = subprocess.run(["make", "-C", str(ROOT / "Plugins" / folder), *goal], capture_output=True, text=True)
    return None if (ROOT / "Plugins" / folder / made).exists() and said.returncode == 0 else last_words(said)


def display():
    """A display without a screen for engines that need one; it ends with this process. None: there is none to be had."""
    if not shutil.which("Xvfb"):
        return None, None
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"], pass_fds=[writing],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    number = os.fdopen(reading).readline().strip()
    return server, f":{number}" if number else None


def run_json(command, environment):
    """The JSON that a verb prints, and its exit status."""
    said = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    try:
        return json.loads(said.stdout), said.returncode
    except ValueError:
        raise RuntimeError(f"{' '.join(command[:3])}: {last_words(said)}")


def pace(targets):
    """The messages that one process of an engine answers in a second; None: it is no command."""
    told = [target["pace"] for target in targets if target.get("pace")]
    return round(sum(each["messages"] for each in told) / sum(each["seconds"] for each in told)) if told else None


def judge(name, options, environment):
    folder, _, made, engine = ENGINES[name]
    engine = engine.format(tool=options.tool, made=ROOT / "Plugins" / folder / made if folder else "")
    work = FOLDER / name
    tool = [options.tool]
    fuzzed, _ = run_json(
        [*tool, "fuzz", "--engine", engine, "--in-process", "--time", str(options.time), "--seed", str(options.seed), "--fresh",
         "--work", str(work), "--json"] + (["--jobs", str(options.jobs)] if options.jobs else []), environment)
    checked, _ = run_json(
        [*tool, "plugins", "check", engine, "--scripts", str(options.documents), "--seed", str(options.seed), "--json"], environment)
    listed, _ = run_json([*tool, "plugins", "list", engine, "--json"], environment)
    facts = listed["plugins"][-1]
    laws = checked["laws"]
    broken = sorted({law["law"] for law in laws if law["verdict"] == "broken"} | {l for f in fuzzed["findings"] for l in f["laws"]})
    return {
        "engine": name, "name": facts["name"], "version": facts["version"], "claims": facts["capabilities"], "command": engine.replace(str(ROOT) + "/", ""),
        "documents": fuzzed["executions"], "seconds": round(fuzzed["seconds"]), "messages": pace(fuzzed["targets"]),
        "kept": sorted({law["law"] for law in laws if law["verdict"] == "holds"} - set(broken)), "broken": broken,
        "undecided": sorted({law["law"] for law in laws if law["verdict"] == "undecided"} - set(broken)),
        "findings": [
            {key: finding.get(key) for key in ("id", "law", "detail", "weight", "file", "kind", "target")} for finding in fuzzed["findings"]],
        "losses": [{key: crash.get(key) for key in ("id", "kind", "file", "count")} for crash in fuzzed["crashes"]],
        "waiting": fuzzed.get("waiting") or 0,
    }


def claimed(claims):
    """What an engine promises, in a few words."""
    edits = [claim for claim in claims if claim.startswith("step.")]
    features = sorted(set(claims) - set(edits))
    words = ", ".join(features) if len(features) <= 8 else f"{len(features)} features"
    if not claims:
        return "none beyond the C table"
    return words + (f"; {len(edits)} kinds of edits" if edits else "")


def found(row):
    """How many findings and losses of the process there are, such as `2 and 1 crash`."""
    losses = collections.Counter(loss["kind"] for loss in row["losses"])
    return " and ".join([str(len(row["findings"]))] + [f"{count} {kind}" for kind, count in sorted(losses.items())])


def table(record):
    lines = [
        "| engine | version | claims | documents | a second | messages a second | laws kept | laws broken | findings |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|"]
    smallest = []
    for row in record["engines"]:
        if "skipped" in row:
            lines.append(f"| `{row['engine']}` | | | | | | | | skipped: {row['skipped']} |")
            continue
        rate = round(row["documents"] / max(row["seconds"], 1))
        lines.append(
            f"| `{row['engine']}` | {row['version']} | {claimed(row['claims'])} | {row['documents']} | {rate} "
            f"| {row.get('messages') or ''} | {len(row['kept'])} "
            f"| {len(row['broken'])} | {found(row)} |")
        for finding in row["findings"]:
            detail = textwrap.shorten(finding["detail"].replace("`", "'"), 150, placeholder=" …")
            smallest.append(f"- `{row['engine']}`, {finding['weight']}: `{finding['law']}`, {detail}")
    facts = record["facts"]
    lines += ["", f"Judged on {facts['date']}, {facts['seconds']} s of fuzzing for each target of an engine, seed {facts['seed']}, "
              f"{facts['processors']} processors ({facts['machine']}), revision {facts['revision']}."]
    if smallest:
        lines += ["What was found, at its smallest:", ""] + smallest
    return "\n".join(lines) + "\n"


def write_readme(text):
    readme = ROOT / "README.md"
    content = readme.read_text()
    start, end = (content.index(mark) for mark in MARKS)
    readme.write_text(content[: start + len(MARKS[0])] + "\n" + text + content[end:])


def keep(rows, options):
    """Writes the record and the table of what was judged so far; the table."""
    revision = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout.strip()
    record = {
        "facts": {
            "date": datetime.date.today().isoformat(), "seconds": options.time, "seed": options.seed, "revision": revision,
            "processors": len(os.sched_getaffinity(0)), "machine": platform.machine()},
        "engines": rows}
    (FOLDER / "engines.json").write_text(json.dumps(record, indent=2) + "\n")
    text = table(record)
    (FOLDER / "engines.md").write_text(text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", metavar="ENGINE", help=", ".join(ENGINES))
    parser.add_argument("--tool", default=str(ROOT / ".build/release/layoutlab"))
    parser.add_argument("--time", type=float, default=120, help="seconds of fuzzing for each engine")
    parser.add_argument("--documents", type=int, default=200, help="random documents by which every law judges")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--no-install", action="store_true")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--from", dest="source", type=Path, help="make the table of this record again, and judge nothing")
    options = parser.parse_args()
    if options.source:
        text = table(json.loads(options.source.read_text()))
        if options.readme:
            write_readme(text)
        print(text, end="")
        return
    names = options.engines or list(ENGINES)
    unknown = [name for name in names if name not in ENGINES]
    if unknown:
        parser.error(f"no engine is called {unknown[0]}; there are {', '.join(ENGINES)}")
    if not options.no_install:
        install(sorted({package for name in names for package in ENGINES[name][1]}))
    FOLDER.mkdir(parents=True, exist_ok=True)
    server, screen = display() if "gtk" in names else (None, None)
    environment = {**os.environ, **({"LAYOUTLAB_DISPLAY": screen} if screen else {})}
    rows, has_failed = [], False
    try:
        for name in names:
            keep(rows, options)  # who interrupts it keeps what was judged
            reason = build(name)
            if reason:
                print(f"engines: {name} is skipped: {reason}", file=sys.stderr)
                rows.append({"engine": name, "skipped": reason})
                continue
            print(f"engines: {name}", file=sys.stderr)
            try:
                rows.append(judge(name, options, environment))
            except RuntimeError as problem:
                has_failed = True
                print(f"engines: {name}: {problem}", file=sys.stderr)
                rows.append({"engine": name, "skipped": f"not judged to the end: {problem}"})
    finally:
        if server:
            server.kill()
            server.wait()
    text = keep(rows, options)
    if options.readme:
        write_readme(text)
    print(text, end="")
    sys.exit(70 if has_failed else 0)


if __name__ == "__main__":
    main()
