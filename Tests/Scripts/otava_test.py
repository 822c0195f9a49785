"""Jumps over the nights: what `layoutlab report --history` tells is what Apache Otava tells, which is the field's own tool for that.

Skipped where Otava is not installed (`pip install apache-otava`), or the tool is not built.
"""
import json
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

try:
    from otava.analysis import compute_change_points
except ImportError:
    compute_change_points = None

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = next((ROOT / f".build/{kind}/layoutlab" for kind in ("debug", "release") if (ROOT / f".build/{kind}/layoutlab").exists()), None)
FIGURE = "instructions/solver/tick/feed-20"


def date(night):
    return f"2026-{1 + night // 28:02}-{1 + night % 28:02}"


@unittest.skipUnless(compute_change_points, "Apache Otava is not installed")
@unittest.skipUnless(TOOL, "layoutlab is not built")
class OtavaTest(unittest.TestCase):
    def regressions(self, values):
        """The nights since which the tool says that the figure is worse, the last night being the last value."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "night").mkdir()
            nights = [
                {"date": date(night), "revision": f"r{night}", "machine": "m", "figures": {FIGURE: value}}
                for night, value in enumerate(values)
            ]
            (folder / "history.jsonl").write_text("".join(json.dumps(night) + "\n" for night in nights[:-1]))
            (folder / "night/verdict.json").write_text(json.dumps({
                "verdict": "same", "machine": "m", "date": nights[-1]["date"], "after": nights[-1]["revision"],
                "changes": [{"name": FIGURE.split("/", 1)[1], "verdict": "same", "detail": "",
                             "instructions": {"before": values[-1], "after": values[-1]}}]}))
            subprocess.run(
                [TOOL, "report", folder / "night", "-o", folder / "page.html", "--history", folder / "history.jsonl"], check=True,
                stdout=subprocess.DEVNULL)
            answer = subprocess.run(
                [TOOL, "bench", "regressions", "--history", folder / "history.jsonl", "--json"], check=True, text=True,
                stdout=subprocess.PIPE)
            return [int(entry["revision"][1:]) for entry in json.loads(answer.stdout)]

    def test_jumps(self):
        for seed in range(5):
            source = random.Random(seed)
            values = [(100_000 if night < 40 else 104_000) * (1 + source.gauss(0, 0.002)) for night in range(50)]
            told = [point.index for point in compute_change_points(values, min_magnitude=0.01)[0]]
            ours = self.regressions(values)
            self.assertEqual(len(told), len(ours), f"seed {seed}: {told}, {ours}")
            for one, other in zip(told, ours):
                self.assertLessEqual(abs(one - other), 1, f"seed {seed}")

    def test_noise(self):
        for seed in range(5):
            source = random.Random(seed)
            values = [100_000 * (1 + source.gauss(0, 0.002)) for _ in range(50)]
            self.assertEqual(compute_change_points(values, min_magnitude=0.01)[0], [], f"seed {seed}")
            self.assertEqual(self.regressions(values), [], f"seed {seed}")


if __name__ == "__main__":
    unittest.main()
