#!/usr/bin/env python3
"""Acts out the workflow of Guides/engine-ci.md: a bare repository of an engine, an installed layoutlab, and the steps as they stand there.

Usage: Scripts/engine-ci.py [--tool TOOL] [--drivers FOLDER]

The engine is Kiwi (`make kiwi`) with work planted in front of it (Benchmarks/Acceptance/planted.c). Its laws and findings are told, and the
findings accepted; then a commit that costs nothing passes, and one that slows an operation down fails, with its revisions in the record and
the function in the page.
Exit status: 0 when all of that holds.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLANTED = ROOT / "Benchmarks/Acceptance/planted.c"
HEADERS = ROOT / "Sources/Contract/CLayoutPlugin/include"
KIWI = ROOT / "Plugins/kiwi"
# One operation, and pairs enough for instructions to decide: what is shown is the gate, not its precision.
FASTER = ["--filter", "^solver/(toggle|leaf)/chain-100$", "--time", "0.01", "--budget", "0"]


def steps():
    """The commands of the workflow by the verb that they run."""
    text = (ROOT / "Guides/engine-ci.md").read_text()
    runs = re.findall(r"^      - run: (.*)$", text, re.M)
    return {re.search(r"layoutlab (bench \w+|\w+)", run).group(1): run for run in runs if "layoutlab " in run}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/layoutlab")
    parser.add_argument("--drivers", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    failures = []

    def expect(condition, text):
        print(("ok      " if condition else "FAILED  ") + text, flush=True)
        if not condition:
            failures.append(text)

    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        # As a package lays it out.
        for folder in ("bin", "lib/layoutlab", "share/layoutlab"):
            (work / "prefix" / folder).mkdir(parents=True)
        shutil.copy(options.tool, work / "prefix/bin/layoutlab")
        shutil.copy(options.drivers / "LayoutLabBenchmarks", work / "prefix/lib/layoutlab")
        environment = {**os.environ, "PATH": f"{work}/prefix/bin:{os.environ['PATH']}"}

        repository = work / "engine"
        repository.mkdir()
        headers = next((folder for folder in KIWI.glob("Vendor/kiwisolver-*") if folder.is_dir()), None)
        if headers is None:
            sys.exit("Kiwi's headers are missing: make kiwi")
        subprocess.run(
            ["c++", "-std=c++17", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-Dlayout_plugin_entry=sound_plugin_entry",
             "-I", HEADERS, "-isystem", headers, "-c", KIWI / "kiwi_plugin.cpp", "-o", repository / "sound.o"], check=True)
        shutil.copy(PLANTED, repository / "planted.c")
        shutil.copy(HEADERS / "layout_plugin.h", repository)
        (repository / "Makefile").write_text(
            "libengine.so: planted.c settings.h\n\tcc -O2 -g -fPIC -include settings.h -c planted.c -o planted.o\n"
            "\tc++ -shared planted.o sound.o -o libengine.so\n")
        (repository / ".gitignore").write_text("*.so\nplanted.o\nlayoutlab/\ncosts/\n")
        git = ["git", "-C", str(repository), "-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", "init", "-q", "-b", "main", repository], check=True)

        def commit(settings, subject):
            (repository / "settings.h").write_text(settings)
            subprocess.run([*git, "add", "-A"], check=True)
            subprocess.run([*git, "commit", "-q", "-m", subject], check=True)
            return subprocess.run(
                [*git, "rev-parse", "HEAD"], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()

        commands = steps()

        def step(verb, more=()):
            command = commands[verb] + "".join(f" '{word}'" for word in more)
            print(f"$ {command}", flush=True)
            answer = subprocess.run(
                ["bash", "-e", "-c", command], cwd=repository, env=environment, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
            return answer

        one = commit("#define STEPS 0\n", "Begin")
        two = commit("// Nothing new.\n#define STEPS 0\n#define PADDING 24\n", "Allocate something else")
        laws = step("plugins")
        expect(laws.returncode in (0, 1), f"laws: status {laws.returncode}")
        found = step("fuzz", ["--time", "20s"])
        expect(found.returncode in (0, 1), f"findings: status {found.returncode}")
        records = [json.loads(file.read_text()) for file in sorted(repository.glob("layoutlab/*/findings/*/finding.json"))]
        # One of each bucket.
        for record in records:
            if record.get("bucket"):
                continue
            subprocess.run(
                ["layoutlab", "accept", record["id"], "--reason", "Kiwi weighs constraints", "--work", "layoutlab"],
                cwd=repository, env=environment, check=True, stdout=subprocess.DEVNULL)

        def verdict():
            return json.loads((repository / "costs/verdict.json").read_text())

        same = step("bench compare", FASTER)
        record = verdict()
        expect(same.returncode in (0, 3) and record["verdict"] in ("same", "undecided"), f"nothing new: {record['verdict']}")
        expect((record["before"], record["after"]) == (one[:10], two[:10]), f"revisions: {record['before']}, {record['after']}")
        facts = record["factsAfter"]
        expect(facts.get("build") == "make" and len(facts.get("engine-digest", "")) > 8, f"facts: {facts}")
        expect("-O2" in facts.get("flags", ""), f"flags: {facts.get('flags')}")
        report = step("report")
        expect(report.returncode == 0, f"trend: {report.stdout.strip().splitlines()[-1:]}")

        three = commit("#define STEPS 4000\n", "Be slow where rows are removed")
        slower = step("bench compare", FASTER)
        record = verdict()
        changes = [change for change in record["changes"] if change["verdict"] == "slower"]
        expect(
            slower.returncode == 1 and [c["name"] for c in changes] == ["solver/toggle/chain-100"],
            f"slower: {[(c['name'], c['detail']) for c in changes]}, status {slower.returncode}")
        expect(record["after"] == three[:10], f"revision: {record['after']}")
        step("report")
        page = (repository / "costs/report.html").read_text()
        expect("grew: work_that_nobody_needs" in page, "the page names the function that was slowed down")
        history = (repository / "costs/history.jsonl").read_text().splitlines()
        expect(len(history) == 2 and three[:10] in history[-1], f"{len(history)} runs in the history")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
