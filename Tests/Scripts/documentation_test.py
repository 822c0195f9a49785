"""Shows that catalogues and listings are held to the tests that run them."""
import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("documentation", ROOT / "Scripts/documentation.py")
documentation = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(documentation)

TEST = "struct T {\n  func f() {\n    // listing: Shown\n    let a = 1\n      + 2\n    // end of listing\n  }\n}\n"
PAGE = "# P\n\n<!-- listing: Shown -->\n```swift\nlet a = 1\n  + 2\n```\n"


class ListingTest(unittest.TestCase):
    def problems(self, page=PAGE, test=TEST, article=True, write=False):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Tests/DocumentationTests").mkdir(parents=True)
            (root / "Tests/DocumentationTests/File.swift").write_text(test, encoding="utf-8")
            for number, product in enumerate(documentation.PRODUCTS):
                catalogue = root / f"Sources/Floor/{product}/{product}.docc"
                catalogue.mkdir(parents=True)
                (catalogue / f"{product}.md").write_text(page if number == 0 else PAGE, encoding="utf-8")
                if article or number:
                    (catalogue / "Article.md").write_text("# Article\n", encoding="utf-8")
            found = documentation.check_listings(root, write)
            return found, (root / f"Sources/Floor/{documentation.PRODUCTS[0]}/{documentation.PRODUCTS[0]}.docc/{documentation.PRODUCTS[0]}.md").read_text()

    def test_what_tests_run_is_shown(self):
        self.assertEqual(self.problems()[0], [])

    def test_a_listing_that_differs_is_told_and_taken_over(self):
        page = PAGE.replace("+ 2", "+ 3")
        self.assertIn("listing Shown differs", self.problems(page)[0][0])
        problems, text = self.problems(page, write=True)
        self.assertEqual((problems, text), ([], PAGE))

    def test_a_symbol_in_no_group_is_told(self):
        page = {"topicSections": [{"title": "Essentials", "identifiers": ["doc://l.P/documentation/P/A"]},
                                  {"title": "Classes", "generated": True, "identifiers": ["doc://l.P/documentation/P/B"]}]}
        self.assertIn("P.md: B ", documentation.unlisted("P", page)[0])
        self.assertEqual(documentation.unlisted("P", {"topicSections": page["topicSections"][:1]}), [])

    def test_a_listing_that_no_test_runs_is_told(self):
        problems, _ = self.problems(PAGE.replace("Shown", "Other"))
        self.assertIn("Other", problems[0])

    def test_a_listing_that_no_page_shows_is_told(self):
        problems, _ = self.problems(test=TEST + TEST.replace("Shown", "Hidden"))
        self.assertIn("Hidden", problems[0])

    def test_pages_that_are_missing_are_told(self):
        self.assertEqual(len(self.problems(article=False)[0]), 1)
        self.assertEqual(len(self.problems("# P\n")[0]), 1)


if __name__ == "__main__":
    unittest.main()
