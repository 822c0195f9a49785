#!/usr/bin/env python3
"""Shows that `bench compare` and `bench bisect` can be believed.

Usage: Benchmarks/acceptance.py [--part aa|same|planted|misses|bisect]... [--rounds N] [--aa N] [--tool TOOL] [--drivers FOLDER]

  aa       a build against itself, on four floors under three kinds of load: at most one in fifty is slower or faster
  same     the same engine renamed, padded and linked again: the same
  planted  3 % more instructions in one operation: slower 19 times of 20, that operation first; the other way round: faster
  misses   the same of 15 % more time by cache misses alone
  bisect   an engine's repository of seven commits, one of which costs 5 % more instructions: that commit is told, and the function

A build against itself has other bytes at the end of its files, so that nothing but measurements says that it is the same. The engine is Kiwi
(`make kiwi`), with what is planted in front of it (Benchmarks/Acceptance/planted.c).
Exit status: 0 when all of that holds.
"""
import argparse
import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLANTED = ROOT / "Benchmarks/Acceptance/planted.c"
HEADERS = ROOT / "Sources/Contract/CLayoutPlugin/include"
KIWI = ROOT / "Plugins/kiwi"
FLOORS = {
    "solver": "^solver/(tick|leaf)/(chain-100|feed-20)$",
    "layout": "^layout/(rotate|leaf)/feed-20$",
    "player": "^player/(relayout/feed-20|commit/opacity-10)$",
    "import": "^import/read/labels-10$",
}
# What else the machine does: nothing of ours, programs that count, programs that move memory.
LOADS = {
    "no load": None,
    "processors": "while True: pass",
    "memory": "a = bytearray(64 << 20); b = bytearray(64 << 20)\nwhile True: a[:] = b; b[:] = a",
}
# The operation in which work is planted, and two in which none is.
OPERATION = "solver/toggle/feed-20"
OPERATIONS = "^solver/(toggle|leaf|resize)/feed-20$"
# Least seconds of a benchmark in one run.
TIME = "0.02"
# Seconds beyond the first twelve pairs. What time alone must decide has what a user has who says nothing.
BUDGET, BUDGET_OF_TIME = "20", "60"


class Load:
    """Programs beside what is measured, one for each processor; none is left."""

    def __init__(self, name):
        self.text = LOADS[name]

    def __enter__(self):
        count = os.cpu_count() if self.text else 0
        self.processes = [subprocess.Popen([sys.executable, "-c", self.text]) for _ in range(count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


class Acceptance:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.failures = []
        self.compared = 0

    def say(self, text):
        print(text, flush=True)

    def expect(self, condition, text):
        self.say(("ok      " if condition else "FAILED  ") + text)
        if not condition:
            self.failures.append(text)

    def tool(self, *words, cwd=ROOT):
        return subprocess.run(
            [str(self.options.tool), "bench", *map(str, words)], cwd=cwd, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)

    def compare(self, *words):
        """The verdict's record."""
        answer = self.tool("compare", *words, "--time", TIME, "--json", "-o", self.work / "verdict.json")
        self.compared += 1
        if answer.returncode not in (0, 1, 3):
            sys.exit(f"no verdict (status {answer.returncode}):\n{answer.stderr}")
        record = json.loads((self.work / "verdict.json").read_text())
        assert record["exitStatus"] == answer.returncode, "the exit status is the verdict's"
        return record

    # MARK: A build against itself

    @property
    def driver(self):
        return self.options.drivers / "LayoutLabBenchmarks"

    def aa(self):
        baselines, tally = {}, collections.Counter()
        count = self.options.aa
        start = time.monotonic()
        for index in range(count):
            floor = list(FLOORS)[index % len(FLOORS)]
            load = list(LOADS)[index % len(LOADS)]
            pattern = FLOORS[floor]
            if floor not in baselines:
                baselines[floor] = f"acceptance-{os.getpid()}-{floor}"
                self.check(self.tool(
                    "save", baselines[floor], "--driver", self.driver, "--filter", pattern, "--time", TIME))
            copy = self.work / f"again{index}" / self.driver.name
            copy.parent.mkdir()
            shutil.copy(self.driver, copy)
            with copy.open("ab") as file:
                file.write(bytes(16 * (index + 1)))
            with Load(load):
                record = self.compare(
                    baselines[floor], "--driver", copy, "--filter", pattern, "--budget", BUDGET)
            shutil.rmtree(copy.parent)
            tally[record["verdict"]] += 1
            self.say(f"itself {index + 1}, {floor}, {load}: {record['verdict']}")
            if record["verdict"] != "same":
                self.tell(record)
            if index + 1 == len(FLOORS):
                left = (time.monotonic() - start) / (index + 1) * (count - index - 1)
                self.say(f"        about {left / 60:.0f} min for the rest of these")
        false = tally["slower"] + tally["faster"]
        self.expect(
            50 * false <= count, f"against itself: {dict(tally)} of {count}, {false} false ({self.minutes(start)})")

    def check(self, answer):
        if answer.returncode != 0:
            sys.exit(f"status {answer.returncode}:\n{answer.stderr}")

    def tell(self, record):
        for change in record["changes"]:
            if change["verdict"] != "same" or change["name"] == OPERATION:
                self.say(f"        {change['verdict']} {change['name']}: {change['detail']}")

    def minutes(self, start):
        return f"{(time.monotonic() - start) / 60:.1f} min"

    # MARK: An engine with something planted

    def sound(self):
        """Kiwi's object, compiled once."""
        file = self.work / "sound.o"
        if not file.exists():
            headers = next((folder for folder in KIWI.glob("Vendor/kiwisolver-*") if folder.is_dir()), None)
            if headers is None:
                sys.exit("Kiwi's headers are missing: make kiwi")
            self.command(
                os.environ.get("CXX", "c++"), "-std=c++17", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden",
                "-Dlayout_plugin_entry=sound_plugin_entry", "-I", HEADERS, "-isystem", headers, "-c",
                KIWI / "kiwi_plugin.cpp", "-o", file)
        return file

    def command(self, *words):
        subprocess.run([str(word) for word in words], check=True)

    def engine(self, name, link=(), reverse=False, **macros):
        """A library of the engine with these planted."""
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        part, file = folder / "planted.o", folder / "engine.so"
        self.command(
            os.environ.get("CC", "cc"), "-O2", "-g", "-fPIC", *(f"-D{key}={value}" for key, value in macros.items()),
            "-I", HEADERS, "-c", PLANTED, "-o", part)
        parts = [part, self.sound()]
        self.command(os.environ.get("CXX", "c++"), "-shared", *(parts[::-1] if reverse else parts), *link, "-o", file)
        return file

    def engines(self, before, after, pattern=OPERATIONS, pairs=12, budget=BUDGET):
        return self.compare(
            "--engine", after, "--against", before, "--driver", self.driver, "--filter", pattern,
            "--pairs", pairs, "--budget", budget)

    def same(self):
        start = time.monotonic()
        plain = self.engine("plain")
        renamed = self.work / "a-much-longer-name-of-the-very-same-library" / "an-engine-by-another-and-longer-name.so"
        renamed.parent.mkdir()
        shutil.copy(plain, renamed)
        # Its bytes differ, or it would not be measured at all.
        with renamed.open("ab") as file:
            file.write(bytes(24))
        others = {
            "renamed": renamed,
            "padded by 24 bytes": self.engine("padded", PADDING=24),
            "padded by 4000 bytes": self.engine("padded-more", PADDING=4000),
            "linked again": self.engine(
                "linked", reverse=True, link=["-Wl,-z,now", "-Wl,--hash-style=sysv", "-Wl,--build-id=sha1"]),
        }
        for name, other in others.items():
            record = self.engines(plain, other)
            self.tell(record)
            self.expect(record["verdict"] == "same", f"{name}: {record['verdict']} ({self.minutes(start)})")

    def planted(self):
        start = time.monotonic()
        plain = self.engine("plain")
        trial = self.engines(plain, self.engine("trial", STEPS=1000), OPERATION, pairs=0)
        counts = trial["changes"][0]["instructions"]
        steps = round(0.03 * counts["before"] / ((counts["after"] - counts["before"]) / 1000))
        more = self.engine("more", STEPS=steps)
        self.rounds("3 % more instructions", plain, more, pairs=12, budget=0)
        record = self.engines(plain, more)
        functions = [f["name"] for change in record["changes"] for f in change["functions"]]
        self.expect(functions[:1] == ["work_that_nobody_needs"], f"the functions that grew: {functions}")
        record = self.engines(more, plain)
        self.expect(record["verdict"] == "faster", f"3 % fewer instructions: {record['verdict']} ({self.minutes(start)})")

    def misses(self):
        start, loads = time.monotonic(), 16
        # So many loads that time grows by 15 %.
        for _ in range(4):
            near, far = self.engine("near", LOADS=loads), self.engine("far", LOADS=loads, FAR=1)
            ratio = self.engines(near, far, OPERATION, pairs=36, budget=0)["changes"][0]["time"]["ratio"]
            self.say(f"        {loads} loads that miss: {100 * (ratio - 1):+.1f} % of the time")
            if 1.14 <= ratio <= 1.17:
                break
            loads = max(1, round(loads * min(4, max(0.25, 0.15 / max(ratio - 1, 0.01)))))
        self.rounds("15 % of the time by cache misses alone", near, far, pairs=12, budget=BUDGET_OF_TIME)

        record = self.engines(far, near, budget=BUDGET_OF_TIME)
        self.expect(record["verdict"] == "faster", f"fewer cache misses: {record['verdict']} ({self.minutes(start)})")

    def rounds(self, what, before, after, **options):
        right, start, count = 0, time.monotonic(), self.options.rounds
        for index in range(count):
            with Load(list(LOADS)[index % len(LOADS)]):
                record = self.engines(before, after, **options)
            slower = [change["name"] for change in record["changes"] if change["verdict"] == "slower"]
            is_right = record["verdict"] == "slower" and slower == [OPERATION]
            right += is_right
            self.say(f"{what} {index + 1}: {record['verdict']}, {', '.join(slower)}")
            if not is_right:
                self.tell(record)
            if index == 0:
                self.say(f"        about {(time.monotonic() - start) * (count - 1) / 60:.0f} min for the rest of these")
        self.expect(20 * right >= 19 * count, f"{what}: {right} of {count} slower in that operation alone ({self.minutes(start)})")

    # MARK: An engine's repository

    def bisect(self):
        start = time.monotonic()
        plain = self.engine("plain")
        trial = self.engines(plain, self.engine("trial", STEPS=1000), OPERATION, pairs=0)
        counts = trial["changes"][0]["instructions"]
        steps = round(0.05 * counts["before"] / ((counts["after"] - counts["before"]) / 1000))
        repository = self.work / "repository"
        repository.mkdir()
        git = ["git", "-C", str(repository), "-c", "user.name=t", "-c", "user.email=t@example.org"]
        self.command("git", "init", "-q", "-b", "main", repository)
        shutil.copy(PLANTED, repository / "planted.c")
        shutil.copy(self.sound(), repository / "sound.o")
        shutil.copy(HEADERS / "layout_plugin.h", repository)
        (repository / "Makefile").write_text(
            "engine.so: planted.c settings.h\n\tcc -O2 -g -fPIC -include settings.h -c planted.c -o planted.o\n"
            "\tc++ -shared planted.o sound.o -o engine.so\n")
        slow = 5
        for number in range(1, 8):
            (repository / "settings.h").write_text(
                f"#define STEPS {steps if number >= slow else number % 2}\n#define PADDING {8 * number}\n")
            self.command(*git, "add", "-A")
            self.command(*git, "commit", "-q", "-m", f"change {number}")
            self.command(*git, "tag", f"t{number}")
        answer = self.tool(
            "bisect", "--repository", repository, "--good", "t1", "--library", "engine.so", "--driver",
            self.driver, "--filter", OPERATIONS, "--time", TIME, "--json")
        self.say("        " + answer.stderr.strip().replace("\n", "\n        "))
        self.check(answer)
        found = json.loads(answer.stdout)
        self.expect(f"change {slow}" in found["subject"], f"the commit: {found['subject']} ({found['evidence']})")
        self.expect(found["path"] == OPERATION, f"the operation: {found['path']}")
        names = [function["name"] for function in found["functions"]]
        self.expect(names[:1] == ["work_that_nobody_needs"], f"the function: {names} ({self.minutes(start)})")
        trees = list((repository / ".git/worktrees").glob("*")) if (repository / ".git/worktrees").exists() else []
        self.expect(not trees, "nothing is left behind")


def main():
    # A run that is ended leaves no load and no measurement behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ["bisect", "same", "planted", "misses", "aa"]
    parser.add_argument("--part", action="append", choices=parts)
    parser.add_argument("--rounds", type=int, default=20, help="of each planted slow-down")
    parser.add_argument("--aa", type=int, default=50, help="comparisons of a build with itself")
    parser.add_argument("--tool", type=Path, default=ROOT / ".build/release/layoutlab")
    parser.add_argument("--drivers", type=Path, default=ROOT / ".build/release")
    options = parser.parse_args()
    options.tool, options.drivers = options.tool.absolute(), options.drivers.absolute()
    with tempfile.TemporaryDirectory() as work:
        acceptance = Acceptance(options, Path(work))
        chosen = options.part or parts
        rounds, minutes = options.rounds, 0
        for part in chosen:
            # Measured on two idle processors.
            minutes += {"bisect": 2, "same": 3, "planted": rounds * 0.9, "misses": rounds * 1.1, "aa": options.aa * 1.0}[part]
        print(f"{', '.join(chosen)}: on an idle machine about {minutes:.0f} min", flush=True)
        try:
            for part in chosen:
                getattr(acceptance, part)()
        finally:
            pid = os.getpid()
            for file in ROOT.glob(f"Benchmarks/Baselines/*/acceptance-{pid}-*.txt"):
                file.unlink()
            for folder in ROOT.glob(f"Benchmarks/Work/*/acceptance-{pid}-*"):
                shutil.rmtree(folder)
    for failure in acceptance.failures:
        print(f"FAILED  {failure}")
    sys.exit(1 if acceptance.failures else 0)


if __name__ == "__main__":
    main()
