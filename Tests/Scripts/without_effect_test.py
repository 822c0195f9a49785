import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("without_effect", ROOT / "Scripts/without-effect.py")
script = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(script)


class WithoutEffectTest(unittest.TestCase):
    def problems(self, *lines):
        text = "open class V {\n" + "\n".join("  " + line for line in lines) + "\n}\n"
        return script.problems(script.members("V.swift", text), [text])

    def test_members_have_the_names_that_UIKit_gives_them(self):
        text = ("extension V {\n  open func f() {}  // inert\n  open func set(_ a: [K: Any]?, for b: Int) {}  // inert\n"
                "  open class Inner {\n    public var a = 1, b = 2  // inert\n  }\n"
                "  open func zoom(to r: R, animated: Bool) {\n    noEffect(\"V.zoom(to:animated:)\", .zooming)\n  }\n}\n")
        found = script.members("V.swift", text)
        self.assertEqual([member.name for member in found], ["V.f()", "V.set(_:for:)", "V.Inner.a", "V.Inner.b", "V.zoom(to:animated:)"])
        self.assertEqual([bool(member.loud) for member in found], [False] * 4 + [True])
        self.assertEqual(script.problems(found, [text]), [])

    def test_a_property_that_nothing_reads_must_be_marked(self):
        self.assertEqual(len(self.problems("open var scale = 1")), 1)
        for text in ["open var scale = 1  // inert", 'open var scale = 1 { didSet { noEffect("V.scale", .zooming) } }',
                     "open var scale = 1 { didSet { layOut() } }", "open private(set) var scale = 1", "open var scale: Int { 1 }"]:
            self.assertEqual(self.problems(text), [], text)

    def test_a_mark_on_another_name_or_on_what_is_read_is_found(self):
        self.assertEqual(len(self.problems('open var scale = 1 { didSet { noEffect("W.scale", .zooming) } }')), 1)
        self.assertEqual(len(self.problems("open var scale = 1  // inert", "func f(_ v: V) { print(v.scale) }")), 1)
        self.assertEqual(self.problems("open var scale = 1  // inert", "func f(_ v: V) { v.scale = 2 }"), [])

    def test_the_page_lists_reasons_and_types(self):
        text = 'open class V {\n  open var a = 1  // inert\n  open var b = 1 { didSet { noEffect("V.b", .zooming) } }\n}\n'
        page = script.page(script.members("V.swift", text), {"zooming": "nothing is scaled"})
        self.assertIn("- nothing is scaled: `V.b`\n", page)
        self.assertIn("- `V`: `a`\n", page)


if __name__ == "__main__":
    unittest.main()
