#!/usr/bin/env python3
"""Kills runs at random instants, fills the disk, takes the right to write away, and starts two at once: nothing that was found may be lost or half-written, and no
process may be left.

Usage: Scripts/fuzz-kill.py [--tool TOOL] [--library LIBRARY] [--kills N] [--seed N]
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Scripts"))
hostile = __import__("fuzz-hostile")


def command(tool, engine, work, seconds):
    return [tool, "fuzz", "FuzzSolver", "--engine", str(engine), "--in-process", "--jobs", "2", "--time", str(seconds),
            "--work", str(work), "--json"]


def records(work):
    """Every finding that is on disk, checked to be whole: {id: law or kind}."""
    found = {}
    for record in sorted(work.glob("FuzzSolver/findings/*/finding.json")):
        facts = json.loads(record.read_text())
        found[facts["id"]] = facts["law"]
        for name in ("original", "minimized"):
            text = (record.parent / f"{name}.solver").read_text()
            if f"\nlaw {facts['law']}\n" not in text:
                raise AssertionError(f"{record.parent}/{name}.solver is not whole")
    for record in sorted(work.glob("FuzzSolver/crashes/*/crash.json")):
        facts = json.loads(record.read_text())
        found[facts["id"]] = facts["kind"]
        if not (ROOT / facts["file"]).exists():
            raise AssertionError(f"{record}: its input is gone")
    return found


def processes(work):
    listed = subprocess.run(["pgrep", "-f", str(work)], capture_output=True, text=True).stdout.split()
    return [pid for pid in listed if int(pid) != os.getpid()]


def require_no_processes(work):
    for _ in range(40):
        if not processes(work):
            return
        time.sleep(0.05)
    raise AssertionError(f"processes are left running: {' '.join(processes(work))}")


def kill_at_random(tool, engine, folder, kills, entropy):
    work = folder / "killed"
    shutil.rmtree(work, ignore_errors=True)
    before = {}
    for number in range(kills):
        run = subprocess.Popen(command(tool, engine, work, 60), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               cwd=ROOT, start_new_session=True)
        time.sleep(entropy.uniform(0.02, 1.5))
        run.send_signal(signal.SIGKILL)
        # What was said to count before the end.
        told = set()
        for line in run.stderr.read().splitlines():
            event = json.loads(line) if line.startswith("{") and line.endswith("}") else {}
            for kind in ("finding", "lost"):
                if kind in event:
                    told.add(event[kind]["id"])
        run.wait()
        require_no_processes(work)
        now = records(work)
        lost = [one for one in list(before) + sorted(told) if one not in now]
        if lost:
            raise AssertionError(f"kill {number}: lost {', '.join(lost)}")
        before = now
    last = subprocess.run(command(tool, engine, work, 1), capture_output=True, text=True, cwd=ROOT)
    report = json.loads(last.stdout)
    told = {one["id"] for one in report["findings"] + report["crashes"]}
    # A bucket is told by its smallest, with the others beside it.
    told |= {other for one in report["findings"] for other in one["others"]}
    # What a killed run was looking at is looked at again, and may wait for the next run.
    waiting = {file.stem.rsplit("-", 1)[0] for file in work.glob("FuzzSolver/violations/*.solver")}
    missing = [one for one, law in before.items() if one not in told and law not in waiting]
    if missing or last.returncode != 1:
        raise AssertionError(f"the next run does not tell {', '.join(missing)} (exit status {last.returncode})")
    print(f"{kills} kills: {len(before)} findings, none lost; the next run tells them, or has them before it")


def fill_disk(tool, engine, folder):
    work = folder / "full"
    work.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(work)], capture_output=True).returncode == 0
    try:
        line = command(tool, engine, work, 60)
        if not mounted:
            # Without the right to mount, a limit for every file stands in for the disk.
            line = ["bash", "-c", 'ulimit -f 8; exec "$@"', "layoutlab"] + line
        run = subprocess.run(line, capture_output=True, text=True, cwd=ROOT)
        words = run.stderr.splitlines()[-1] if run.stderr else ""
        if run.returncode != 65 or "cannot be" not in words:
            raise AssertionError(f"a full disk ends with {run.returncode}: {words}")
        kept = list(records(work)) + list(work.glob("FuzzSolver/violations/*"))
        if not kept:
            raise AssertionError("a full disk keeps nothing of what was found before")
        require_no_processes(work)
        print(f"full disk ({'tmpfs' if mounted else 'file limit'}): exit status 65, {len(kept)} findings and violations kept: {words}")
    finally:
        if mounted:
            subprocess.run(["umount", str(work)], check=True)


def read_only(tool, engine, folder):
    work = folder / "read-only"
    work.mkdir(parents=True, exist_ok=True)
    mounted = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(work)], capture_output=True).returncode == 0
    if not mounted and os.getuid() == 0:
        return print("read-only folder: not tried, nothing can be mounted and no right is kept from the superuser")
    if not mounted:
        shutil.rmtree(work)
        work.mkdir()
    try:
        subprocess.run(command(tool, engine, work, 2), capture_output=True, text=True, cwd=ROOT)
        before = records(work)
        if not before:
            raise AssertionError("nothing was found before the folder could only be read")
        if mounted:
            subprocess.run(["mount", "-o", "remount,ro", str(work)], check=True)
        else:
            subprocess.run(["chmod", "-R", "a-w", str(work)], check=True)
        run = subprocess.run(command(tool, engine, work, 2), capture_output=True, text=True, cwd=ROOT)
        words = run.stderr.splitlines()[-1] if run.stderr else ""
        if run.returncode != 65 or "cannot be" not in words:
            raise AssertionError(f"a folder that can only be read ends with {run.returncode}: {words}")
        if records(work) != before:
            raise AssertionError("a folder that can only be read does not keep what was there")
        require_no_processes(work)
        print(f"read-only {'disk' if mounted else 'folder'}: exit status 65, {len(before)} findings stay: {words}")
    finally:
        if mounted:
            subprocess.run(["umount", str(work)], check=True)
        else:
            subprocess.run(["chmod", "-R", "u+w", str(work)], check=True)


def two_at_once(tool, engine, folder):
    work = folder / "two"
    shutil.rmtree(work, ignore_errors=True)
    first = subprocess.Popen(command(tool, engine, work, 4), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
    while not list(work.glob("FuzzSolver/findings/*/finding.json")) and first.poll() is None:
        time.sleep(0.02)
    before = records(work)
    second = subprocess.run(command(tool, engine, work, 1), capture_output=True, text=True, cwd=ROOT)
    if second.returncode != 65 or "[folder-in-use]" not in second.stderr:
        raise AssertionError(f"a second run is not refused: {second.returncode} {second.stderr}")
    output = first.communicate()[0]
    findings = json.loads(output)["findings"]
    told = {one["id"] for one in findings} | {other for one in findings for other in one["others"]}
    if not set(before) - {k for k, v in before.items() if "." not in v} <= told:
        raise AssertionError("the first run lost findings")
    require_no_processes(work)
    print(f"two at once: the second is refused; the first ends with {len(told)} findings")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=str(ROOT / ".build/release/layoutlab"))
    parser.add_argument("--library", default=str(ROOT / ".build/release/libLayoutLabPlugin.so"))
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folder = ROOT / ".build/fuzz-kill"
    folder.mkdir(parents=True, exist_ok=True)
    library = Path(arguments.library).resolve()
    # One that breaks many laws, and one that takes its process with it.
    broken = hostile.build("lost_change", library, folder)
    lost = hostile.build("exits_at_once", library, folder)
    try:
        half = arguments.kills // 2
        kill_at_random(arguments.tool, broken, folder, arguments.kills - half, random.Random(arguments.seed))
        kill_at_random(arguments.tool, lost, folder, half, random.Random(arguments.seed + 1))
        fill_disk(arguments.tool, broken, folder)
        read_only(arguments.tool, broken, folder)
        two_at_once(arguments.tool, broken, folder)
    except AssertionError as problem:
        sys.exit(f"fuzz-kill: {problem}")


if __name__ == "__main__":
    main()
