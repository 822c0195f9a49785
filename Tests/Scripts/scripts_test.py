"""Shows of each script of `make checks` that it fails where it should."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(script, *arguments, text="", folder=ROOT):
    done = subprocess.run([sys.executable, str(ROOT / "Scripts" / script), *arguments], input=text, cwd=folder,
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class SystemsTests(unittest.TestCase):
    def check(self, name, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return run("check-systems.py", folder)

    def test_an_unconditional_import_of_one_systems_library_fails(self):
        for text in ["import Glibc\n", "@preconcurrency import Glibc\n", "import Foundation\nimport Darwin\n"]:
            status, _, said = self.check("Sources/Document/SceneModel/Curve.swift", text)
            self.assertEqual(status, 1)
            self.assertIn("Sources/Document/SceneModel/Curve.swift:", said)
            self.assertIn("LibC", said)

    def test_a_call_that_linux_alone_has_fails(self):
        self.assertEqual(self.check("Sources/Pages/Reports/Page.swift", 'let own = "/proc/self/exe"\n')[0], 1)
        self.assertEqual(self.check("Sources/Pages/Reports/Page.swift", "limit(__rlimit_resource_t(0))\n")[0], 1)
        self.assertEqual(self.check("Sources/Document/CThing/thing.c", "#include <sys/prctl.h>\n")[0], 1)
        self.assertEqual(self.check("Sources/Document/CThing/thing.h", "#ifndef T\n#define T\n#include <execinfo.h>\n#endif\n")[0], 1)

    def test_conditions_and_comments_pass(self):
        self.assertEqual(self.check("Sources/Document/LibC/LibC.swift", "#if canImport(Glibc)\n  @_exported import Glibc\n#endif\n")[0], 0)
        self.assertEqual(self.check("Sources/Pages/Reports/Page.swift", "// as /proc/self does\n#if os(Linux)\nlet a = \"/proc\"\n#endif\n")[0], 0)
        self.assertEqual(self.check("Sources/Document/CThing/thing.c", "#ifdef __linux__\n#include <sys/prctl.h>\n#endif\n")[0], 0)
        self.assertEqual(self.check("Sources/UIKit/UIKit/Names.swift", 'let a = "/proc/self/exe"\n')[0], 0)

    def test_the_librarys_own_imports_need_a_condition(self):
        self.assertEqual(self.check("Sources/Document/LibC/LibC.swift", "@_exported import Glibc\n")[0], 1)


class CountTests(unittest.TestCase):
    LOG = """[1/2] Compiling
◇ Test "a" started.
✔ Test "a" passed after 0.001 seconds.
✔ Test "many" with 684 test cases passed after 0.2 seconds.
➜ Test "needs (a corpus)" skipped: "the corpus is not here"
➜ Test bare() skipped.
"""

    def test_counts_and_names_what_was_skipped(self):
        status, output, _ = run("count-tests.py", text=self.LOG + "✔ Test run with 4 tests in 1 suite passed after 1 second.\n")
        self.assertEqual(status, 0)
        self.assertEqual(output.splitlines()[-3:], [
            'skipped: "needs (a corpus)": the corpus is not here', "skipped: bare(): no reason given",
            "2 passed, 0 failed, 2 skipped"])

    def test_known_issues_pass(self):
        log = self.LOG + '━ Test "c" passed after 0.1 seconds with 2 known issues.\n' \
            "━ Test run with 5 tests in 1 suite passed after 1 second with 2 known issues.\n"
        status, output, _ = run("count-tests.py", text=log)
        self.assertEqual((status, output.splitlines()[-1]), (0, "3 passed, 0 failed, 2 skipped"))

    def test_a_failure_is_named_and_fails(self):
        log = self.LOG + '✘ Test "b" failed after 0.1 seconds with 1 issue.\n✘ Test run with 5 tests failed after 1 second.\n'
        status, output, _ = run("count-tests.py", text=log)
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[-2:], ['failed: "b"', "2 passed, 1 failed, 2 skipped"])

    def test_a_run_that_did_not_end_fails(self):
        status, output, _ = run("count-tests.py", text=self.LOG)
        self.assertEqual((status, output.splitlines()[-1]), (1, "2 passed, 1 failed, 2 skipped"))

    def test_events_are_counted_where_lines_were_lost(self):
        def event(kind, test, symbol, text):
            return {"kind": "event", "payload": {"kind": kind, "testID": test, "messages": [{"symbol": symbol, "text": text}]}}

        records = [{"kind": "test", "payload": {"kind": "function", "id": name, "name": f"{name}()", "displayName": name}}
                   for name in ["a", "b", "c"]]
        records += [{"kind": "test", "payload": {"kind": "suite", "id": "S", "name": "S"}}]
        records += [event("testEnded", "a", "pass", 'Test "a" passed after 1 seconds.'), event("testEnded", "S", "pass", ""),
                    event("testEnded", "b", "passWithKnownIssue", 'Test "b" passed after 1 seconds with 1 known issue.')]
        ended = {"kind": "event", "payload": {"kind": "runEnded", "messages": []}}

        def count(*more, cut=""):
            folder = pathlib.Path(tempfile.mkdtemp())
            lines = [json.dumps(record) for record in [*records, *more]]
            (folder / "events").write_text("\n".join(lines) + cut, encoding="utf-8")
            status, output, _ = run("count-tests.py", str(folder / "summary"), str(folder / "events"), text="◇ Test run started.\n")
            return status, output.splitlines()

        self.assertEqual(count(event("testSkipped", "c", "skip", 'Test "c" skipped: "no corpus"'), ended),
                         (0, ['skipped: "c": no corpus', "2 passed, 0 failed, 1 skipped"]))
        self.assertEqual(count(event("testEnded", "c", "fail", 'Test "c" failed after 1 seconds with 1 issue.'), ended),
                         (1, ['failed: "c"', "2 passed, 1 failed, 0 skipped"]))
        did_not_end = (1, ["failed: the run did not end", "2 passed, 1 failed, 0 skipped"])
        self.assertEqual(count(), did_not_end)
        self.assertEqual(count(cut='\n{"kind": "ev'), did_not_end)

    def test_a_run_without_its_events_fails(self):
        log = self.LOG + "✔ Test run with 4 tests in 1 suite passed after 1 second.\n"
        folder = tempfile.mkdtemp()
        status, output, _ = run("count-tests.py", f"{folder}/summary", f"{folder}/events", text=log)
        self.assertEqual((status, output.splitlines()[-1]), (1, "2 passed, 1 failed, 2 skipped"))


class WarningTests(unittest.TestCase):
    def test_a_warning_fails_the_build(self):
        self.assertEqual(run("no-warnings.py", text="Build complete!\n/x/.build/checkouts/a.swift:1:2: warning: old\n")[0], 0)
        status, output, errors = run("no-warnings.py", text="/x/Sources/a.swift:1:2: warning: unused\n")
        self.assertEqual(status, 1)
        self.assertIn("unused", output + errors)


class Checks(unittest.TestCase):
    def folder(self, files):
        folder = pathlib.Path(tempfile.mkdtemp())
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    def test_a_cited_rule_exists(self):
        book = {"Guides/rules/a.md": "**A1.1** [D] It is.\n"}
        status, _, _ = run("check-rules.py", str(self.folder(book | {"Sources/a.swift": "// Rule A1.1.\n"})))
        self.assertEqual(status, 0)
        for text in ["// Rule A1.2.", 'rule: "L3"', "// see spec/layout.md"]:
            status, _, errors = run("check-rules.py", str(self.folder(book | {"Sources/a.swift": text + "\n"})))
            self.assertEqual(status, 1, text)
            self.assertIn("Sources/a.swift:1:", errors)

    def test_a_name_is_one_type(self):
        files = {"Sources/A/a.swift": "public struct Verdict {\n  enum Kind {}\n}\n", "Sources/B/b.swift": "enum Kind {}\n"}
        self.assertEqual(run("check-names.py", str(self.folder(files)))[0], 0)
        files["Sources/B/c.swift"] = "final class Verdict {}\n"
        status, _, errors = run("check-names.py", str(self.folder(files)))
        self.assertEqual(status, 1)
        self.assertIn("Verdict is 2 types", errors)

    def test_many_files_stand_in_folders(self):
        files = {f"Sources/Floor/A/{number}.swift": "" for number in range(15)}
        self.assertEqual(run("check-shelves.py", str(self.folder(files)))[0], 0)
        status, _, errors = run("check-shelves.py", str(self.folder(files | {"Sources/Floor/A/Topic/more.swift": ""})))
        self.assertEqual(status, 1)
        self.assertIn("Sources/Floor/A has 16 files", errors)
        status, _, errors = run("check-shelves.py", str(self.folder({"Sources/Drivers/layoutlab/Long.swift": "//\n" * 3501})))
        self.assertEqual(status, 1)
        self.assertIn("has 3501 lines", errors)

    def test_a_walk_names_what_is_there(self):
        def check(*rows):
            guide = "| hop | file | function |\n|---|---|---|\n" + "".join(f"| it | {row} |\n" for row in rows)
            source = "struct Reader {\n  init?(_ bytes: [UInt8], file: String) {}\n  func read<T>(\n    _ kind: T, " \
                "until isEnd: (T) -> Bool = { _ in false }\n  ) {}\n}\n"
            files = {"Guides/walkthrough.md": guide, "Sources/Floor/A/Reader.swift": source}
            return run("check-walkthrough.py", str(self.folder(files)))

        sound = ["`A/Reader.swift` | `init(_:file:)`", "same | `read(_:until:)`, `Reader.read(...)`", "`A/` | `Reader`"]
        self.assertEqual(check(*sound)[0], 0, check(*sound)[2])
        for row, words in [("`A/Writer.swift` | `read(_:)`", "there is no A/Writer.swift"),
                           ("`A/Reader.swift` | `read(_:)`", "has no read(_:)"), ("`A/` | `Writer`", "has no Writer")]:
            status, _, errors = check(row)
            self.assertEqual(status, 1, row)
            self.assertIn(words, errors)

    def test_layers_name_only_what_stands_below_them(self):
        def check(simplex):
            files = {"ExactNumbers/Rational.swift": "struct Rational {}\n", "TieredSimplex/Block.swift": simplex,
                     "Model/System.swift": "struct System { var block: Block }\n"}
            return run("check-layers.py", str(self.folder({f"Sources/Engines/ConstraintSolver/{k}": v for k, v in files.items()})))

        self.assertEqual(check("final class Block { var exact: Rational? } // of a System\n")[0], 0)
        status, _, errors = check("final class Block {\n  func read(_ system: System) {}\n}\n")
        self.assertEqual(status, 1)
        self.assertIn("Block.swift:2: System ", errors)

    def test_imports_and_dependencies_are_the_same(self):
        def check(dependencies, text):
            package = {"targets": [{"name": "A", "type": "library", "module_type": "SwiftTarget", "path": "Sources/A",
                                    "target_dependencies": dependencies}]}
            return run("check-imports.py", "--strict", str(self.folder({"Sources/A/a.swift": text})), text=json.dumps(package))

        self.assertEqual(check(["B"], "import B\n")[0], 0)
        self.assertIn(" C, which A ", check(["B"], "import B\nimport C\n")[2])
        self.assertEqual(check(["B", "C"], "import B\n")[0], 1)
        self.assertIn(" C, which ", check(["B", "C"], "import B\n")[2])

    def test_the_map_is_the_manifests(self):
        def check(floors, dependencies, told=None):
            rows = "".join(f"| {number} Floor | `{name}` | it |\n" for name, number in (told or floors).items())
            guide = f"{rows}<!-- map: Scripts/check-map.py --write -->\n<!-- end of the map -->\n"
            manifest = "".join(f'floor({number}, "Floor", .target(name: "{name}", dependencies: [.product(name: "P")])),\n'
                               for name, number in floors.items())
            folder = self.folder({"Guides/architecture.md": guide, "Package.swift": manifest})
            targets = [{"name": name, "type": "library", "target_dependencies": dependencies.get(name, [])}
                       for name in ["A", "B"]]
            text = json.dumps({"targets": targets})
            before = run("check-map.py", text=text, folder=folder)
            run("check-map.py", "--write", text=text, folder=folder)
            return before, run("check-map.py", text=text, folder=folder)

        before, after = check({"A": 0, "B": 1}, {"B": ["A"]})
        self.assertEqual(before[0], 1)
        self.assertEqual(after[0], 0)
        self.assertIn(" B of a floor", check({"A": 0, "B": 1}, {"A": ["B"]})[1][2])
        self.assertIn("B stands", check({"A": 0}, {})[1][2])
        self.assertIn("B stands on floor 1", check({"A": 0, "B": 1}, {}, {"A": 0, "B": 2})[1][2])


if __name__ == "__main__":
    unittest.main()
