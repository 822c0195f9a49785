#!/usr/bin/env python3
"""Executes seeds, corpora and regression scenes with the fuzzer of the flavour `coverage`, and tells which lines they reach.

Usage: Scripts/fuzz-coverage.py [--work FOLDER] [--least PERCENT] TARGET...

Leaves .build/coverage/report.txt, html/index.html and lcov.info, and prints a line for each part. With --least, a part below it
makes the exit status 1.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build/coverage"
FUZZER = ROOT / ".build/fuzz-coverage/release/LayoutLabFuzzer"
# What is fuzzed, by its folder under Sources; the rest stands around it.
PARTS = [
    "Engines/ConstraintSolver", "Engines/LayoutKernel", "Player/ScenePlayer", "Engines/AnimationSampler", "Import/SceneImport/Building",
    "Import/SceneImport/Markup", "Import/ConflictLogs",
]


def tool(name):
    """Of the toolchain that built the fuzzer: another's cannot read what it writes."""
    swift = shutil.which("swift")
    if not swift:
        sys.exit("fuzz-coverage: there is no swift in PATH.")
    folders = [Path(swift).resolve().parent]
    # Where `swift` is a script around the real one, the compiler says where it is.
    told = subprocess.run([swift, "-print-target-info"], capture_output=True, text=True).stdout
    try:
        folders.append(Path(json.loads(told)["paths"]["runtimeResourcePath"]).parent.parent / "bin")
    except (ValueError, KeyError):
        pass
    for folder in folders:
        if (folder / name).exists():
            return str(folder / name)
    sys.exit(f"fuzz-coverage: there is no {name} beside swift ({', '.join(map(str, folders))}).")


def execute(target, work):
    sources = [ROOT / "Fuzz/Seeds" / target, work / target / "corpus", ROOT / "Tests/RegressionTests/Scenes"]
    sources = [str(folder) for folder in sources if folder.is_dir()]
    environment = dict(
        os.environ, LAYOUTLAB_FUZZ_TARGET=target, SWIFT_BACKTRACE="enable=no", SWIFT_DETERMINISTIC_HASHING="1",
        LAYOUTLAB_FUZZ_WORK=str(FOLDER / "work"), LLVM_PROFILE_FILE=str(FOLDER / f"{target}-%p.profraw"))
    done = subprocess.run(
        [str(FUZZER), "-runs=0", "-max_len=8192", *sources], env=environment, capture_output=True, text=True,
        cwd=ROOT, errors="replace")
    inputs = sum(len(list(Path(folder).iterdir())) for folder in sources)
    if done.returncode != 0:
        print(f"{target}: ended with {done.returncode} after a crash; what it reached before counts for nothing", file=sys.stderr)
        print("\n".join(done.stderr.splitlines()[-3:]), file=sys.stderr)
    return inputs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=Path, default=ROOT / "Fuzz/Work")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("target", nargs="+")
    arguments = parser.parse_args()
    if not FUZZER.exists():
        sys.exit(f"fuzz-coverage: {FUZZER} is not built. Run Scripts/fuzz-build.sh coverage.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "work").mkdir(parents=True)
    inputs = {target: execute(target, arguments.work) for target in arguments.target}
    raw = [str(file) for file in FOLDER.glob("*.profraw") if file.stat().st_size > 0]
    if not raw:
        sys.exit("fuzz-coverage: no fuzzer left a profile.")
    profile = str(FOLDER / "merged.profdata")
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", "-o", profile, *raw], check=True)
    cov = tool("llvm-cov")
    common = [str(FUZZER), f"-instr-profile={profile}"]
    sources = [str(ROOT / "Sources" / part) for part in PARTS]

    def run(*words):
        return subprocess.run([cov, *words], check=True, capture_output=True, text=True, errors="replace").stdout

    (FOLDER / "report.txt").write_text(run("report", *common, "--sources", *sources))
    (FOLDER / "lcov.info").write_text(run("export", "-format=lcov", *common, "--sources", *sources))
    run("show", "-format=html", f"-output-dir={FOLDER / 'html'}", *common, "--sources", *sources)
    summary = json.loads(run("export", "-summary-only", *common))
    lines = {part: [0, 0] for part in PARTS}
    for file in summary["data"][0]["files"]:
        for part in PARTS:
            if f"/Sources/{part}/" in file["filename"]:
                lines[part][0] += file["summary"]["lines"]["covered"]
                lines[part][1] += file["summary"]["lines"]["count"]
    print(", ".join(f"{target}: {count} inputs" for target, count in inputs.items()))
    low = []
    for part, (covered, count) in lines.items():
        share = 100 * covered / count if count else 0
        print(f"{part:<28}{covered:>7} of {count:>6} lines {share:>6.1f} %")
        if share < arguments.least:
            low.append(part)
    print(f"{(FOLDER / 'report.txt').relative_to(ROOT)}, html/index.html, lcov.info")
    if low:
        sys.exit(f"fuzz-coverage: less than {arguments.least} % of {', '.join(low)}")


main()
