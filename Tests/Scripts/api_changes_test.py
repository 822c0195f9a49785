"""Shows that api-changes counts what callers see, and nothing else."""
import importlib.util
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))
SPEC = importlib.util.spec_from_file_location("api_changes", ROOT / "Scripts/api-changes.py")
api = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(api)


class ApiChangesTest(unittest.TestCase):
    def test_what_only_this_package_sees_is_left_out(self):
        module = {"name": "M", "children": [
            {"name": "seen", "children": [{"name": "inner", "isInternal": True}]}, {"name": "ours", "isInternal": True}]}
        self.assertEqual(api.public(module), {"name": "M", "children": [{"name": "seen", "children": []}]})

    def test_what_asks_less_of_callers_is_no_change(self):
        lines = ["", "/* Removed Decls */", "M: Var A.b has been removed", "M: Class A is now with @preconcurrency"]
        self.assertEqual(api.breaking(lines), ["M: Var A.b has been removed"])

    def test_a_build_folder_says_where_its_sources_are(self):
        self.assertEqual(api.sources_of(pathlib.Path("/a/tree/.build/x86_64-unknown-linux-gnu/debug")), pathlib.Path("/a/tree"))

    def test_the_products_are_those_of_the_documentation(self):
        for product in api.PRODUCTS:
            self.assertTrue(any((ROOT / "Sources").glob(f"*/{product}")), product)


if __name__ == "__main__":
    unittest.main()
