import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_codes", ROOT / "Scripts/check-codes.py")
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)


class CodesTest(unittest.TestCase):
    ROW = "| `{}` | wrong | do this |\n"

    def test_a_code_without_a_row_and_a_row_without_a_code_are_found(self):
        self.assertEqual(check.problems(["a-b"], self.ROW.format("a-b")), [])
        self.assertEqual(len(check.problems(["a-b", "c"], self.ROW.format("a-b"))), 1)
        self.assertEqual(len(check.problems(["a-b"], self.ROW.format("a-b") + self.ROW.format("c"))), 1)

    def test_rows_and_codes_that_come_twice_are_found(self):
        self.assertEqual(len(check.problems(["a"], 2 * self.ROW.format("a"))), 1)
        self.assertEqual(len(check.problems(["a", "a"], self.ROW.format("a"))), 1)

    def test_a_row_that_does_not_say_what_to_do_is_found(self):
        self.assertEqual(len(check.problems(["a"], "| `a` | wrong |  |\n")), 1)

    def test_each_row_of_the_guide_is_needed(self):
        texts = [(ROOT / path).read_text(encoding="utf-8") for path in check.SOURCES]
        codes = check.declared(texts, check.SOURCES.values())
        lines = check.GUIDE.read_text(encoding="utf-8").splitlines(keepends=True)
        for code in codes:
            rest = "".join(line for line in lines if not line.startswith(f"| `{code}` |"))
            self.assertEqual(len(check.problems(codes, rest)), 1, code)

    def test_every_source_declares_codes(self):
        # There is one kind of note.
        fewest = {"Sources/UIKit/ScreenRecording/ScreenOutput.swift": 1}
        for path, pattern in check.SOURCES.items():
            found = check.declared([(ROOT / path).read_text(encoding="utf-8")], [pattern])
            self.assertGreaterEqual(len(found), fewest.get(path, 3), path)


if __name__ == "__main__":
    unittest.main()
