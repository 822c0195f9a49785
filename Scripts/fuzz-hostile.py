#!/usr/bin/env python3
"""Fuzzes a sound engine with one planted bug after the other (Tests/HostileEngines/hostile.c), each until it is found.

Usage: Scripts/fuzz-hostile.py [--tool TOOL] [--library LIBRARY] [--time SECONDS] [--settle SECONDS] [FAULT...]

Prints a table: when each was found, after how many executions, as what, how small its document is, and in how many buckets it lies.
Exit status: 0 when every bug was found within the time and what is no bug was not.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "Tests/HostileEngines/hostile.c"
# What is no bug, and must be clean for this long.
SOUND = {"talkative": 5}
# Bugs of samplers; all others are found through scripts.
SAMPLER = {"crash_sampler_create", "crash_sample", "crash_sampler_destroy", "late_sampler"}
# After the first finding, until what else it broke has been made small, too.
SETTLE = 4
# Buckets in all for so many bugs: one each, and a few more where a bug shows in ways that nothing leads from one to the other.
MOST_BUCKETS = (32, 25)


def faults():
    listed = re.search(r"enum fault \{(.*?)\};", SOURCE.read_text(), re.S).group(1)
    return re.findall(r"^\s*(\w+),", listed, re.M)


def build(fault, library, folder):
    file = folder / f"{fault}.so"
    subprocess.run(
        [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", f"-DFAULT={fault}", f'-DSOUND_ENGINE="{library}"',
         "-I", str(ROOT / "Sources/Contract/CLayoutPlugin/include"), str(SOURCE), "-o", str(file)],
        check=True)
    return file


class Run:
    """A run of the tool that is ended when something was found and made small, or when its time is up."""

    def __init__(self, tool, file, target, seconds, folder, is_sound, jobs, settle):
        self.start = time.monotonic()
        self.found = None
        self.executions = None
        self.last = 0
        self.process = subprocess.Popen(
            [tool, "fuzz", target, "--engine", str(file), "--in-process", "--seed", "1", "--time", str(seconds), "--json",
             "--fresh", "--work", str(folder / "work" / file.stem)] + (["--jobs", str(jobs)] if jobs else []),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        reader = threading.Thread(target=self.read_events)
        reader.start()
        output = []
        answers = threading.Thread(target=lambda: output.append(self.process.stdout.read()))
        answers.start()
        while self.process.poll() is None:
            time.sleep(0.05)
            if self.found is not None and not is_sound and time.monotonic() - self.start > self.found + settle:
                self.process.send_signal(signal.SIGINT)
                break
        self.process.wait()
        reader.join()
        answers.join()
        self.seconds = time.monotonic() - self.start
        self.errors = self.errors_text
        self.report = json.loads(output[0]) if output[0].strip() else None

    def read_events(self):
        self.errors_text = ""
        for line in self.process.stderr:
            if not line.startswith("{"):
                self.errors_text += line
                continue
            event = json.loads(line)
            if event["event"] == "status":
                self.last = event["status"]["executions"]
            if event["event"] in ("finding", "lost") and self.found is None:
                self.found = time.monotonic() - self.start
                self.executions = self.last


def size(path):
    try:
        text = (ROOT / path).read_text()
    except (OSError, UnicodeDecodeError):
        return None
    return len([line for line in text.splitlines() if not line.startswith(("law ", "found "))]) - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=str(ROOT / ".build/release/layoutlab"))
    parser.add_argument("--library", default=str(ROOT / ".build/release/libLayoutLabPlugin.so"))
    parser.add_argument("--time", type=int, default=120)
    parser.add_argument("--settle", type=int, default=SETTLE, help="seconds that a run goes on after its first finding")
    parser.add_argument("--jobs", type=int)
    parser.add_argument("fault", nargs="*")
    arguments = parser.parse_args()
    known = faults()
    unknown = [fault for fault in arguments.fault if fault not in known]
    if unknown:
        sys.exit(f"fuzz-hostile: no fault is called {unknown[0]}. There are {', '.join(known)}.")
    folder = ROOT / ".build/fuzz-hostile"
    folder.mkdir(parents=True, exist_ok=True)

    print(f"{'planted bug':<22}{'seconds':>8}{'executions':>12}{'lines':>7}{'buckets':>9}  found as")
    wrong, total = [], 0
    for fault in arguments.fault or known:
        file = build(fault, Path(arguments.library).resolve(), folder)
        is_sound = fault in SOUND
        target = "FuzzTimeline" if fault in SAMPLER else "FuzzSolver"
        run = Run(arguments.tool, file, target, SOUND.get(fault, arguments.time), folder, is_sound, arguments.jobs, arguments.settle)
        if run.report is None:
            wrong.append(f"{fault}: no answer, exit status {run.process.returncode}: {run.errors.strip()}")
            continue
        findings = [(f["law"], f["file"]) for f in run.report["findings"]]
        findings += [(f"{c['kind']}: {c['output'].splitlines()[0]}", c["file"]) for c in run.report["crashes"]]
        sizes = [s for s in (size(path) for _, path in findings) if s is not None]
        if is_sound:
            print(f"{fault:<22}{'':>8}{run.report['executions']:>12}{'':>7}{len(findings):>9}  "
                  f"{'clean' if not findings else findings[0][0]}", flush=True)
            if findings or run.process.returncode != 0:
                wrong.append(f"{fault}: is no bug, exit status {run.process.returncode}")
            continue
        total += len(findings)
        if run.found is None or not findings:
            wrong.append(f"{fault}: not found within {arguments.time} s")
            print(f"{fault:<22}{'-':>8}{run.report['executions']:>12}", flush=True)
            continue
        print(f"{fault:<22}{run.found:>8.1f}{run.executions:>12}{min(sizes, default='-'):>7}{len(findings):>9}  "
              f"{findings[0][0]}", flush=True)
    planted = len([fault for fault in arguments.fault or known if fault not in SOUND])
    most = MOST_BUCKETS[0] * planted // MOST_BUCKETS[1]
    print(f"{planted} bugs, {total} buckets in all (at most {most})")
    if not arguments.fault and total > most:
        wrong.append(f"{total} buckets are more than {most}")
    left = subprocess.run(["pgrep", "-f", str(folder / "work")], capture_output=True, text=True).stdout.split()
    if left:
        wrong.append(f"processes are left running: {' '.join(left)}")
    for line in wrong:
        print(f"fuzz-hostile: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
